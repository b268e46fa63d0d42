// Every place of a source that the model of a loop names.
#pragma once

#include "clustrix/LoopModel.h"

namespace clustrix::compiler {

/// change(point) for each SourcePoint of `model`.
template <class Change>
void forEachPoint(LoopModel& model, const Change& change) {
  const auto each = [&](auto& all) {
    for (auto& one : all) change(one.at);
  };
  change(model.at);
  each(model.loops);
  each(model.accesses);
  each(model.updates);
  each(model.memoryScalars);
  each(model.effects);
  each(model.obligations);
  each(model.requirements);
  each(model.leaves);
  each(model.appends);
  each(model.kernel.hostCalls);
  each(model.splits.places);
  change(model.splits.begin);
  change(model.splits.end);
  for (ScalarState& state : model.scalars)
    for (auto* points : {&state.exposedReads, &state.writes, &state.runningReads})
      for (SourcePoint& point : *points) change(point);
}

}  // namespace clustrix::compiler

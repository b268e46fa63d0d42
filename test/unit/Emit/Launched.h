// A launch by hand, as the units that write it see it: nobody plans it, so that a test says what its footprint is.
//
//     Launched launched(loop);                         // see Source.h
//     launched.launch.footprint = {term};
//     LaunchNames names(launched.source);
//     footprintText(launched.source, launched.shape(), names, "");
#pragma once

#include "Source.h"

#include "Emit/LaunchNames.h"

namespace clustrix::compiler::test {

struct Launched {
  Launch launch;
  FunctionPlan plan;
  Names macros;
  LineTable lines;
  LaunchSource source;

  /// `loop` must outlive it.
  explicit Launched(Loop& loop)
      : macros(macroNames(loop.unit.text)),
        lines(loop.unit.text),
        source{loop.unit, loop.function, loop.site, launch, plan, macros, lines} {
    loop.complete();
    launch.legality = loop.legality;
  }
  Launched(const Launched&) = delete;

  KernelShape shape() const {
    Names used;
    return compiler::shape(source, used);
  }
};

}  // namespace clustrix::compiler::test

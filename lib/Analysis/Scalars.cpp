// Variables declared outside the loop that an iteration writes.
//
//     t = a[i]; b[i] = t*t;          private           each iteration has its own
//     b[k] = a[i]; k += 2;           private           starts from a known value in each iteration
//     if (a[i] < 0) last = i;        private           the last one that was written is kept
//     sum += a[i];                   reduction         combined at the end
//     if (a[i] < m) m = a[i], at = i;  reduction with a location
//     x = a*x + b[i];                carried           the loop stays serial
#include "Analysis/Stages.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

bool contains(const std::vector<int>& list, int value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

/// The scalar whose extremum `scalar` locates; nothing when it is no location.
std::optional<int> locatedBy(const LoopModel& model, int scalar) {
  for (const Update& update : model.updates)
    if (contains(update.locations, scalar)) return update.scalar;
  return std::nullopt;
}

void addReason(Legality& legality, const char* code, const std::string& message, const std::string& hint,
               const SourcePoint& at, std::optional<SourcePoint> other = std::nullopt) {
  legality.reasons.push_back({code, message, hint, at, std::move(other)});
}

SourcePoint anyWrite(const LoopModel& model, const ScalarState& state) {
  if (!state.writes.empty()) return state.writes.front();
  return state.updates.empty() ? model.at : model.updates[state.updates.front()].at;
}

void addCarried(const LoopModel& model, Legality& legality, const ScalarState& state, const SourcePoint& read) {
  const SourcePoint write = anyWrite(model, state);
  const std::string message =
      read == write
          ? "` carries its value from one iteration to the next"
          : "` is read here with the value that an earlier iteration left in it on line " + std::to_string(write.line);
  addReason(legality, "dependence.scalar", "`" + state.name + message, "", read, write);
}

/// Where the value of an earlier iteration is read.
SourcePoint carriedRead(const LoopModel& model, const ScalarState& state) {
  if (!state.exposedReads.empty()) return state.exposedReads.front();
  return state.runningReads.empty() ? anyWrite(model, state) : state.runningReads.front();
}

/// A location moves only together with its extremum, and nothing else reads or writes it.
bool onlyLocates(const LoopModel& model, int scalar, int owner) {
  const ScalarState& state = model.scalars[scalar];
  if (owner < 0 || !state.exposedReads.empty() || !state.runningReads.empty() || !state.writes.empty()) return false;
  for (const int update : state.updates)
    if (!contains(model.updates[update].locations, scalar)) return false;
  return std::all_of(model.updates.begin(), model.updates.end(), [&](const Update& update) {
    return !contains(update.locations, scalar) || update.scalar == owner;
  });
}

void checkLocation(const LoopModel& model, Legality& legality, int scalar, int owner) {
  if (onlyLocates(model, scalar, owner)) return;
  const ScalarState& state = model.scalars[scalar];
  addCarried(model, legality, state, carriedRead(model, state));
}

void checkAssigned(const LoopModel& model, Legality& legality, int scalar) {
  const ScalarState& state = model.scalars[scalar];
  if (!state.exposedReads.empty() || !state.runningReads.empty())
    return addCarried(model, legality, state, carriedRead(model, state));
  // Where it starts from a known value, its value after the loop follows from the number of iterations.
  const bool conditional = !state.entry && state.liveAfter && !state.certainWrite;
  if (conditional && !state.marked)
    return addReason(legality, "scalar.last-conditional",
                     "`" + state.name +
                         "` is read after the loop, not every iteration assigns it, and which one does "
                         "cannot be marked in the loop's text",
                     "assign `" + state.name + "` in the loop's own text: neither in a function nor in a macro",
                     state.writes.front());
  legality.privates.push_back({scalar, state.liveAfter, conditional});
}

/// All updates combine by one operator, and locate the same variables.
bool sameOperation(const LoopModel& model, const ScalarState& state) {
  const Update& first = model.updates[state.updates.front()];
  return std::all_of(state.updates.begin(), state.updates.end(), [&](int index) {
    const Update& update = model.updates[index];
    return update.op == first.op && update.ties == first.ties && update.ignoresNan == first.ignoresNan &&
           update.takesNan == first.takesNan && update.locations == first.locations &&
           update.declared == first.declared;
  });
}

bool combinable(const ScalarState& state, const Update& update) {
  if (update.op == UpdateOperator::Declared) return true;
  const bool extremum = update.op == UpdateOperator::Min || update.op == UpdateOperator::Max;
  if (!state.arithmetic || (!update.locations.empty() && !extremum)) return false;
  return mayReassociate(update.op, !state.floating);
}

void checkUpdated(const LoopModel& model, Legality& legality, int scalar) {
  const ScalarState& state = model.scalars[scalar];
  const Update& update = model.updates[state.updates.front()];
  if (!state.exposedReads.empty()) return addCarried(model, legality, state, state.exposedReads.front());
  if (!state.writes.empty())
    return addReason(legality, "dependence.scalar",
                     "`" + state.name + "` is both assigned and updated, so that an iteration may see an earlier value",
                     "declare `" + state.name + "` inside the loop if every iteration starts afresh", update.at,
                     state.writes.front());
  if (!sameOperation(model, state) || !combinable(state, update))
    return addReason(legality, "scalar.operator",
                     "`" + state.name + "` is updated by operators that cannot be combined", "", update.at,
                     model.updates[state.updates.back()].at);
  if (isScanned(model, scalar)) {
    if (const auto hindrance = hindersScan(model)) {
      addCarried(model, legality, state, carriedRead(model, state));
      legality.reasons.back().other = hindrance;
      return;
    }
    legality.form = Form::Scan;
  }
  Reduction reduction;
  reduction.scalar = scalar;
  reduction.op = update.op;
  reduction.ties = update.ties;
  reduction.ignoresNan = update.ignoresNan;
  reduction.takesNan = update.takesNan;
  reduction.locations = update.locations;
  reduction.declared = update.declared;
  legality.reductions.push_back(std::move(reduction));
}

}  // namespace

void checkScalars(Facts& facts, Legality& legality) {
  const LoopModel& model = facts.model;
  for (int i = 0; i < static_cast<int>(model.scalars.size()); ++i) {
    const ScalarState& state = model.scalars[i];
    if (const auto owner = locatedBy(model, i))
      checkLocation(model, legality, i, *owner);
    else if (!state.updates.empty())
      checkUpdated(model, legality, i);
    else if (!state.writes.empty())
      checkAssigned(model, legality, i);
  }
}

}  // namespace clustrix::compiler

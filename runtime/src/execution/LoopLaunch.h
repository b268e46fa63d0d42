// LoopLaunch: one launch of a loop, from the question where it runs to what is learned of it.
//
//     where: LoopChoice.cpp                                what then: LoopLaunch.cpp
//     known without its footprint ── guards ── cost        devices ── threads ── the loop as written
//
// Once iterations have run somewhere, all of them run, on the host if need be; but for those that are verified or
// rolled back, after which memory is as it was.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "execution/Context.h"
#include "execution/DeviceLaunch.h"
#include "execution/Executor.h"
#include "execution/HostRun.h"
#include "execution/LoopState.h"
#include "execution/Undo.h"
#include "reductions/CopyPlan.h"
#include "schedule/Profit.h"

namespace clustrix::runtime {

class LoopLaunch {
 public:
  LoopLaunch(Context& context, LoopState& state, const LoopBody& body, void* total);

  bool run();

  // A guard that needs no footprint has failed. Always false.
  bool refuse(const FailedGuard& guard);

 private:
  const Settings& settings() const { return context_.settings; }
  bool isDoubted() const;
  int threads() const;
  Work work() const;

  // Why devices are out of the question whatever the loop costs; empty when they are not.
  std::string noDevices();
  // A copy: another thread's launch may lose a device at any time.
  void lookAtDevices();

  // What can be said before the loop's footprint is asked for, which may cost more than a short loop.
  Choice withoutFootprint();
  // Loops are forced in order to be seen on devices, and programs call some with a few iterations millions of times. On
  // the host they leave the same bits.
  bool isForcedForNothing();
  Place cpuPlace() const;
  int deviceLimit() const;
  bool needsFacts(const Choice& choice) const;
  // Seconds by which it is quicker in parallel than as written, about, before its footprint is known.
  double gain(const Choice& choice) const;
  bool combines() const { return kernel_.copyHost != nullptr; }
  // Of all that the loop touches, where it is.
  bool knowsAll() const { return facts_ && facts_->unknown.empty(); }
  // Of what no launch can do without: arrays that iterations combine into, or have for themselves.
  bool knowsEssential() const;
  // A search is verified as a whole, by its own caller.
  bool verifies() const { return settings().verify && !state_.searching && !state_.draws; }

  // The loop runs as written, since this guard fails.
  Choice refused(FailedGuard guard);
  // Nothing may run in parallel where a guard fails. False: the loop runs as written.
  bool isSafe(Choice& choice);

  // With the footprint, where devices are not out of the question.
  void refine(Choice& choice);

  Nest nest() const { return {state_.iterations, state_.inner, kernel_.threadsInside}; }
  int mostDevices() const;

  // Of a launch that stays on the devices, and has nothing to move: asked before it is repeated.
  bool mightPreferInner();

  // Whether the loop inside is to be launched in place of this one. All guards hold, or are still to be looked at.
  bool prefersInner(const Choice& choice);

  // In place of the loop, its text runs with launches of the loop inside.
  bool leaveToInner();

  Choice chooseForStay();

  // Blocks and their results are known from here on. False: the loop runs as written.
  bool makeCopies(Choice& choice);

  void log(const Choice& choice);

  // True when all iterations ran; may end on the CPU where the devices could not do it.
  bool parallel(Choice& choice);

  // What the host wants of memory for its part, wherever else iterations run.
  void prepareHost(const Workspaces& workspaces);
  void onHost();
  void runOnHost(int workers, const TaskThreads* tasks);
  TaskThreads taskThreads() const;
  // `jobs`: of each device at a time.
  bool tasksOnDevices(Choice& choice, int jobs);

  // For the CPU: what the loop touches, or everything where that is not known.
  void makeHostCurrent();

  bool onDevices(Choice& choice);

  void combine(void* results, Execution& execution);

  // False: nothing has run.
  bool resident(Choice& choice);

  // As it was launched before, where nothing has changed since. False: nothing has run.
  bool again();

  bool finishResident(Choice& choice, std::optional<Execution> execution, void* results);

  // No chunk is small enough, or the last device was lost before this launch began: nothing has run.
  bool withoutDevices(Choice& choice, const DevicePlan& plan);

  void finishOnHost(Choice& choice, const Execution& execution, void* results);

  bool verified(Choice& choice);

  LoopBody withFlag(const LoopBody& body);
  bool rolledBack() const { return body_.rollBack != nullptr && *body_.rollBack != 0; }

  // Where an iteration asks for it, nothing has happened, and the loop runs as written.
  bool undoable(Choice& choice);
  // Tasks that failed where several shared a device, one at a time. False: there is nothing to try.
  bool oneByOne(Choice& choice, const Undo& before);
  // Nothing has run. Always false.
  bool cannotUndo(Choice& choice);
  // All have run, and none has asked for it. Always true.
  bool stayed(const Choice& choice);
  // An iteration has asked for it. Always false.
  bool leaveToText();

  double secondsOfLooks() const;
  void learn(const Choice& choice, bool ran);

  bool finish(const Choice& choice, bool ran);

  bool record(const Choice& choice, bool ran);

  Context& context_;
  LoopState& state_;
  int asked_ = 0;  // whether an iteration has rolled back, where no device runs
  LoopBody body_;
  const Kernel& kernel_;
  void* total_;
  const Options options_;
  HostRun host_;
  const bool mayStay_;  // the loop's arrays may stay on devices
  const bool learns_;   // how long it takes corrects the next estimate
  const double begin_;
  std::vector<DeviceProperties> devices_;  // that the loop may use
  std::string absence_;                    // why there are none
  std::optional<LaunchFacts> facts_;
  std::optional<CopyPlan> copies_;  // where iterations combine into arrays
  FailedGuard failed_;
  LaunchRecord record_;
  CostCorrection correction_;  // as it was when the launch began
  Work estimated_;             // that the choice rests on
  IntervalSet common_;         // what devices of all machines need, where there are several
  bool repeated_ = false;      // as it was launched before
  bool clean_ = true;          // nothing failed that would make it slower than it is
};

}  // namespace clustrix::runtime

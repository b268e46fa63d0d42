#include "execution/LoopLaunch.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "execution/Guards.h"
#include "execution/LaunchNotes.h"
#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// An x86 reads a number wherever it lies; a GPU ends the program that asks it to.
bool isAligned(const ArrayFacts& array) { return reinterpret_cast<std::uintptr_t>(array.base) % array.alignment == 0; }

/// Why a guard that goes through elements does not; empty where all do.
std::string notLookedAt(const LoopState& state) {
  for (const auto& elements : state.touched)
    if (elements->isToBeApart() && !elements->isAllowed())
      return std::string("to look whether two iterations touch the same element of ") + elements->array() +
             " would take longer than it saves";
  return "";
}

}  // namespace

bool LoopLaunch::isDoubted() const {
  const double home = static_cast<double>(context_.residents.staleBytes()) / DeviceProperties{}.transferBytesPerSecond;
  return learns_ && correction_.doubtsSteady(work(), threads(), home);
}

int LoopLaunch::threads() const {
  if (options_.parallel_ == 0) return 1;
  const int available = context_.cpu.available();
  return options_.cores_ > 0 ? std::min(options_.cores_, available) : available;
}

Work LoopLaunch::work() const {
  Work work;
  work.operations = static_cast<double>(state_.iterations) * state_.operations;
  if (facts_)
    for (const TouchedBytes& touched : facts_->whole)
      if (touched.access != Access::Combines) work.bytes += static_cast<double>(totalSize(touched.rows));
  work.common = static_cast<double>(common_.size());
  work.bytes -= work.common;
  if (!copies_) return work;
  work.lanes = static_cast<double>(copies_->blocks);
  work.extra = copies_->extraWork;
  work.bytes += static_cast<double>(copies_->blocks) * static_cast<double>(host_.resultSize());
  return work;
}

std::string LoopLaunch::noDevices() {
  if (kernel_.whyHostAlone != nullptr && !state_.onDevices) return kernel_.whyHostAlone;
  if (options_.autoGpuParallel_ == 0) return "auto_gpu_parallel is off";
  if (options_.gpus_ == 0) return "gpus is 0";
  // On every kind of device alike: what runs on virtual ones is what runs on GPUs.
  for (const ArrayFacts& array : state_.arrays)
    if (!isAligned(array)) return std::string("'") + array.name + "' is not aligned to its elements";
  if (options_.complexityExceeded_ == 1) return "the function's complexity is over its threshold";
  // What a short loop touches may be on the devices: bringing it home takes longer than the loop.
  const bool settled = mayStay_ && !nothingOnDevices();
  if (!settings().force && !settled && secondsOnCpu(work(), 1, &correction_) < DeviceProperties{}.launchSeconds)
    return "the loop is too short";
  lookAtDevices();
  return devices_.empty() ? absence_ : "";
}

void LoopLaunch::lookAtDevices() {
  if (!devices_.empty()) return;
  const std::lock_guard<std::mutex> lock(context_.deviceMutex);
  const DeviceSet& set = context_.devices();
  if (learns_ && set.backend) correction_ = context_.learned.correction(*state_.site, set.backend.get());
  absence_ = set.notes.empty() ? "there are no devices" : set.notes.front();
  if (!set.usable.empty() && !state_.onDevices)
    if (std::string obstacle = set.backend->obstacle(kernel_); !obstacle.empty()) {
      absence_ = std::move(obstacle);
      return;
    }
  for (DeviceId id : set.usable) {
    const DeviceProperties& properties = set.backend->properties(id);
    // Libraries are called by this process's threads. Its own devices come before the others.
    if (state_.tasks && properties.isFar) continue;
    devices_.push_back(properties);
  }
  if (devices_.empty() && !set.usable.empty()) absence_ = "devices of other ranks run no tasks";
}

Choice LoopLaunch::withoutFootprint() {
  const Index whole = state_.whole < 0 ? state_.iterations : state_.whole;
  if (whole < options_.minIterations_ && !state_.draws)
    return {Place::Original, 0, std::to_string(whole) + " iterations, fewer than min_iterations"};
  const std::string why = noDevices();
  if (!why.empty()) return {cpuPlace(), 0, why};
  if (state_.drives && deviceLimit() * std::max(1, options_.maxGpuParallelJobs_) < 2)
    return {Place::Original, 0, "one device runs it as it is written"};
  if (isForcedForNothing()) return {cpuPlace(), 0, "fewer iterations than devices"};
  return {Place::Devices, deviceLimit(), ""};
}

bool LoopLaunch::isForcedForNothing() {
  if (!settings().force || state_.whole >= 0 || nest().hasChoice() || (mayStay_ && !nothingOnDevices())) return false;
  return state_.iterations < mostDevices() && context_.forcedOften(*state_.site);
}

Place LoopLaunch::cpuPlace() const {
  if (state_.draws) return Place::Threads;
  if (state_.drives) return Place::Original;
  if (options_.parallel_ == 0) return Place::Original;
  return settings().force ? Place::Threads : onCpu(work(), threads(), &correction_);
}

int LoopLaunch::deviceLimit() const {
  return static_cast<int>(std::min<Index>(mostDevices(), reduction::blockCount({0, state_.iterations}, host_.block())));
}

bool LoopLaunch::needsFacts(const Choice& choice) const {
  return choice.place == Place::Devices || state_.hasGuards() || verifies() || combines() || kernel_.workspaces;
}

bool LoopLaunch::knowsEssential() const {
  return facts_ && std::none_of(facts_->unknown.begin(), facts_->unknown.end(), [](const UnknownTouch& touch) {
           return touch.access == Access::Combines || touch.access == Access::Owns;
         });
}

double LoopLaunch::gain(const Choice& choice) const {
  double quickest = secondsOnCpu(work(), threads(), &correction_);
  if (choice.place == Place::Devices)
    quickest = std::min(quickest, secondsOnDevices(work(), devices_, choice.devices, &correction_));
  return secondsOnCpu(work(), 1, &correction_) - quickest;
}

Choice LoopLaunch::refused(FailedGuard guard) {
  failed_ = std::move(guard);
  return {Place::Original, 0, whyRefused(failed_)};
}

bool LoopLaunch::isSafe(Choice& choice) {
  if (!needsFacts(choice)) return true;
  const double asked = now();
  context_.elements.allow(*state_.site, state_.touched, settings().force ? infinite : gain(choice));
  if (const std::string unasked = notLookedAt(state_); !unasked.empty()) {
    choice = refused({unasked, {}});
    return false;
  }
  facts_ = launchFacts(body_, state_.arrays, state_.iterations);
  if ((!facts_ && (state_.hasGuards() || verifies())) || ((combines() || kernel_.workspaces) && !knowsEssential())) {
    choice = {Place::Original, 0, "what the loop touches is not known"};
    return false;
  }
  if (facts_) useDevices(facts_->workspaces, devices_);
  FailedGuard failed = facts_ ? failedGuard(context_, state_, *facts_) : FailedGuard{};
  if (!failed.holds()) {
    if (learns_) context_.refusals.failed(*state_.site, now() - asked, secondsOnCpu(work(), 1, &correction_));
    choice = refused(std::move(failed));
    return false;
  }
  if (learns_ && state_.hasGuards() && !state_.rollsBack) context_.refusals.held(*state_.site);
  return !combines() || makeCopies(choice);
}

void LoopLaunch::refine(Choice& choice) {
  if (choice.place != Place::Devices || state_.tasks) return;
  if (!knowsAll()) {
    choice = {cpuPlace(), 0, "what the loop touches is not known"};
  } else if (!settings().force) {
    devices_.resize(static_cast<std::size_t>(choice.devices));
    if (devices_.back().isFar) common_ = readByBothHalves(*facts_);
    choice = mayStay_ ? chooseForStay() : chooseLearned(estimated_ = work(), devices_, threads(), nullptr, correction_);
  }
}

int LoopLaunch::mostDevices() const {
  const int usable = static_cast<int>(devices_.size());
  return options_.gpus_ > 0 ? std::min(options_.gpus_, usable) : usable;
}

bool LoopLaunch::mightPreferInner() {
  if (!nest().hasChoice()) return false;
  lookAtDevices();
  return prefersInner({Place::Devices, mostDevices(), ""});
}

bool LoopLaunch::prefersInner(const Choice& choice) {
  if (!nest().hasChoice()) return false;
  const int devices = choice.place == Place::Devices ? mostDevices() : 0;
  if (settings().force) return state_.iterations < (devices > 0 ? devices : threads());
  Work now = work();
  if (mayStay_ && facts_) {
    const std::lock_guard<std::mutex> lock(context_.deviceMutex);
    context_.residents.estimate(*facts_, now);
  }
  Work settled = now;
  settled.bytes = 0;
  state_.nest = nestSeconds(now, nest(), devices_, devices, threads());
  const NestSeconds later = nestSeconds(settled, nest(), devices_, devices, threads());
  return innerIsQuicker(state_.nest, mayStay_ ? &later : nullptr, context_.learned.nest(*state_.site));
}

bool LoopLaunch::leaveToInner() {
  state_.choseInner = true;
  if (learns_) state_.leftAt = begin_;
  tellInner(context_, state_);
  return false;
}

Choice LoopLaunch::chooseForStay() {
  const std::lock_guard<std::mutex> lock(context_.deviceMutex);
  estimated_ = work();
  context_.residents.estimate(*facts_, estimated_);
  context_.residents.estimateCommon(common_, estimated_);
  const Standing standing = context_.residents.standing(*state_.site, state_.residency);
  const Choice choice = chooseLearned(estimated_, devices_, threads(), &standing, correction_);
  context_.residents.remember(*state_.site, state_.residency, choice);
  return choice;
}

bool LoopLaunch::makeCopies(Choice& choice) {
  copies_ = planCopies(kernel_, *facts_, state_.operations, settings().force);
  if (!copies_) {
    choice = {Place::Original, 0, "copies of the arrays that iterations combine into would cost more than they save",
              0};
    return false;
  }
  host_.useCopies(copies_->layout, copies_->block);
  facts_->block = host_.block();
  facts_->copies = copies_->layout;
  facts_->partialSize = host_.resultSize();
  if (choice.place == Place::Devices)
    choice.devices = deviceLimit();
  else
    choice.place = cpuPlace();
  return choice.place != Place::Original;
}

}  // namespace clustrix::runtime

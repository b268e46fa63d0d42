#include "clustrix/Loop.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "DeviceLaunch.h"
#include "KeptErrno.h"
#include "LoopState.h"
#include "RunLoop.h"
#include "ScanLoop.h"
#include "SearchLoop.h"

namespace clustrix {

runtime::LoopState& Loop::state() {
  if (state_ == nullptr) {
    state_ = new runtime::LoopState;
    state_->site = site_;
    state_->iterations = iterations_;
    state_->residency = residency_;
    state_->arrays.reserve(8);  // one allocation for nearly all loops
  }
  state_->required = required_;
  state_->operations = operations_;
  state_->inner = inner_;
  return *state_;
}

namespace runtime {
namespace {

LoopState* stateOf(Answer waiting) {
  return reinterpret_cast<LoopState*>(waiting);  // NOLINT(performance-no-int-to-ptr): it was made from one
}

void end(LoopState* state) {
  const KeptErrno kept;
  if (state->leftAt > 0 && std::uncaught_exceptions() == 0) learnOriginal(currentContext(), *state);
  if (state->verification) finishVerification(currentContext(), *state);
  delete state;
}

}  // namespace

void endLoop(Answer waiting) { end(stateOf(waiting)); }

bool choseInner(Answer waiting) { return stateOf(waiting)->choseInner; }
}  // namespace runtime

void Loop::end() { runtime::end(state_); }

runtime::Answer Loop::waiting() {
  if (state_->leftAt <= 0 && !state_->verification && !state_->choseInner) return asWritten;
  const auto answer = reinterpret_cast<runtime::Answer>(state_);
  state_ = nullptr;
  return answer;
}

int Loop::addArray(const runtime::ArrayFacts& array) {
  std::vector<runtime::ArrayFacts>& arrays = state().arrays;
  arrays.push_back(array);
  return static_cast<int>(arrays.size()) - 1;
}

int Loop::addPointers(const runtime::ArrayFacts& array, int levels) {
  auto& pointers = state().pointerRows;
  pointers.push_back(std::make_unique<runtime::PointerRows>());
  pointers.back()->pointers = array.base;
  pointers.back()->elementSize = array.elementSize;
  pointers.back()->levels = levels;
  runtime::ArrayFacts facts = array;
  facts.container = pointers.back().get();
  facts.eachRow = runtime::walkPointerRows;
  return addArray(facts);
}

void Loop::addReach(int array, const Interval* subscripts, int count) {
  const void* rows = state().arrays[static_cast<std::size_t>(array)].container;
  for (const auto& pointers : state().pointerRows)
    if (pointers.get() == rows) pointers->reach(subscripts, count);
}

void Loop::placeArray(int array, const void* base, Index extent) {
  runtime::ArrayFacts& facts = state().arrays[static_cast<std::size_t>(array)];
  facts.base = base;
  facts.extent = extent;
}

void Loop::addDisjoint(int a, int b, bool sameAllowed) { state().disjointArrays.push_back({a, b, sameAllowed}); }

void Loop::addDisjoint(int a, ObjectBytes bytes) { state().disjointObjects.push_back({a, bytes}); }

bool Loop::runBody(const runtime::LoopBody& body, void* total) {
  static_cast<void>(state());
  return launch(body, total);
}

bool Loop::choseInner() const { return state_ != nullptr && state_->choseInner; }

bool Loop::launch(const runtime::LoopBody& body, void* total) {
  const runtime::KeptErrno kept;
  try {
    return runtime::runLoop(runtime::currentContext(), *state_, body, total);
  } catch (const std::exception& exception) {
    if (!state_->started) {
      runtime::currentContext().log.warn(std::string("the loop runs as written: ") + exception.what() +
                                         runtime::tag(*site_));
      runtime::bringAllHome();
      return false;
    }
    // Some iterations have run and others have not: neither answer would be true.
    std::fprintf(stderr, "clustrix: error: %s at %s:%d: %s; the program stops, since the loop's results are lost\n",
                 site_->function, site_->file, site_->line, exception.what());
    std::abort();
  }
}

bool Loop::mayScan() {
  const runtime::KeptErrno kept;
  const bool may = runtime::mayScan(runtime::currentContext(), state());
  if (!may && !runtime::nothingOnDevices()) runtime::bringAllHome();
  return may;
}

bool Loop::runPass(const runtime::LoopBody& body, Index count, Index size) {
  const runtime::PassScope pass(*state_, body, count, size);
  return launch(body, nullptr);
}

Index Loop::searchBody(const runtime::LoopBody& body, Index& begin) {
  const runtime::KeptErrno kept;
  // The loop's own text runs afterwards in any case, and first iterations are tried on the host.
  if (!runtime::nothingOnDevices()) runtime::bringAllHome();
  try {
    return runtime::searchLoop(runtime::currentContext(), state(), body, begin);
  } catch (const std::exception& exception) {
    // Nothing was written: the loop's own text can always begin at the beginning.
    runtime::currentContext().log.warn(std::string("the loop runs as written: ") + exception.what() +
                                       runtime::tag(*site_));
    return 0;
  }
}

}  // namespace clustrix

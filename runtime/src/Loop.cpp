#include "clustrix/Loop.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "DeviceLaunch.h"
#include "LoopState.h"
#include "RunLoop.h"
#include "ScanLoop.h"
#include "SearchLoop.h"

namespace clustrix {

Loop::Loop(const Site& site, Index iterations) : state_(new runtime::LoopState) {
  state_->site = &site;
  state_->iterations = iterations;
  state_->arrays.reserve(8);  // one allocation for nearly all loops
}

Loop::Loop(const Site& site, Index iterations, const Residency& residency) : Loop(site, iterations) {
  state_->residency = residency.id();
}

Loop::~Loop() {
  if (state_->verification) runtime::finishVerification(runtime::currentContext(), *state_);
  delete state_;
}

void Loop::require(bool condition) { state_->required = state_->required && condition; }

void Loop::operations(Index count) { state_->operations = count > 1 ? static_cast<double>(count) : 1.0; }

int Loop::add(const runtime::ArrayFacts& array) {
  state_->arrays.push_back(array);
  return static_cast<int>(state_->arrays.size()) - 1;
}

void Loop::disjointArrays(int a, int b, bool sameAllowed) { state_->disjointArrays.push_back({a, b, sameAllowed}); }

void Loop::disjointObject(int a, ObjectBytes bytes) { state_->disjointObjects.push_back({a, bytes}); }

bool Loop::runBody(const runtime::LoopBody& body, void* total) {
  try {
    return runtime::runLoop(runtime::currentContext(), *state_, body, total);
  } catch (const std::exception& exception) {
    if (!state_->started) {
      runtime::currentContext().log.warn(std::string("the loop runs as written: ") + exception.what() +
                                         runtime::tag(*state_->site));
      runtime::bringAllHome();
      return false;
    }
    // Some iterations have run and others have not: neither answer would be true.
    std::fprintf(stderr, "clustrix: error: %s at %s:%d: %s; the program stops, since the loop's results are lost\n",
                 state_->site->function, state_->site->file, state_->site->line, exception.what());
    std::abort();
  }
}

Index Loop::iterations() const { return state_->iterations; }

bool Loop::mayScan() const {
  const bool may = runtime::mayScan(runtime::currentContext(), *state_);
  if (!may && !runtime::nothingOnDevices()) runtime::bringAllHome();
  return may;
}

bool Loop::runPass(const runtime::LoopBody& body, Index count, Index size) {
  const runtime::PassScope pass(*state_, body, count, size);
  return runBody(body, nullptr);
}

Index Loop::searchBody(const runtime::LoopBody& body, Index& begin) {
  // The loop's own text runs afterwards in any case, and first iterations are tried on the host.
  if (!runtime::nothingOnDevices()) runtime::bringAllHome();
  try {
    return runtime::searchLoop(runtime::currentContext(), *state_, body, begin);
  } catch (const std::exception& exception) {
    // Nothing was written: the loop's own text can always begin at the beginning.
    runtime::currentContext().log.warn(std::string("the loop runs as written: ") + exception.what() +
                                       runtime::tag(*state_->site));
    return 0;
  }
}

}  // namespace clustrix

#include "clustrix/Loop.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <utility>

#include "clustrix/Residency.h"
#include "execution/AfterOriginal.h"
#include "execution/Auditor.h"
#include "execution/DeviceLaunch.h"
#include "execution/FailedGuard.h"
#include "execution/Fork.h"
#include "execution/LaunchNotes.h"
#include "execution/LoopState.h"
#include "execution/RunLoop.h"
#include "execution/ScanLoop.h"
#include "execution/SearchLoop.h"
#include "support/BestEffort.h"
#include "support/KeptErrno.h"

namespace clustrix {

runtime::LoopState& Loop::state() {
  if (state_ == nullptr) {
    auto state = std::make_unique<runtime::LoopState>();
    state->site = site_;
    state->iterations = iterations_;
    state->residency = residency_;
    state->arrays.reserve(8);  // one allocation for nearly all loops
    state_ = state.release();
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

void end(LoopState* state) noexcept {
  const KeptErrno kept;
  // The original loop has not come to its end where it has thrown.
  const bool whole = std::uncaught_exceptions() == 0;
  if (whole && state->leftAt > 0) bestEffort([&] { learnOriginal(currentContext(), *state); });
  if (whole && state->verification) bestEffort([&] { finishVerification(currentContext(), *state); });
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

// All that is said of a loop may want memory. Where there is none, nothing more is said of it: it runs as written.
template <class Say>
int Loop::said(const Say& say) noexcept {
  try {
    return say(state());
  } catch (const std::exception&) {
    leave();
    return 0;
  }
}

void Loop::leave() noexcept {
  isSmall_ = true;
  if (!runtime::nothingOnDevices()) runtime::bringAllHome();
}

int Loop::addArray(const runtime::ArrayFacts& array) {
  return said([&](runtime::LoopState& state) {
    state.arrays.push_back(array);
    return static_cast<int>(state.arrays.size()) - 1;
  });
}

int Loop::addPointers(const runtime::ArrayFacts& array, int levels) {
  return said([&](runtime::LoopState& state) {
    auto& pointers = state.pointerRows;
    pointers.push_back(std::make_unique<runtime::PointerRows>());
    pointers.back()->pointers = array.base;
    pointers.back()->elementSize = array.elementSize;
    pointers.back()->levels = levels;
    runtime::ArrayFacts facts = array;
    facts.container = pointers.back().get();
    facts.eachRow = runtime::walkPointerRows;
    state.arrays.push_back(facts);
    return static_cast<int>(state.arrays.size()) - 1;
  });
}

void Loop::addReach(int array, const Interval* subscripts, int count) {
  static_cast<void>(said([&](runtime::LoopState& state) {
    const void* rows = state.arrays[static_cast<std::size_t>(array)].container;
    for (const auto& pointers : state.pointerRows)
      if (pointers.get() == rows) pointers->reach(subscripts, count);
    return 0;
  }));
}

void Loop::placeArray(int array, const void* base, Index extent) {
  runtime::ArrayFacts& facts = state().arrays[static_cast<std::size_t>(array)];
  facts.base = base;
  facts.extent = extent;
}

void Loop::addDisjoint(int a, int b, bool sameAllowed) {
  static_cast<void>(said([&](runtime::LoopState& state) {
    state.disjointArrays.push_back({a, b, sameAllowed});
    return 0;
  }));
}

void Loop::addDisjoint(int a, ObjectBytes bytes) {
  static_cast<void>(said([&](runtime::LoopState& state) {
    state.disjointObjects.push_back({a, bytes});
    return 0;
  }));
}

void Loop::addAllDisjoint(std::initializer_list<AnyArray> arrays, std::initializer_list<AnyArray> own,
                          std::initializer_list<ObjectBytes> written, std::initializer_list<ObjectBytes> read) {
  runtime::NoAlias guard;
  for (const AnyArray& array : arrays) guard.arrays.push_back(array.id);
  for (const AnyArray& array : own) guard.own.push_back(array.id);
  guard.written = written;
  guard.read = read;
  state().allDisjoint.push_back(std::move(guard));
}

void Loop::addRollBack(Iterations kind) {
  static_cast<void>(said([](runtime::LoopState& state) {
    state.rollsBack = true;
    return 0;
  }));
  tasks(kind);
}

void Loop::tasks(Iterations kind) {
  if (isSmall_) return;
  static_cast<void>(said([kind](runtime::LoopState& state) {
    state.tasks = have(kind, Iterations::Tasks);
    state.libraries |= state.tasks;
    state.draws = have(kind, Iterations::Drawing);
    state.onDevices = have(kind, Iterations::OnDevices);
    state.drives = have(kind, Iterations::Driving);
    return 0;
  }));
}

void Loop::callsLibraries() {
  if (isSmall_) return;
  static_cast<void>(said([](runtime::LoopState& state) {
    state.libraries = true;
    return 0;
  }));
}

void Loop::forgetArray(int array) {
  static_cast<void>(said([array](runtime::LoopState& state) {
    state.arrays[static_cast<std::size_t>(array)].forgotten = true;
    return 0;
  }));
}

namespace runtime {
namespace {

List listIn(const LoopState& state, const NumbersInArray& numbers, Index from, Index to) {
  const ArrayFacts& facts = state.arrays[static_cast<std::size_t>(numbers.array)];
  List list{facts.name, static_cast<const char*>(facts.base) + numbers.begin, numbers.size, numbers.isSigned, from, to};
  if (numbers.run * static_cast<Index>(numbers.size) != static_cast<Index>(facts.elementSize)) {
    list.run = numbers.run;
    list.stride = static_cast<Index>(facts.elementSize);
  }
  if (facts.extent >= 0) {
    list.from = std::max<Index>(from, 0);
    list.to = std::min(to, facts.extent * numbers.run - 1);
    list.exists = true;
  }
  return list;
}

bool mayBeOnDevices() { return !nothingOnDevices() && !launchesNothing(); }

// What the loop follows may be on a device, newer than here.
Inspection* inspect(LoopState& state, const NumbersInArray& numbers, Index from, Index to) {
  const List list = listIn(state, numbers, from, to);
  // A guard asks of the positions that footprints ask of: they are looked at once.
  for (const auto& known : state.inspections)
    if (known->isOf(list)) return known.get();
  if (list.count() > 0 && mayBeOnDevices()) beforeHostReads(list.begin(), list.bytes());
  state.inspections.push_back(std::make_unique<Inspection>(list, currentContext().cpu));
  return state.inspections.back().get();
}

/// Indices of a list at places that another list tells, of which a look at all takes a tenth of the loop's time.
Index worthLookingAt(const LoopState& state, bool forced) {
  constexpr double anOperation = 0.04, anIteration = 2;
  const double each = std::max(anIteration, anOperation * state.operations);
  return forced ? mostListed : static_cast<Index>(each * static_cast<double>(state.iterations));
}

Inspection* inspectLater(LoopState& state, const NumbersInArray& numbers, std::function<ListRange()> positions) {
  Context& context = currentContext();
  const Index most = worthLookingAt(state, context.settings.force || auditor);
  // What is on devices comes home before the launch holds them.
  if (mayBeOnDevices()) {
    const ListRange now = positions();
    if (now.to - now.from < most) return inspect(state, numbers, now.from, now.to);
  }
  const List anywhere = listIn(state, numbers, -mostListed, mostListed);
  state.inspections.push_back(std::make_unique<Inspection>(anywhere, std::move(positions), most, context.cpu));
  return state.inspections.back().get();
}

}  // namespace
}  // namespace runtime

runtime::Inspection* Loop::addInspection(const runtime::NumbersInArray& list, Index from, Index to) {
  runtime::Inspection* made = nullptr;
  static_cast<void>(said([&](runtime::LoopState& state) {
    made = runtime::inspect(state, list, from, to);
    return 0;
  }));
  return made;
}

runtime::Inspection* Loop::addInspection(const runtime::NumbersInArray& list, std::function<ListRange()> positions) {
  runtime::Inspection* made = nullptr;
  static_cast<void>(said([&](runtime::LoopState& state) {
    made = runtime::inspectLater(state, list, std::move(positions));
    return 0;
  }));
  return made;
}

void Loop::addDistinct(const runtime::NumbersInArray& list, Index from, Index to) {
  static_cast<void>(said([&](runtime::LoopState& state) {
    state.distinct.push_back(runtime::inspect(state, list, from, to));
    return 0;
  }));
}

runtime::TouchedElements* Loop::addTouched(int array, std::initializer_list<Inspected> lists,
                                           std::initializer_list<Index> numbers, std::function<void(AllTouches&)> go) {
  runtime::TouchedElements* made = nullptr;
  static_cast<void>(said([&](runtime::LoopState& state) {
    const runtime::ArrayFacts& facts = state.arrays[static_cast<std::size_t>(array)];
    std::vector<runtime::Inspection*> followed;
    for (const Inspected& list : lists)
      if (list.inspection() != nullptr) followed.push_back(list.inspection());
    state.touched.push_back(std::make_unique<runtime::TouchedElements>(facts.name, std::move(followed),
                                                                       std::vector<Index>(numbers), state.iterations,
                                                                       std::move(go), runtime::currentContext().cpu));
    made = state.touched.back().get();
    return 0;
  }));
  return made;
}

void Loop::addApart(TouchedBy elements) {
  static_cast<void>(said([&](runtime::LoopState&) {
    elements.touched()->keepApart();
    return 0;
  }));
}

namespace runtime {
namespace {

// What `guard()` says of the first one that fails, where somebody listens.
template <class Guard>
int keepFailed(LoopState& state, const Guard& guard) {
  if (tellsRefusals(currentContext())) state.failed = guard();
  return 0;
}

}  // namespace
}  // namespace runtime

void Loop::fail(const char* asked, std::initializer_list<runtime::NamedNumber> numbers,
                const Interval* value) noexcept {
  if (!std::exchange(required_, false) || isSmall_) return;
  const runtime::KeptErrno kept;
  const auto guard = [&] {
    return runtime::FailedGuard{asked, [words = runtime::numbersInWords(numbers, value)] { return words; }};
  };
  static_cast<void>(said([&](runtime::LoopState& state) { return runtime::keepFailed(state, guard); }));
}

void Loop::failDisjoint(ObjectBytes first, ObjectBytes second) noexcept {
  if (!std::exchange(required_, false) || isSmall_) return;
  const runtime::KeptErrno kept;
  const auto guard = [&] {
    return runtime::FailedGuard{std::string(first.name) + " and " + second.name + " are different objects",
                                [] { return std::string("they share memory"); }};
  };
  static_cast<void>(said([&](runtime::LoopState& state) { return runtime::keepFailed(state, guard); }));
}

bool Loop::runBody(const runtime::LoopBody& body, void* total) {
  static_cast<void>(said([](runtime::LoopState&) { return 0; }));
  return !isSmall_ && launch(body, total);
}

bool Loop::choseInner() const { return state_ != nullptr && state_->choseInner; }

bool Loop::launch(const runtime::LoopBody& body, void* total) {
  const runtime::KeptErrno kept;
  try {
    return runtime::runLoop(runtime::currentContext(), *state_, body, total);
  } catch (const std::exception& exception) {
    if (!state_->started) {
      asWrittenSince(exception);
      return false;
    }
    // Some iterations have run and others have not: neither answer would be true. Want of memory never comes here.
    std::fprintf(stderr, "clustrix: error: %s at %s:%d: %s; the program stops, since the loop's results are lost\n",
                 site_->function, site_->file, site_->line, exception.what());
    std::abort();
  }
}

void Loop::asWrittenSince(const std::exception& exception) noexcept {
  leave();
  runtime::bestEffort([&] {
    runtime::Context& context = runtime::currentContext();
    if (context.settings.requireGpu)
      context.stopNow("CLUSTRIX_REQUIRE=gpu, but a loop would run as written: host memory has run out");
    context.log.warn(std::string("the loop runs as written: ") + exception.what() + runtime::tag(*site_));
  });
}

bool Loop::mayScan(bool hostAlone) {
  const runtime::KeptErrno kept;
  const int may =
      said([&](runtime::LoopState& state) { return runtime::mayScan(runtime::currentContext(), state, hostAlone); });
  if (may == 0 && !runtime::nothingOnDevices()) runtime::bringAllHome();
  return may != 0;
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
    asWrittenSince(exception);
    return 0;
  }
}

}  // namespace clustrix

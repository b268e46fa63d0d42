#include "audit/Told.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "audit/AuditedProcess.h"
#include "audit/Claimed.h"
#include "clustrix/audit.h"
#include "execution/Guards.h"
#include "execution/KernelObject.h"

namespace clustrix::audit {

namespace {

/// What a loop has been told: looked at where it would have run in parallel.
struct Told final : runtime::Described {
  std::optional<runtime::LaunchFacts> facts;  // of all iterations; none where parameters are not as it needs them
  std::vector<runtime::GuardResult> guards;
  Findings apart;                 // what is found where a guard says no
  RecentReads before;             // of what tells the loop and makes its kernel
  std::optional<Claimed> claims;  // none where something is not known

  bool isParallel() const {
    return std::all_of(guards.begin(), guards.end(), [](const auto& guard) { return guard.holds(); });
  }
};

Told* toldOf(const runtime::LoopState* state) { return state ? static_cast<Told*>(state->described.get()) : nullptr; }

class Taker final : public runtime::Auditor {
 public:
  std::unique_ptr<runtime::Described> described(runtime::Context& context, const runtime::LoopState& state,
                                                const runtime::LoopBody& body) override {
    auto told = std::make_unique<Told>();
    ask(*told, context, state, body);
    const bool isClaimed = told->isParallel() && told->facts && state.iterations > 0 && told->facts->unknown.empty();
    // Nothing is moved for one that the host alone runs.
    if (!isClaimed || body.kernel->inPlace || body.kernel->whyHostAlone) return told;
    {  // It reads its values.
      const runtime::KernelObject kernel(body, state.arrays, told->facts->workspaces);
    }
    const Unwatched unwatched;
    told->before = recentReads();
    // The footprint of a search is gone once that has answered, and that of a scan.
    const bool isScan = state.whole >= 0;
    told->claims.emplace(*told->facts, !state.searching && !isScan, told->before);
    if (isScan) told->claims->hasIterations(static_cast<std::uint64_t>(state.whole));
    if (state.searching || state.rollsBack) told->claims->onlyArrays();
    return told;
  }

  void runFirstPass(const runtime::LoopState& state, const runtime::LoopBody& body) override {
    const Unwatched unwatched;
    const runtime::KernelObject kernel(body, state.arrays);
    body.kernel->runHost(kernel.get(), {0, state.iterations}, 0);
  }

  void allComesHome(const runtime::IntervalSet& but) override {
    hearOfHost([&](OnDevices& there) { there.allComesHome(but); });
  }
  void hostReads(const runtime::IntervalSet& bytes) override {
    hearOfHost([&](OnDevices& there) { there.hostReads(bytes); });
  }
  void hostWrites(const runtime::IntervalSet& bytes) override {
    hearOfHost([&](OnDevices& there) { there.hostWrites(bytes); });
  }

 private:
  static void ask(Told& told, runtime::Context& context, const runtime::LoopState& state,
                  const runtime::LoopBody& body) {
    const Unwatched unwatched;
    // Whatever a guard would cost: a launch might find that it is worth it.
    context.elements.allow(*state.site, state.touched, std::numeric_limits<double>::infinity());
    if (state.required) told.facts = launchFacts(body, state.arrays, state.iterations);
    told.guards = guardResults(context, state, told.facts ? &*told.facts : nullptr);
  }
};

/// `f at f.cpp:3`, cut where it is very long.
struct LoopName {
  explicit LoopName(const Site& site) {
    std::snprintf(text, sizeof text, "%s at %s:%d", site.function, site.file, site.line);
  }
  char text[256];
};

/// Around all elements of an array that the loop touches, or all that there are.
runtime::Bounds placeOf(const runtime::LoopState& state, const Told& told, int id) {
  const Unwatched unwatched;
  const runtime::ArrayFacts& array = state.arrays[static_cast<std::size_t>(id)];
  if (array.extent >= 0 && array.base != nullptr) {
    const auto begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(array.base));
    return {begin, begin + array.extent * static_cast<Index>(array.elementSize)};
  }
  runtime::Bounds all;
  if (!told.facts) return all;
  for (const runtime::TouchedBytes& touched : told.facts->whole) {
    if (touched.array != id) continue;
    const runtime::Bounds piece = bounds(touched.rows);
    all = all.empty() ? piece : runtime::Bounds{std::min(all.begin, piece.begin), std::max(all.end, piece.end)};
  }
  return all;
}

/// What the launch leaves on devices, but in memory of ours.
OnDevices::Left leftBy(const runtime::LoopState& state, const Told& told) {
  OnDevices::Left left;
  left.loop = LoopName(*state.site).text;
  const auto isOurs = [&](int id) { return Claimed::isOurs(state.arrays[static_cast<std::size_t>(id)]); };
  for (const runtime::TouchedBytes& one : told.facts->whole)
    if (!isOurs(one.array)) (runtime::isRead(one.access) ? left.copies : left.newer) += runtime::IntervalSet(one.rows);
  for (std::size_t id = 0; id < state.arrays.size(); ++id) {
    if (isOurs(static_cast<int>(id))) continue;
    const runtime::Bounds all = placeOf(state, told, static_cast<int>(id));
    if (!all.empty())
      left.objects.push_back({state.arrays[id].name, static_cast<std::uintptr_t>(all.begin),
                              static_cast<std::size_t>(all.end - all.begin), state.arrays[id].elementSize});
  }
  return left;
}

}  // namespace

void takeLoops() { runtime::auditor = new Taker; }

Loop::Loop(const clustrix::Loop& told, Where where, const void* frame) {
  begin(told, where, frame, __builtin_frame_address(0));
}
Loop::Loop(const std::optional<clustrix::Loop>& told, Where where, const void* frame) {
  if (told) begin(*told, where, frame, __builtin_frame_address(0));
  askTogether();  // the footprint is gone
}

void Loop::begin(const clustrix::Loop& told, Where where, const void* frame, const void* low) {
  const runtime::LoopState* const state = told.state_;
  Told* const what = toldOf(state);
  if (!what) return;
  const LoopName name(*state->site);
  isAt(name.text, *state->site);
  const bool isParallel = what->isParallel();
  hearsGuards_ = where == Where::Always || looksPastGuards();
  if (!isParallel) runtime::bringAllHome();
  if (!isParallel && !hearsGuards_) return skipped(name.text);
  told_ = state;
  loop_ = beginLoop(name.text, frameBetween(frame, low), what->claims ? &*what->claims : nullptr,
                    isParallel ? nullptr : &what->apart);
  if (!loop_) return runtime::bringAllHome();
  if (!isParallel) loop_->mayOverlap();
  if (state->searching || state->rollsBack) loop_->mayBeLeft();
  ignoreOurOwn();
  for (std::size_t id = 0; id < state->arrays.size(); ++id)
    placeArray(Named, state->arrays[id].name, static_cast<int>(id));
}

Loop::Loop(const Loop& around, const Site& site, bool isShared, const void* frame) {
  if (!around.loop_ || !isShared || !around.loop_->looksInside()) return;
  const LoopName name(site);
  isAt(name.text, site);
  Told* const what = toldOf(around.told_);
  const bool isParallel = what->isParallel();
  loop_ = beginLoop(name.text, frameBetween(frame, __builtin_frame_address(0)), nullptr,
                    isParallel ? nullptr : &what->apart);
  if (!loop_) return;
  if (!isParallel) loop_->mayOverlap();
  {
    const Unwatched unwatched;
    loop_->callElementsAs(*around.loop_);
  }
  ignoreOurOwn();
}

/// Our own, which functions that iterations call count with.
void Loop::ignoreOurOwn() {
  place(Combined, "", &runtime::lender, sizeof runtime::lender, 0);
  place(Combined, "", &runtime::roots, sizeof runtime::roots, 0);
  place(Combined, "", &runtime::copiesOnDevices, sizeof runtime::copiesOnDevices, 0);
}

Loop::~Loop() {
  const bool isOutermost = loop_ && endLoop();
  const Told* const told = toldOf(told_);
  if (isOutermost && told_->residency != 0 && told->claims) leaveOnDevices(leftBy(*told_, *told));
  if (hearsGuards_ && told) heardGuards(LoopName(*told_->site).text, told->guards, loop_ ? &told->apart : nullptr);
}

void Loop::askTogether() {
  Told* const what = loop_ ? toldOf(told_) : nullptr;
  if (what && what->claims) what->claims->askTogether();
}

void Loop::growing(const void* container, ObjectBytes (*elementsOf)(const void* container)) {
  if (!loop_) return;
  const Unwatched unwatched;
  loop_->grows([container, elementsOf] {
    const ObjectBytes elements = elementsOf(container);
    return Piece{reinterpret_cast<std::uintptr_t>(elements.begin), elements.size};
  });
}

void Loop::lookedBackBy(const void* best, void (*evaluate)(const void* best)) {
  Told* const what = loop_ ? toldOf(told_) : nullptr;
  if (!what || !what->claims) return;
  const Unwatched unwatched;
  what->claims->lookBack([best, evaluate](std::uintptr_t begin, std::size_t bytes) {
    return isReadBy([&] { evaluate(best); }, begin, bytes);
  });
}

void Loop::place(Kind kind, const char* name, const volatile void* begin, std::size_t bytes, std::size_t element) {
  if (!loop_) return;
  const void* const at = const_cast<const void*>(begin);
  switch (kind) {
    case Private:
      return audit::isPrivate(*loop_, name, at, bytes, element);
    case Combined:
      return audit::isCombined(*loop_, name, at, bytes, element);
    case Named:
      return audit::isNamed(*loop_, name, at, bytes, element);
  }
}

void Loop::placeArray(Kind kind, const char* name, int array) {
  if (!loop_) return;
  const runtime::Bounds all = placeOf(*told_, static_cast<const Told&>(*told_->described), array);
  if (all.empty()) return;
  place(kind, name, reinterpret_cast<const void*>(static_cast<std::uintptr_t>(all.begin)),
        static_cast<std::size_t>(all.end - all.begin), told_->arrays[static_cast<std::size_t>(array)].elementSize);
}

void Loop::placeArrays(Kind kind, const char* name) {
  if (!loop_) return;
  for (std::size_t id = 0; id < told_->arrays.size(); ++id)
    if (std::strcmp(told_->arrays[id].name, name) == 0) placeArray(kind, name, static_cast<int>(id));
}

void Iteration::begin(AuditedLoop& loop) { beginBody(loop); }
void Iteration::end(AuditedLoop& loop) { endBody(loop); }
void Round::begin(AuditedLoop& loop) { loop.beginRound(); }

NotSeen::NotSeen(const Site& site, const char* why) {
  const LoopName name(site);
  isAt(name.text, site);
  audit::notSeen(name.text, why);
  runtime::bringAllHome();
}

}  // namespace clustrix::audit

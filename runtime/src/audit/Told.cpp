#include "audit/Told.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "audit/AuditedProcess.h"
#include "audit/Claimed.h"
#include "clustrix/audit.h"
#include "execution/Guards.h"
#include "execution/KernelObject.h"

namespace clustrix::audit {

namespace {

/// What a loop has been told: looked at where it would have run in parallel.
struct Told final : runtime::Described {
  std::optional<runtime::LaunchFacts> facts;  // of all iterations
  bool isParallel = false;
  RecentReads before;             // of what tells the loop and makes its kernel
  std::optional<Claimed> claims;  // none where something is not known
};

class Taker final : public runtime::Auditor {
 public:
  std::unique_ptr<runtime::Described> described(runtime::Context& context, const runtime::LoopState& state,
                                                const runtime::LoopBody& body) override {
    auto told = std::make_unique<Told>();
    {
      const Unwatched unwatched;
      told->facts = launchFacts(body, state.arrays, state.iterations);
      told->isParallel = state.required && told->facts && failedGuard(context, state, *told->facts).empty();
    }
    const bool isClaimed = told->isParallel && state.iterations > 0 && told->facts->unknown.empty();
    if (!isClaimed || body.kernel->inPlace) return told;  // nothing is moved for one that the host alone runs
    {
      const runtime::KernelObject kernel(body, state.arrays, told->facts->workspaces);
    }  // reads its values
    const Unwatched unwatched;
    told->before = recentReads();
    // The footprint of a search is gone once that has answered.
    told->claims.emplace(*told->facts, !state.searching, told->before);
    if (state.searching || state.rollsBack) told->claims->onlyArrays();
    return told;
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
  for (const runtime::TouchedBytes& touched : told.facts->whole) {
    if (touched.array != id) continue;
    const runtime::Bounds piece = bounds(touched.rows);
    all = all.empty() ? piece : runtime::Bounds{std::min(all.begin, piece.begin), std::max(all.end, piece.end)};
  }
  return all;
}

}  // namespace

void takeLoops() { runtime::auditor = new Taker; }

Loop::Loop(const clustrix::Loop& told, const void* frame) { begin(told, frame, __builtin_frame_address(0)); }
Loop::Loop(const std::optional<clustrix::Loop>& told, const void* frame) {
  if (told) begin(*told, frame, __builtin_frame_address(0));
  askTogether();  // the footprint is gone
}

void Loop::begin(const clustrix::Loop& told, const void* frame, const void* low) {
  const runtime::LoopState* const state = told.state_;
  auto* const what = state ? static_cast<Told*>(state->described.get()) : nullptr;
  if (!what || !what->isParallel) return;
  Claims* const claims = what->claims ? &*what->claims : nullptr;
  loop_ = beginLoop(LoopName(*state->site).text, frameBetween(frame, low), claims);
  if (!loop_) return;
  told_ = state;
  if (state->searching || state->rollsBack) loop_->mayBeLeft();
  // Our own, which functions that iterations call count with.
  place(Combined, "", &runtime::lender, sizeof runtime::lender, 0);
  place(Combined, "", &runtime::roots, sizeof runtime::roots, 0);
  place(Combined, "", &runtime::copiesOnDevices, sizeof runtime::copiesOnDevices, 0);
  for (std::size_t id = 0; id < state->arrays.size(); ++id)
    placeArray(Named, state->arrays[id].name, static_cast<int>(id));
}

Loop::~Loop() {
  if (loop_) endLoop();
}

void Loop::askTogether() {
  auto* const what = loop_ ? static_cast<Told*>(told_->described.get()) : nullptr;
  if (what && what->claims) what->claims->askTogether();
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

void Iteration::begin() { beginBody(*loop_); }
void Iteration::end() { endBody(*loop_); }

NotSeen::NotSeen(const Site& site, const char* why) { audit::notSeen(LoopName(site).text, why); }

}  // namespace clustrix::audit

// DistributionPoints (loop distribution): where a serial loop can be made two, one of which is parallel.
//
//     for (i) { s[i] = s[i-1] + b[i];      ──►   for (i) s[i] = s[i-1] + b[i];
//               a[i] = 2 * s[i]; }               for (i) a[i] = 2 * s[i];        its iterations are independent
//
// Afterwards all of the first part comes before all of the second. That changes the order of those pairs in which the
// second part came first: in an earlier iteration. So a split is legal where no such pair meets in memory. It is a
// change of the source, made before any guard could be asked: it has to hold whatever the parameters.
#include "Analysis/Dependence.h"
#include "Analysis/Stages.h"
#include "Support/Effort.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {
namespace {

/// That two accesses are compared, beside the polynomials that come of it.
constexpr std::uint64_t kStepsOfPair = 10;

/// What is between two places, by its number.
using Part = std::size_t;

/// Parts of which iterations meet: what `earlier` does in one may be needed by `later` in one that follows it.
struct Carried {
  Part earlier = 0, later = 0;
};

class Body {
 public:
  explicit Body(const LoopModel& model) : splits_(model.splits) {}

  std::size_t parts() const { return splits_.places.size() + 1; }
  /// Nothing for what happens elsewhere, such as in a function that the loop calls.
  std::optional<Part> partOf(const SourcePoint& at) const {
    if (at.file != splits_.begin.file || at < splits_.begin || !(at < splits_.end)) return std::nullopt;
    const auto behind = [&](const DistributionPoint& place) { return !(at < place.at); };
    return static_cast<Part>(std::partition_point(splits_.places.begin(), splits_.places.end(), behind) -
                             splits_.places.begin());
  }

 private:
  const DistributionPoints& splits_;
};

/// What may be carried from one iteration to another.
struct Dependences {
  std::vector<Carried> within;   // through one array
  std::vector<Carried> aliases;  // through two that may overlap
};

class Collector {
 public:
  Collector(const Facts& facts, const Body& body) : facts_(facts), body_(body) {}

  /// Nothing when something may happen elsewhere than in the body's text.
  std::optional<Dependences> all() {
    for (int i = 0; i < static_cast<int>(facts_.model.arrays.size()); ++i)
      if (isWritten(facts_, ArrayId{i}) && (!withinArray(ArrayId{i}) || !withOthers(ArrayId{i}))) return std::nullopt;
    return std::move(found_);
  }

 private:
  bool withinArray(ArrayId array) {
    const std::int64_t bytes = facts_.model.arrays[array.value].elementBytes;
    const auto touches = sureTouchesOf(facts_, accessesOf(facts_, array));
    if (!touches) return false;
    for (std::size_t i = 0; i < touches->size(); ++i)
      for (std::size_t j = i; j < touches->size(); ++j) {
        if (!Effort::spend(kStepsOfPair)) return false;
        const Touch &left = (*touches)[i], &right = (*touches)[j];
        if (left.access->kind == AccessKind::Read && right.access->kind == AccessKind::Read) continue;
        for (const Conflict& conflict : conflictsBetween(facts_, left, right, bytes))
          if (!add(found_.within, *conflict.earlier, *conflict.later)) return false;
      }
    return true;
  }
  /// Every part that writes one of them may meet every part that touches the other: no split comes between the first
  /// and the last of these.
  bool withOthers(ArrayId written) {
    const auto isWrite = [](const Access& access) { return access.kind == AccessKind::Write; };
    for (int i = 0; i < static_cast<int>(facts_.model.arrays.size()); ++i) {
      const ArrayId other{i};
      const bool touched = !accessesOf(facts_, other).empty();
      if (other == written || !touched || storageApart(facts_.model.arrays[written.value], facts_.model.arrays[i]))
        continue;
      const auto here = span(written, isWrite), there = span(other, [](const Access&) { return true; });
      if (!here || !there) return false;
      found_.aliases.push_back({std::max(here->second, there->second), std::min(here->first, there->first)});
    }
    return true;
  }
  /// The first and the last part in which the array is touched so; nothing where one is elsewhere.
  std::optional<std::pair<Part, Part>> span(ArrayId array, const auto& matters) const {
    std::optional<std::pair<Part, Part>> found;
    for (const Access* access : accessesOf(facts_, array)) {
      if (!matters(*access)) continue;
      const auto part = body_.partOf(access->at);
      if (!part) return std::nullopt;
      found =
          found ? std::pair(std::min(found->first, *part), std::max(found->second, *part)) : std::pair(*part, *part);
    }
    return found;
  }
  bool add(std::vector<Carried>& list, const Access& earlier, const Access& later) {
    const auto from = body_.partOf(earlier.at), to = body_.partOf(later.at);
    if (from && to) list.push_back({*from, *to});
    return from && to;
  }

  const Facts& facts_;
  const Body& body_;
  Dependences found_;
};

/// The parts in which what makes the loop serial stands; nothing when one stands elsewhere.
std::optional<std::vector<Carried>> obstacles(const Body& body, const Legality& legality) {
  std::vector<Carried> found;
  for (const Reason& reason : legality.reasons) {
    const auto first = body.partOf(reason.at), second = body.partOf(reason.other.value_or(reason.at));
    if (!first || !second) return std::nullopt;
    found.push_back({*first, *second});
  }
  return found;
}

/// In front of which parts a split would reverse the order of some.
std::vector<bool> reversing(std::size_t parts, const Dependences& dependences) {
  std::vector<int> changes(parts + 1);  // in how many are reversed, from part to part
  for (const std::vector<Carried>* list : {&dependences.within, &dependences.aliases})
    for (const Carried& one : *list) {
      if (one.later >= one.earlier) continue;
      ++changes[one.later + 1];
      --changes[one.earlier + 1];
    }
  std::vector<bool> result;
  int count = 0;
  for (std::size_t part = 0; part < parts; ++part) result.push_back((count += changes[part]) > 0);
  return result;
}

/// Of obstacles, each between two parts: how many parts there are in front of the first one that ends, and behind
/// the last one that begins. A part of the loop that ends, or begins, there has none.
struct Room {
  Part end, begin;

  Room(std::size_t parts, const std::vector<const std::vector<Carried>*>& obstacles) : end(parts), begin(0) {
    for (const std::vector<Carried>* list : obstacles)
      for (const Carried& one : *list) {
        end = std::min(end, std::max(one.earlier, one.later));
        begin = std::max(begin, std::min(one.earlier, one.later) + 1);
      }
  }
};

struct Choice {
  Part split = 0;
  bool first = false;    // the first part becomes parallel, or the second one
  std::size_t gain = 0;  // groups of statements in it
};

std::optional<Choice> best(const Body& body, const Dependences& dependences, const std::vector<Carried>& obstacles) {
  std::optional<Choice> best;
  const std::vector<bool> reversed = reversing(body.parts(), dependences);
  // Where iterations of a part meet through two arrays, a guard will tell.
  const Room room(body.parts(), {&obstacles, &dependences.within});
  for (Part split = 1; split < body.parts(); ++split) {
    if (reversed[split]) continue;
    for (const bool first : {true, false}) {
      const Part begin = first ? 0 : split, end = first ? split : body.parts();
      if (first ? end > room.end : begin < room.begin) continue;
      if (!best || end - begin > best->gain) best = Choice{split, first, end - begin};
    }
  }
  return best;
}

bool areDependences(const std::vector<Reason>& reasons) {
  return std::all_of(reasons.begin(), reasons.end(),
                     [](const Reason& reason) { return reason.code.starts_with("dependence."); });
}

/// All memory that an iteration writes is that of arrays and of variables which no reference leads to.
bool isPlain(const LoopModel& model) {
  return model.appends.empty() &&
         std::none_of(model.scalars.begin(), model.scalars.end(), [](const ScalarState& s) { return s.inMemory; }) &&
         std::all_of(model.memoryScalars.begin(), model.memoryScalars.end(),
                     [](const MemoryScalar& scalar) { return scalar.header; });
}

}  // namespace

void proposeSplit(const LoopModel& model, const isl::Context& isl, Legality& legality) {
  if (model.splits.places.empty() || !areDependences(legality.reasons) || !isPlain(model)) return;
  Facts facts(model, isl);
  Legality assumed;
  checkRequirements(facts, assumed);
  checkWrapAround(facts, assumed);
  if (!assumed.guards.empty() || !assumed.reasons.empty()) return;

  const Body body(model);
  const auto blocked = obstacles(body, legality);
  const auto dependences = blocked ? Collector(facts, body).all() : std::nullopt;
  const auto choice = dependences ? best(body, *dependences, *blocked) : std::nullopt;
  if (!choice) return;
  const DistributionPoint& place = model.splits.places[choice->split - 1];
  Reason& reason = legality.reasons.front();
  reason.hint = "split the loop in front of line " + std::to_string(place.at.line) + ": iterations of its " +
                (choice->first ? "first" : "second") + " part do not depend on each other";
  reason.edits = {place.edit};
}

}  // namespace clustrix::compiler

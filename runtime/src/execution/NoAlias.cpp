// A sweep over intervals. Kinds of intervals say which may overlap: what is written of an array lies in what is touched
// of it, so that an array takes part with up to two.
#include "execution/NoAlias.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace clustrix::runtime {
namespace {

enum Kind : unsigned {
  Touched = 1,     // all that is touched of an array that may be anywhere
  TouchedOwn = 2,  // of one that has storage of its own
  Written = 4,     // what is written
  WrittenOwn = 8,
  TouchedWritten = 16,  // all that is touched of an array that is written
  ObjectWritten = 32,
  ObjectRead = 64,
};
constexpr int kinds = 7;

constexpr unsigned opponentsOf(unsigned kind) {
  switch (kind) {
    case Touched:
      return Written | WrittenOwn | ObjectWritten;
    case TouchedOwn:
      return Written | ObjectWritten;
    case Written:
      return Touched | TouchedOwn;
    case WrittenOwn:
      return Touched;
    case TouchedWritten:
      return ObjectRead;
    case ObjectWritten:
      return Touched | TouchedOwn | ObjectWritten | ObjectRead;
    default:
      return TouchedWritten | ObjectWritten;
  }
}

struct Interval {
  Bounds bounds;
  unsigned kind = 0;
  int owner = 0;  // arrays by their numbers, variables behind them
};

// Of one kind, so far: the furthest end, and the furthest of another owner.
struct Reach {
  int owner = -1, otherOwner = -1;
  Index end = 0, otherEnd = 0;

  void add(const Interval& one) {
    const Index to = one.bounds.end;
    if (owner == one.owner || owner < 0) {
      end = owner < 0 ? to : std::max(end, to);
      owner = one.owner;
    } else if (to > end) {
      otherOwner = owner;
      otherEnd = end;
      owner = one.owner;
      end = to;
    } else if (otherOwner < 0 || to > otherEnd) {
      otherOwner = one.owner;
      otherEnd = to;
    }
  }
  /// The one of another owner that reaches beyond `begin`, or -1.
  int beyond(Index begin, int self) const {
    if (owner >= 0 && owner != self && end > begin) return owner;
    return otherOwner >= 0 && otherOwner != self && otherEnd > begin ? otherOwner : -1;
  }
};

void grow(Bounds& hull, const Bounds& piece) {
  hull = hull.empty() ? piece : Bounds{std::min(hull.begin, piece.begin), std::max(hull.end, piece.end)};
}

// Around all that is touched, and written, of each array.
struct Hulls {
  explicit Hulls(const LoopState& state, const LaunchFacts& facts)
      : touched(state.arrays.size()), written(state.arrays.size()), known(state.arrays.size(), true) {
    for (const TouchedBytes& one : facts.whole) {
      const Bounds piece = bounds(one.rows);
      const auto array = static_cast<std::size_t>(one.array);
      grow(touched[array], piece);
      if (one.access == Access::Writes || one.access == Access::MayWrite || one.access == Access::Combines)
        grow(written[array], piece);
    }
    for (const UnknownTouch& one : facts.unknown) known[static_cast<std::size_t>(one.array)] = false;
  }
  std::vector<Bounds> touched, written;
  std::vector<bool> known;
};

void addArray(const Hulls& hulls, int array, bool own, std::vector<Interval>& into) {
  const auto index = static_cast<std::size_t>(array);
  const Bounds& touched = hulls.touched[index];
  const Bounds& written = hulls.written[index];
  if (!touched.empty()) into.push_back({touched, own ? TouchedOwn : Touched, array});
  if (written.empty()) return;
  into.push_back({written, own ? WrittenOwn : Written, array});
  into.push_back({touched, TouchedWritten, array});
}

void addObjects(const std::vector<ObjectBytes>& objects, Kind kind, int& owner, std::vector<Interval>& into) {
  for (const ObjectBytes& object : objects) {
    const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(object.begin));
    into.push_back({{begin, begin + static_cast<Index>(object.size)}, kind, owner++});
  }
}

// Of arrays and variables by their numbers.
class Owners {
 public:
  Owners(const LoopState& state, const NoAlias& guard) : state_(state), guard_(guard) {}

  std::string name(int owner) const { return isArray(owner) ? array(owner).name : variable(owner).name; }
  /// `a[1]`, or the variable.
  std::string at(int owner, Index address) const {
    return isArray(owner) ? elementAt(array(owner), address) : variable(owner).name;
  }

 private:
  bool isArray(int owner) const { return static_cast<std::size_t>(owner) < state_.arrays.size(); }
  const ArrayFacts& array(int owner) const { return state_.arrays[static_cast<std::size_t>(owner)]; }
  const ObjectBytes& variable(int owner) const {
    const auto index = static_cast<std::size_t>(owner) - state_.arrays.size();
    const std::size_t written = guard_.written.size();
    return index < written ? guard_.written[index] : guard_.read[index - written];
  }

  const LoopState& state_;
  const NoAlias& guard_;
};

}  // namespace

FailedGuard failedAllDisjoint(const LoopState& state, const LaunchFacts& facts, const NoAlias& guard) {
  const Hulls hulls(state, facts);
  const Owners owners(state, guard);
  for (const std::vector<int>* arrays : {&guard.arrays, &guard.own})
    for (const int array : *arrays)
      if (!hulls.known[static_cast<std::size_t>(array)])
        return {"what the loop touches of " + owners.name(array) + " is not known", {}};
  std::vector<Interval> all;
  for (const int array : guard.arrays) addArray(hulls, array, false, all);
  for (const int array : guard.own) addArray(hulls, array, true, all);
  int owner = static_cast<int>(state.arrays.size());
  addObjects(guard.written, ObjectWritten, owner, all);
  addObjects(guard.read, ObjectRead, owner, all);

  std::sort(all.begin(), all.end(),
            [](const Interval& a, const Interval& b) { return a.bounds.begin < b.bounds.begin; });
  std::array<Reach, kinds> reached;
  for (const Interval& one : all) {
    for (unsigned kind = 0; kind < kinds; ++kind) {
      if ((opponentsOf(one.kind) & (1u << kind)) == 0) continue;
      const int other = reached[kind].beyond(one.bounds.begin, one.owner);
      if (other < 0) continue;
      return {owners.name(one.owner) + " overlaps " + owners.name(other), [owners, one, other] {
                const Index at = one.bounds.begin;
                return owners.at(one.owner, at) + " shares memory with " + owners.at(other, at);
              }};
    }
    for (unsigned kind = 0; kind < kinds; ++kind)
      if (one.kind == 1u << kind) reached[kind].add(one);
  }
  return {};
}

}  // namespace clustrix::runtime

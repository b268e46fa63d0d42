// Random loops, judged twice: by the analysis, and by running through all their iterations for many parameter values.
// A loop that is called parallel must have no two iterations that touch the same bytes, one of them writing, for any
// values that pass its guards. Loops that are called serial without need are counted: not too many may be.
#include "Builder.h"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <map>
#include <random>
#include <set>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Point = std::vector<std::int64_t>;  // a value for each symbol

std::int64_t valueOf(const Polynomial& polynomial, const Point& point) {
  std::int64_t sum = 0;
  for (const auto& [monomial, coefficient] : polynomial.terms()) {
    std::int64_t term = coefficient;
    for (const SymbolId id : monomial) term *= point[id.value];
    sum += term;
  }
  return sum;
}

struct Maker {
  std::mt19937 random;
  Builder b;
  std::vector<Value> parameters, counters;

  explicit Maker(unsigned seed) : random(seed) {}
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); }
  bool chance(int percent) { return pick(1, 100) <= percent; }
  Value parameter() { return parameters[pick(0, static_cast<int>(parameters.size()) - 1)]; }

  void makeLoops() {
    const int count = pick(1, 3);
    for (char name = 'n'; name < 'n' + count; ++name) parameters.push_back(b.parameter(std::string(1, name), -4, 7));
    const int depth = pick(1, 3);
    for (int d = 0; d < depth; ++d) {
      const std::string name(1, static_cast<char>('i' + d));
      Value distance = chance(75) ? parameter() - pick(0, 2) : Value(pick(2, 5));
      if (d > 0 && chance(25)) distance = counters[pick(0, d - 1)] + pick(0, 1);
      if (d == 0 && chance(10)) {
        const Value stride = parameter();
        b.model.requirements.push_back({Requirement::NonNegative, stride - 1, {}, b.here()});
        counters.push_back(b.loop(name, distance, stride));
      } else {
        counters.push_back(b.loop(name, distance, chance(80) ? 1 : 2));
      }
    }
  }

  Value affine() {
    Value sum = pick(-1, 1);
    for (const Value& counter : counters) sum = sum + counter * (chance(60) ? pick(-1, 2) : 0);
    if (chance(30)) sum = sum + parameter() * pick(-1, 1);
    return sum;
  }
  /// `x / c` or `x % c`, for an x that may be negative.
  Value divided() {
    Value dividend = pick(-2, 1);
    for (const Value& counter : counters) dividend = dividend + counter * (chance(70) ? pick(-1, 2) : 0);
    if (chance(20)) dividend = dividend + parameter();
    const int divisor = pick(2, 3);
    const Value quotient = b.quotient(dividend, divisor, chance(40));
    if (chance(15)) return b.quotient(quotient, 2);
    return chance(50) ? quotient : dividend - quotient * divisor;
  }
  Value rows(const Value& pitch) {
    Value sum = counters[pick(0, static_cast<int>(counters.size()) - 1)] + pick(-1, 1);
    for (std::size_t d = 1; d < counters.size(); ++d) sum = sum * pitch + (chance(80) ? counters[d] : counters[0]);
    return sum + (chance(30) ? pick(-1, 1) : 0) + (chance(15) ? parameter() : Value(0));
  }

  void makeAccesses(int arrays) {
    for (int a = 0; a < arrays; ++a) b.array(std::string(1, static_cast<char>('a' + a)));
    const bool linearised = chance(60), divides = chance(30);
    const Value pitch = chance(25) ? Value(pick(2, 5)) : parameter() + (chance(15) ? 1 : 0);
    const int count = pick(2, 4);
    for (int i = 0; i < count; ++i) {
      const ArrayId array{pick(0, arrays - 1)};
      Value index = linearised ? rows(pitch) : affine();
      if (divides && chance(25)) index = chance(50) ? divided() : index + divided();
      Access& access = i == 0 || chance(35) ? b.write(array, index) : b.read(array, index);
      if (chance(15))
        access.byteBegin = 4;
      else if (chance(15))
        access.byteEnd = 4;
      if (chance(15)) access.conditions.push_back(affine());
      if (!divides || chance(30)) continue;
      const Value condition = divided() - pick(0, 1);
      access.conditions.push_back(condition);
      if (chance(70)) access.conditions.push_back(0 - condition);  // equal
    }
  }

  /// Boxes in larger boxes, with a stride of its own for each counter; some accesses are of unknown elements.
  void makeBoxes() {
    const ArrayId array = b.array("a");
    std::vector<Value> strides;
    for (const char* name : {"s", "t"}) strides.push_back(b.parameter(name, -4, 7));
    for (int i = pick(1, 3); i > 0; --i) {
      Value index = pick(-1, 1);
      for (std::size_t d = 0; d < counters.size(); ++d)
        index = index + counters[d] * (d < 2 ? strides[d] : Value(chance(80) ? 1 : pick(-1, 2)));
      if (chance(15)) index = index + strides[pick(0, 1)];
      Access& access = i == 1 || chance(35) ? b.write(array, index) : b.read(array, index);
      if (chance(20))
        access.byteBegin = 4;
      else if (chance(30))
        access.byteEnd = 4;
      if (access.kind == AccessKind::Read && chance(30)) access.index.reset();
    }
  }

  /// A quotient and a remainder by a parameter: counters of loops of their own, of which one pair fits the outer
  /// counter.
  void makeFlattened() {
    const ArrayId array = b.array("a");
    const Value divisor = b.parameter("d", -4, 7), count = b.parameter("c", -4, 7), pitch = b.parameter("p", -4, 7);
    const Value quotient = b.loop("q", count), rest = b.loop("r", divisor);
    const Value gap = counters[0] + (chance(20) ? pick(0, 1) : 0) - divisor * quotient - rest;
    for (int i = pick(1, 2); i > 0; --i) {
      const Value stride = chance(40) ? count : chance(50) ? divisor : pitch;
      Value index = chance(50) ? rest * stride + quotient : quotient * stride + (chance(60) ? rest : stride - 1 - rest);
      if (chance(20)) index = index + pick(-1, 1);
      if (chance(10)) index = rest;
      Access& access = i == 1 || chance(35) ? b.write(array, index) : b.read(array, index);
      access.conditions.push_back(gap);
      if (chance(85)) access.conditions.push_back(0 - gap);
    }
  }

  /// `a[...] += ...`, for an array of its own or for one with other accesses.
  void makeUpdates(ArrayId array) {
    for (int i = pick(1, 2); i > 0; --i) b.update(array, chance(30) ? affine() + data() : affine());
  }
  /// A value that differs from evaluation to evaluation.
  Value data() { return b.opaque("data" + std::to_string(b.model.symbols.size()), 0, 2); }
};

/// Gives the quotients their values, once the counters and parameters have theirs.
void divide(const LoopModel& model, Point& point) {
  for (std::size_t s = 0; s < point.size(); ++s) {
    const auto& division = model.symbols[s].division;
    if (!division) continue;
    const std::int64_t dividend = valueOf(division->dividend, point), divisor = division->divisor;
    point[s] = dividend / divisor - (division->floor && dividend < 0 && dividend % divisor != 0 ? 1 : 0);
  }
}

struct Touched {
  std::int64_t iteration, begin, end;
  bool write;
  int array;
  bool update;
  const Access* access;
  std::vector<std::int64_t> counters;  // of access->loops
};

/// Whether `a` happens before `b`: the counters of common loops decide, then the order of the text.
bool before(const Touched& a, const Touched& b) {
  const auto &left = a.access->loops, &right = b.access->loops;
  for (std::size_t d = 0; d < std::min(left.size(), right.size()) && left[d] == right[d]; ++d)
    if (a.counters[d] != b.counters[d]) return a.counters[d] < b.counters[d];
  return a.access < b.access;
}

/// All that one access touches for the parameters in `point`.
void enumerate(const LoopModel& model, const Access& access, std::size_t depth, Point& point,
               std::vector<Touched>& touched) {
  if (depth == access.loops.size()) {
    divide(model, point);
    for (const Polynomial& condition : access.conditions)
      if (valueOf(condition, point) < 0) return;
    for (std::size_t s = 0; s < point.size(); ++s)
      if (model.symbols[s].kind == SymbolKind::Opaque) point[s] = (point[s] * 7 + 5) % 3;
    const std::int64_t bytes = model.arrays[access.array.value].elementBytes;
    // An unknown element is any: here one of the first few.
    const std::int64_t place = access.index ? valueOf(*access.index, point) : (point[0] + 2 * point.back()) % 5;
    const std::int64_t element = place * bytes;
    touched.push_back({point[model.loops[0].counter.value],
                       element + access.byteBegin,
                       element + access.byteEnd,
                       access.kind == AccessKind::Write,
                       access.array.value,
                       access.update >= 0,
                       &access,
                       {}});
    for (const int loop : access.loops) touched.back().counters.push_back(point[model.loops[loop].counter.value]);
    return;
  }
  const NestedLoop& loop = model.loops[access.loops[depth]];
  const std::int64_t distance = valueOf(loop.trip->distance, point), stride = valueOf(loop.trip->stride, point);
  for (std::int64_t k = 0; stride > 0 && k * stride < distance; ++k) {
    point[loop.counter.value] = k;
    enumerate(model, access, depth + 1, point, touched);
  }
}

std::vector<Touched> allTouched(const LoopModel& model, Point point) {
  std::vector<Touched> touched;
  for (const Access& access : model.accesses) enumerate(model, access, 0, point, touched);
  return touched;
}

bool holds(const ParameterGuard& guard, const Point& point) {
  return std::any_of(guard.anyOf.begin(), guard.anyOf.end(), [&](const std::vector<Comparison>& row) {
    return std::all_of(row.begin(), row.end(), [&](const Comparison& comparison) {
      const std::int64_t value = valueOf(comparison.value, point);
      return comparison.equal ? value == 0 : value >= 0;
    });
  });
}

/// As the runtime compares: the bounding range of what one array writes with that of what the other touches.
bool holds(const DisjointGuard& guard, const std::vector<Touched>& touched, std::int64_t distance) {
  if (guard.sameAllowed && distance == 0) return true;
  std::int64_t begin[2] = {INT64_MAX, INT64_MAX}, end[2] = {INT64_MIN, INT64_MIN};
  for (const Touched& touch : touched) {
    const bool first = touch.array == guard.written.value;
    if (first && !touch.write) continue;
    if (touch.array != guard.written.value && touch.array != guard.other.value) continue;
    const std::int64_t base = touch.array == 1 ? distance : 0;
    begin[first ? 0 : 1] = std::min(begin[first ? 0 : 1], base + touch.begin);
    end[first ? 0 : 1] = std::max(end[first ? 0 : 1], base + touch.end);
  }
  return end[0] <= begin[1] || end[1] <= begin[0];
}

bool guardsHold(const Legality& verdict, const Point& point, const std::vector<Touched>& touched,
                std::int64_t distance) {
  return std::all_of(verdict.guards.begin(), verdict.guards.end(), [&](const Guard& guard) {
    if (const auto* parameters = std::get_if<ParameterGuard>(&guard)) return holds(*parameters, point);
    if (const auto* disjoint = std::get_if<DisjointGuard>(&guard)) return holds(*disjoint, touched, distance);
    return false;  // the others are not made for these loops
  });
}

bool writesByte(const std::vector<const Touched*>& writers, std::int64_t byte) {
  return std::any_of(writers.begin(), writers.end(),
                     [&](const Touched* write) { return write->begin <= byte && byte < write->end; });
}

/// Each iteration reads of the array what it has written before, or what none writes where that is said, and the last
/// one of `trips` has written all of it.
bool mayBePrivate(const std::vector<Touched>& touched, const PrivateArray& own, std::int64_t trips) {
  return std::all_of(touched.begin(), touched.end(), [&](const Touched& touch) {
    if (touch.array != own.array.value || (touch.write && !own.lastValue)) return true;
    std::vector<const Touched*> all, writers;
    for (const Touched& other : touched) {
      if (other.array != touch.array || !other.write) continue;
      all.push_back(&other);
      if (touch.write ? other.iteration == trips - 1 : other.iteration == touch.iteration && before(other, touch))
        writers.push_back(&other);
    }
    for (std::int64_t byte = touch.begin; byte < touch.end; ++byte) {
      const bool asBefore = own.copiesIn && !touch.write && !writesByte(all, byte);
      if (!asBefore && !writesByte(writers, byte)) return false;
    }
    return true;
  });
}

/// What the verdict says of whole arrays: their updates are combined, as long as only updates meet; or each iteration
/// has its own.
struct Exempt {
  std::set<int> combined, owned;
};

bool conflicts(const std::vector<Touched>& touched, std::int64_t distance, const Exempt& exempt) {
  for (std::size_t i = 0; i < touched.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Touched &a = touched[i], &b = touched[j];
      if (a.iteration == b.iteration || !(a.write || b.write)) continue;
      if (a.array == b.array && exempt.combined.contains(a.array) && a.update && b.update) continue;
      if (a.array == b.array && exempt.owned.contains(a.array)) continue;
      const std::int64_t shiftA = a.array == 1 ? distance : 0, shiftB = b.array == 1 ? distance : 0;
      if (a.begin + shiftA < b.end + shiftB && b.begin + shiftB < a.end + shiftA) return true;
    }
  return false;
}

struct Tally {
  int parallel = 0, serial = 0, needlesslySerial = 0, withOwnArrays = 0, checked = 0;
};

/// Judges one loop for many parameter values; `distances`: bytes between the two arrays.
void judge(const LoopModel& model, const std::vector<std::int64_t>& distances, std::mt19937& random, Tally& tally) {
  const Legality verdict = analyse(model);
  Exempt exempt;
  for (const Reduction& reduction : verdict.reductions) exempt.combined.insert(reduction.array.value);
  for (const PrivateArray& own : verdict.privateArrays) exempt.owned.insert(own.array.value);
  bool everConflicts = false;
  for (int trial = 0; trial < 60; ++trial) {
    Point point(model.symbols.size(), 0);
    for (std::size_t s = 0; s < point.size(); ++s)
      if (model.symbols[s].kind == SymbolKind::Parameter) point[s] = std::uniform_int_distribution<int>(-4, 7)(random);
    const std::vector<Touched> touched = allTouched(model, point);
    if (touched.size() > 400) continue;
    for (const std::int64_t distance : distances) {
      bool conflict = conflicts(touched, distance, exempt);
      const TripCount& trip = *model.loops[0].trip;
      const std::int64_t stride = std::max<std::int64_t>(1, valueOf(trip.stride, point));
      for (const PrivateArray& own : verdict.privateArrays)
        conflict |= !mayBePrivate(touched, own, (valueOf(trip.distance, point) + stride - 1) / stride);
      everConflicts |= conflict;
      if (!verdict.parallel || !conflict || !guardsHold(verdict, point, touched, distance)) continue;
      std::string values;
      for (std::size_t s = 0; s < point.size(); ++s)
        values += model.symbols[s].name + "=" + std::to_string(point[s]) + " ";
      FAIL("unsound for " << values << "distance " << distance << "\n" << print(model) << print(verdict, model));
    }
    ++tally.checked;
  }
  ++(verdict.parallel ? tally.parallel : tally.serial);
  tally.withOwnArrays += !verdict.privateArrays.empty();
  if (!verdict.parallel && !everConflicts) ++tally.needlesslySerial;
}

/// CLUSTRIX_TEST_SEED and CLUSTRIX_TEST_LOOPS make longer or other runs.
int setting(const char* name, int otherwise) {
  const char* const text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

enum class Made { Accesses, Updates, Boxes, Flattened };

Tally run(int arrays, const std::vector<std::int64_t>& distances, int seed, Made made = Made::Accesses) {
  Tally tally;
  const int first = setting("CLUSTRIX_TEST_SEED", seed), count = setting("CLUSTRIX_TEST_LOOPS", 400);
  for (int i = 0; i < count; ++i) {
    Maker maker(static_cast<unsigned>(first + i));
    maker.makeLoops();
    if (made == Made::Boxes)
      maker.makeBoxes();
    else if (made == Made::Flattened)
      maker.makeFlattened();
    else
      maker.makeAccesses(arrays);
    if (made == Made::Updates) maker.makeUpdates(maker.chance(70) ? maker.b.array("u", 8, "u") : ArrayId{0});
    INFO("seed " << first + i);
    judge(maker.b.model, distances, maker.random, tally);
  }
  return tally;
}

}  // namespace

TEST_CASE("no loop that is called parallel has iterations that conflict") {
  const Tally tally = run(1, {0}, 1);
  INFO("parallel " << tally.parallel << ", serial " << tally.serial << ", of these without need "
                   << tally.needlesslySerial);
  CHECK(tally.parallel > tally.serial / 8);
  CHECK(tally.needlesslySerial < tally.serial / 2);
  CHECK(tally.withOwnArrays > 3);
}

TEST_CASE("no loop that is called parallel has iterations that conflict through overlapping arrays") {
  const Tally tally = run(2, {0, 8, 16, -8, 4, 64, -160, 4000}, 100000);
  CHECK(tally.parallel > tally.serial / 8);
}

TEST_CASE("no loop that is called parallel has iterations that conflict but in what it combines") {
  const Tally tally = run(1, {4000}, 200000, Made::Updates);
  CHECK(tally.parallel > tally.serial / 8);
}

TEST_CASE("no loop over boxes that is called parallel has iterations that conflict") {
  const Tally tally = run(1, {0}, 300000, Made::Boxes);
  CHECK(tally.parallel > tally.serial / 8);
}

TEST_CASE("no loop that runs through a box and is called parallel has iterations that conflict") {
  const Tally tally = run(1, {0}, 400000, Made::Flattened);
  CHECK(tally.parallel > tally.serial / 8);
}

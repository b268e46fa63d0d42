// Bytes that two iterations have in common, as a set of parameters: where it leaves nothing but short loops, they
// surely overlap. To say so of too many parameters costs no more than a loop that could run in parallel.
#include "Analysis/OneObject.h"

#include "Analysis/Conditions.h"
#include "Analysis/Stages.h"
#include "Analysis/System.h"
#include "Support/Effort.h"

#include <vector>

namespace clustrix::compiler {
namespace {

/// That two may meet is asked of isl: see kStepsOfConflict.
constexpr std::uint64_t kStepsOfMeeting = 5'000;

/// What is touched of an object, from `begin` on, in each iteration of a domain.
struct Bytes {
  Polynomial begin;
  std::int64_t bytes = 0;
  Domain domain;
  const Access* access = nullptr;  // null: of a variable
  std::string text;                // for people
  SourcePoint at;
  bool written = false;
};

/// Nothing where it is not known which bytes these are.
std::optional<Bytes> bytesOf(const Facts& facts, const Access& access) {
  const ArrayObject& array = facts.model.arrays[static_cast<std::size_t>(access.array.value)];
  const bool piece = access.someBytes > 0;
  const auto isOpaque = [&](SymbolId id) { return facts.kind(id) == SymbolKind::Opaque; };
  if (!access.index || access.index->mentionsAny(isOpaque) || (piece && !access.offset)) return std::nullopt;
  Bytes result;
  result.domain = domainOf(facts, access.loops, access.conditions);
  const auto element = multiply(*access.index, Polynomial(array.elementBytes));
  const auto start = add(Polynomial(array.part.begin), piece ? *access.offset : Polynomial(access.byteBegin));
  const auto begin = element && start ? add(*element, *start) : std::nullopt;
  if (!begin || !isAffineOverCounters(facts, *begin) || result.domain.empty) return std::nullopt;
  result.begin = *begin;
  const bool whole = access.byteBegin >= access.byteEnd;
  result.bytes = piece ? access.someBytes : whole ? array.elementBytes : access.byteEnd - access.byteBegin;
  result.access = &access;
  result.text = "`" + array.name + "[" + facts.text(*access.index) + "]`";
  result.at = access.at;
  result.written = access.kind == AccessKind::Write;
  return result;
}

std::vector<Bytes> bytesOf(const Facts& facts, ArrayId array) {
  std::vector<Bytes> result;
  for (const Access* access : accessesOf(facts, array))
    if (auto bytes = bytesOf(facts, *access)) result.push_back(*std::move(bytes));
  return result;
}

std::vector<Bytes> bytesOf(const Facts& facts, const Part& variable) {
  const PartOf& part = variable.part;
  return {{Polynomial(part.begin), part.bytes, domainOf(facts, {0}, {}), nullptr, "`" + variable.name + "`",
           variable.at, variable.written}};
}

/// The parameters for which some iteration of each touches one byte; `inOrder`: the left one's comes no later.
isl::Set meetings(const Facts& facts, const Bytes& left, const Bytes& right, bool inOrder) {
  System system(facts);
  Iteration first, second;
  const Row from = system.row(left.begin, first), to = system.row(right.begin, second);
  system.nonNegative(plus(difference(to, from), right.bytes - 1));
  system.nonNegative(plus(difference(from, to), left.bytes - 1));
  const Polynomial counter = Polynomial::symbol(facts.model.loops[0].counter);
  if (inOrder) system.nonNegative(difference(system.row(counter, second), system.row(counter, first)));
  system.restrict(left.domain, first);
  system.restrict(right.domain, second);
  return toParameters(system.points());
}

Reason reasonFor(const Facts& facts, const Bytes& write, const Bytes& other) {
  const bool flows = !other.written && isEmpty(meetings(facts, write, other, true)) != isl::Answer::Yes;
  const char* const code = other.written ? "dependence.output" : flows ? "dependence.flow" : "dependence.anti";
  return {code,
          other.text + " is " + (other.written ? "written" : "read") + ", and " + write.text + " on line " +
              std::to_string(write.at.line) + " is written: the two share bytes of one object",
          "", other.at, write.at};
}

/// Of two arrays in one object, or an array and a variable.
std::optional<Reason> overlapOf(const Facts& facts, const std::vector<Bytes>& left, const std::vector<Bytes>& right) {
  isl::Set bad = emptyParameters(facts);
  std::vector<const Access*> accesses;
  for (const Bytes& write : left)
    for (const Bytes& other : right) {
      if (!write.written || !Effort::spend(kStepsOfMeeting)) continue;
      isl::Set met = meetings(facts, write, other, false);
      if (isEmpty(met) != isl::Answer::No) continue;
      bad = isl::Set(isl_set_union(bad.take(), met.take()));
      for (const Bytes* one : {&write, &other})
        if (one->access) accesses.push_back(one->access);
      if (avoid(facts, bad, kWorthwhile, accesses).outcome == Condition::Never) return reasonFor(facts, write, other);
    }
  return std::nullopt;
}

bool inOneObject(const PartOf& left, const PartOf& right) {
  return !left.object.empty() && left.object == right.object;
}

const PartOf& partOf(const Facts& facts, ArrayId array) {
  return facts.model.arrays[static_cast<std::size_t>(array.value)].part;
}

}  // namespace

bool surelyOverlap(const PartOf& left, const PartOf& right) {
  return inOneObject(left, right) && left.begin < right.begin + right.bytes && right.begin < left.begin + left.bytes;
}

std::optional<Reason> surelyOverlap(const Facts& facts, ArrayId written, ArrayId other) {
  if (!surelyOverlap(partOf(facts, written), partOf(facts, other))) return std::nullopt;
  return overlapOf(facts, bytesOf(facts, written), bytesOf(facts, other));
}

std::optional<Reason> surelyOverlap(const Facts& facts, ArrayId array, const Part& variable) {
  if (!surelyOverlap(partOf(facts, array), variable.part)) return std::nullopt;
  const std::vector<Bytes> touched = bytesOf(facts, array), one = bytesOf(facts, variable);
  return variable.written ? overlapOf(facts, one, touched) : overlapOf(facts, touched, one);
}

}  // namespace clustrix::compiler

// A subscript is a sum of products: those with the same parameters share a direction, and each direction its bounds.
//
//     k0*n + k1*n + 16*k2 + k3   ──►   n*(k0 + k1)  +  1*(16*k2 + k3)
//
// A range that goes through the whole nest in one direction is tighter than ranges in each direction when the chunk's
// iterations follow each other in the array, and much too wide when they lie side by side.
#include "Plan/Hull.h"

#include "Analysis/Followed.h"
#include "Analysis/TriangularRows.h"
#include "Plan/Symbols.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace clustrix::compiler {
namespace {

/// As for one loop's analysis, yet with little to do: past it the footprint is not known.
constexpr unsigned long mostOperations = 500'000;

using Parameters = Monomial;

/// One direction: `stride` times the values of `position`.
struct Direction {
  Polynomial stride, position;
};

/// The symbols and loops of `model`, with the chunk's ends as parameters behind them, and behind those, for each symbol
/// of the model, the bounds that an inspection finds for its value.
LoopModel withChunk(const LoopModel& model) {
  LoopModel copy;
  copy.symbols = model.symbols;
  copy.loops = model.loops;
  const auto add = [&](const char* name, Int128 least) {
    copy.symbols.push_back({SymbolKind::Parameter, name, name, least, INT64_MAX});
  };
  add("chunk_begin", 0);
  add("chunk_end", 0);
  const bool lists =
      std::any_of(model.symbols.begin(), model.symbols.end(), [](const Symbol& s) { return s.listed.has_value(); });
  for (std::size_t i = 0; lists && i < model.symbols.size(); ++i) {
    add("least", INT64_MIN);
    add("greatest", INT64_MIN);
  }
  return copy;
}

void assumeNonNegative(Facts& facts, const std::optional<Polynomial>& value) {
  if (value && facts.overParameters(*value)) assume(facts, *value);
}

/// What guards and the loop's header say of the parameters.
void assumeGuards(Facts& facts, const LoopModel& model, const Legality& legality) {
  for (const Requirement& need : model.requirements)
    if (need.kind == Requirement::NonNegative) assumeNonNegative(facts, need.value);
  for (const Guard& guard : legality.guards) {
    const auto* const parameters = std::get_if<ParameterGuard>(&guard);
    if (!parameters || parameters->anyOf.size() != 1) continue;
    for (const Comparison& comparison : parameters->anyOf[0]) assumeNonNegative(facts, comparison.value);
  }
}

}  // namespace

struct Hulls::Context {
  Context(const LoopModel& model, const Legality& legality);

  SymbolId begin() const { return SymbolId{own}; }
  SymbolId end() const { return SymbolId{own + 1}; }
  SymbolId least(SymbolId value) const { return SymbolId{own + 2 + 2 * value.value}; }
  SymbolId greatest(SymbolId value) const { return SymbolId{own + 3 + 2 * value.value}; }

  std::vector<SymbolId> listedIn(const Polynomial& value) const;
  bool inspect(Access& access, SymbolId value);
  void inspectBounds(Access& access);
  std::optional<Polynomial> outside(Polynomial value) const;
  Domain domainOfChunk(const Access& access) const;
  std::optional<FootprintTerm> hull(const Access& access, bool inOneDirection) const;
  std::optional<FootprintRange> range(const Domain& domain, const Direction& direction) const;
  std::vector<FootprintBound> bounds(const std::vector<ReachBound>& found) const;

  int own;  // symbols of the loop's model
  LoopModel model;
  isl::Context isl{mostOperations};
  Facts facts;
  std::vector<ListInspection> inspections;
  std::map<SymbolId, int> inspectionOfValue;  // in the access at hand
};

Hulls::Context::Context(const LoopModel& of, const Legality& legality)
    : own(static_cast<int>(of.symbols.size())), model(withChunk(of)), facts(model, isl) {
  const Polynomial first = Polynomial::symbol(begin()), end = Polynomial::symbol(this->end());
  assumeGuards(facts, of, legality);
  const auto last = subtract(end, Polynomial(1));
  assumeNonNegative(facts, subtract(*last, first));
  // The chunk's first and last iteration run.
  for (const Polynomial& constraint : model.loops[0].constraints)
    for (const Polynomial& edge : {first, *last})
      assumeNonNegative(facts, constraint.substitute(model.loops[0].counter, edge));
}

Domain Hulls::Context::domainOfChunk(const Access& access) const {
  std::vector<Polynomial> conditions = access.conditions;
  const Polynomial counter = Polynomial::symbol(model.loops[0].counter);
  if (auto below = subtract(counter, Polynomial::symbol(begin()))) conditions.push_back(*std::move(below));
  const auto last = subtract(Polynomial::symbol(end()), Polynomial(1));
  if (auto above = subtract(*last, counter)) conditions.push_back(*std::move(above));
  return domainOf(facts, access.loops, conditions);
}

/// Those that the host can compute.
std::vector<FootprintBound> Hulls::Context::bounds(const std::vector<ReachBound>& found) const {
  std::vector<FootprintBound> result;
  for (const ReachBound& bound : found) {
    if (!isParametric(model, bound.value)) continue;
    if (const auto value = outside(bound.value)) result.push_back({*value, bound.divisor});
  }
  return result;
}

/// With the symbols that stand for the chunk's ends, and for what inspections find, outside of this.
std::optional<Polynomial> Hulls::Context::outside(Polynomial value) const {
  std::vector<std::pair<SymbolId, SymbolId>> names = {{begin(), chunkBegin}, {end(), chunkEnd}};
  for (const auto& [listed, inspection] : inspectionOfValue) {
    names.emplace_back(least(listed), leastOf(inspection));
    names.emplace_back(greatest(listed), greatestOf(inspection));
  }
  for (const auto& [inside, name] : names) {
    if (!value.mentions(inside)) continue;
    auto renamed = value.substitute(inside, Polynomial::symbol(name));
    if (!renamed) return std::nullopt;
    value = *std::move(renamed);
  }
  return value;
}

std::vector<SymbolId> Hulls::Context::listedIn(const Polynomial& value) const {
  std::vector<SymbolId> found;
  for (const SymbolId id : value.symbols())
    if (id.value < own && model.symbols[static_cast<std::size_t>(id.value)].listed &&
        std::find(found.begin(), found.end(), id) == found.end())
      found.push_back(id);
  return found;
}

/// The value keeps to what an inspection finds, from here on; those at whose places it stands do so before. False: at
/// which places it stands is not known.
bool Hulls::Context::inspect(Access& access, SymbolId value) {
  if (inspectionOfValue.contains(value)) return true;
  const ListedValue listed = *model.symbols[static_cast<std::size_t>(value.value)].listed;
  for (const SymbolId inner : listedIn(listed.position))
    if (!inspect(access, inner)) return false;
  auto positions = range(domainOfChunk(access), {Polynomial(1), listed.position});
  if (!positions) return false;
  const ListInspection wanted{listed.list, *std::move(positions)};
  auto known = std::find(inspections.begin(), inspections.end(), wanted);
  if (known == inspections.end()) known = inspections.insert(known, wanted);
  inspectionOfValue[value] = static_cast<int>(known - inspections.begin());
  const Polynomial self = Polynomial::symbol(value);
  access.conditions.push_back(*subtract(self, Polynomial::symbol(least(value))));
  access.conditions.push_back(*subtract(Polynomial::symbol(greatest(value)), self));
  return true;
}

namespace {

/// All values of a polynomial over few numbers, each of few: `dz*dz + dy*dy` with -1 <= dz, dy <= 1 is 0 to 2. Bounds
/// of its products, one by one, would be -2 and 4.
std::optional<Interval> enumerated(const Polynomial& value, const Ranges& ranges) {
  constexpr Int128 mostPoints = 4096;
  const std::vector<SymbolId> named = value.symbols();
  const std::set<SymbolId> symbols(named.begin(), named.end());
  std::vector<std::pair<SymbolId, Interval>> axes;
  Int128 points = 1;
  for (const SymbolId id : symbols) {
    const Interval one = ranges[id];
    if (one.max - one.min >= mostPoints || one.max < one.min) return std::nullopt;
    points *= one.max - one.min + 1;
    if (points > mostPoints) return std::nullopt;
    axes.emplace_back(id, one);
  }
  std::optional<Interval> all;
  for (Int128 point = 0; point < points; ++point) {
    std::optional<Polynomial> at = value;
    Int128 rest = point;
    for (const auto& [id, range] : axes) {
      const Int128 size = range.max - range.min + 1;
      at = at->substitute(id, Polynomial(static_cast<std::int64_t>(range.min + rest % size)));
      rest /= size;
      if (!at) return std::nullopt;
    }
    const auto number = at->constant();
    if (!number) return std::nullopt;
    all = all ? Interval{std::min<Int128>(all->min, *number), std::max<Int128>(all->max, *number)}
              : Interval{*number, *number};
  }
  return all;
}

}  // namespace

std::optional<FootprintRange> Hulls::Context::range(const Domain& domain, const Direction& direction) const {
  if (!isParametric(model, direction.stride)) return std::nullopt;
  if (const auto reach = reachOf(facts, domain, direction.position)) {
    FootprintRange range{direction.stride, bounds(reach->from), bounds(reach->to)};
    if (!range.from.empty() && !range.to.empty()) return range;
  }
  const auto all = enumerated(direction.position, domain.ranges);
  if (!all) return std::nullopt;
  const auto bound = [](Int128 number) {
    return std::vector<FootprintBound>{{Polynomial(static_cast<std::int64_t>(number)), 1}};
  };
  return FootprintRange{direction.stride, bound(all->min), bound(all->max)};
}

namespace {

/// The subscript's part that does not move, and the parts that do by what they share.
struct Parts {
  Polynomial begin;
  std::vector<Direction> directions;
  bool sideBySide = false;  // the chunk's iterations are closer to each other than what one of them touches
};

struct Term {
  Parameters parameters;
  Polynomial rest;  // one product of counters and opaque values
  std::int64_t coefficient = 0;
  bool ofChunk = false;

  /// How far apart its elements lie, as far as one can tell.
  auto distance() const { return std::tuple(parameters.size(), coefficient < 0 ? -coefficient : coefficient); }
};

std::vector<Term> movingTerms(const Facts& facts, const Polynomial& index, Polynomial& begin) {
  std::vector<Term> moving;
  for (const auto& [monomial, coefficient] : index.terms()) {
    const auto [parameters, others] = factorsOf(facts, monomial);
    if (others.empty()) {
      begin = *add(begin, termOf(parameters, coefficient));
      continue;
    }
    const SymbolId counter = facts.model.loops[0].counter;
    const bool ofChunk = std::find(others.begin(), others.end(), counter) != others.end();
    moving.push_back({parameters, termOf(others), coefficient, ofChunk});
  }
  return moving;
}

/// The terms of one direction, divided by what their coefficients have in common.
std::optional<Direction> directionOf(const std::vector<Term>& terms) {
  std::int64_t common = 0;
  for (const Term& term : terms) {
    if (term.coefficient == INT64_MIN) return std::nullopt;
    common = std::gcd(common, term.coefficient);
  }
  Direction direction;
  for (const Term& term : terms) {
    const auto part = multiply(term.rest, Polynomial(term.coefficient / common));
    const auto sum = part ? add(direction.position, *part) : std::nullopt;
    if (!sum) return std::nullopt;
    direction.position = *sum;
  }
  direction.stride = termOf(terms[0].parameters, common);
  return direction;
}

std::optional<Parts> partsOf(const Facts& facts, const Polynomial& index) {
  Parts parts;
  std::map<std::pair<Parameters, bool>, std::vector<Term>> groups;
  const std::vector<Term> moving = movingTerms(facts, index, parts.begin);
  const auto chunk = std::find_if(moving.begin(), moving.end(), [](const Term& term) { return term.ofChunk; });
  for (const Term& term : moving) {
    const bool wider = chunk != moving.end() && term.distance() > chunk->distance();
    parts.sideBySide |= wider;
    groups[{term.parameters, wider}].push_back(term);
  }
  for (const auto& [shared, terms] : groups) {
    auto direction = directionOf(terms);
    if (!direction) return std::nullopt;
    parts.directions.push_back(*std::move(direction));
  }
  return parts;
}

}  // namespace

std::optional<FootprintTerm> Hulls::Context::hull(const Access& access, bool inOneDirection) const {
  const auto parts = partsOf(facts, *access.index);
  if (!parts) return std::nullopt;
  FootprintTerm term;
  term.array = access.array;
  term.begin = parts->begin;
  std::vector<Direction> directions = parts->directions;
  if (inOneDirection) {
    const auto moving = subtract(*access.index, parts->begin);
    if (!moving) return std::nullopt;
    directions = {{Polynomial(1), *moving}};
  }
  if (directions.size() > mostFootprintRanges) return std::nullopt;
  const Domain domain = domainOfChunk(access);
  for (const Direction& direction : directions) {
    auto found = range(domain, direction);
    if (!found) return std::nullopt;
    term.ranges.push_back(*std::move(found));
  }
  return term;
}

Hulls::Hulls(const LoopModel& model, const Legality& legality) : context_(new Context(model, legality)) {}
Hulls::~Hulls() = default;

std::optional<FootprintTerm> Hulls::around(const Access& access) {
  const auto outside = [&](const Polynomial& value) { return isParametric(context_->model, value); };
  if (!access.index) return std::nullopt;
  const auto parts = partsOf(context_->facts, *access.index);
  if (!parts || !outside(parts->begin)) return std::nullopt;
  const bool inOneDirection = !parts->sideBySide;
  auto term = context_->hull(access, inOneDirection);
  return term ? term : context_->hull(access, !inOneDirection);
}

/// What bounds the loops around the access: `j < row[i + 1]`.
void Hulls::Context::inspectBounds(Access& access) {
  for (const int loop : access.loops)
    for (const Polynomial& constraint : model.loops[static_cast<std::size_t>(loop)].constraints)
      for (const SymbolId value : listedIn(constraint)) inspect(access, value);
}

std::optional<FootprintTerm> Hulls::inspected(const Access& access) {
  if (!access.index) return std::nullopt;
  const std::vector<ListInspection> before = context_->inspections;
  Access bounded = access;
  context_->inspectBounds(bounded);
  const std::vector<SymbolId> values = context_->listedIn(*access.index);
  const bool known =
      std::all_of(values.begin(), values.end(), [&](SymbolId value) { return context_->inspect(bounded, value); });
  auto term = known && !context_->inspectionOfValue.empty() ? around(bounded) : std::nullopt;
  if (!term) context_->inspections = before;
  context_->inspectionOfValue.clear();
  return term;
}

const std::vector<ListInspection>& Hulls::inspections() const { return context_->inspections; }

std::optional<FootprintRange> Hulls::positionsOf(const Access& access, SymbolId value) {
  const std::vector<ListInspection> before = context_->inspections;
  Access bounded = access;
  std::optional<FootprintRange> positions;
  context_->inspectBounds(bounded);
  if (context_->inspect(bounded, value)) {
    const auto place = static_cast<std::size_t>(context_->inspectionOfValue.at(value));
    positions = context_->inspections[place].positions;
    const auto last = context_->inspections.size() - 1;
    if (place == last && last >= before.size()) context_->inspections.pop_back();  // nothing else needs it
  }
  context_->inspectionOfValue.clear();
  return positions;
}

static std::vector<FootprintBound> boundsFrom(const std::vector<ReachBound>& bounds) {
  std::vector<FootprintBound> result;
  for (const ReachBound& bound : bounds) result.push_back({bound.value, bound.divisor});
  return result;
}

std::optional<Hulls::Followed> Hulls::followed(const Access& access) {
  const auto loops = followedLoops(context_->model, access);
  if (!loops) return std::nullopt;
  std::set<SymbolId> values = listedBehind(context_->model, *access.index);
  for (const FollowedLoop& loop : *loops)
    for (const auto* bounds : {&loop.first, &loop.last})
      for (const ReachBound& bound : *bounds) values.merge(listedBehind(context_->model, bound.value));
  Access bounded = access;
  context_->inspectBounds(bounded);
  std::optional<Followed> result;
  if (std::all_of(values.begin(), values.end(), [&](SymbolId value) { return context_->inspect(bounded, value); })) {
    result = Followed{{}, context_->inspectionOfValue};
    for (const FollowedLoop& loop : *loops)
      result->loops.push_back({loop.loop, boundsFrom(loop.first), boundsFrom(loop.last)});
  }
  context_->inspectionOfValue.clear();
  return result;
}

std::optional<std::vector<FootprintRange>> Hulls::each(const Access& access, const std::vector<Polynomial>& values) {
  const Domain domain = context_->domainOfChunk(access);
  std::vector<FootprintRange> ranges;
  for (const Polynomial& value : values) {
    auto found = context_->range(domain, {Polynomial(1), value});
    if (!found) return std::nullopt;
    ranges.push_back(*std::move(found));
  }
  return ranges;
}

/// Whether some iteration reaches the row's last element: where the bound of an inner loop says so.
static bool fillsRow(const LoopModel& model, const Access& access, const Polynomial& room) {
  return std::any_of(access.loops.begin(), access.loops.end(), [&](int loop) {
    const NestedLoop& nested = model.loops[static_cast<std::size_t>(loop)];
    return loop != 0 && room.mentions(nested.counter) &&
           std::find(nested.constraints.begin(), nested.constraints.end(), room) != nested.constraints.end();
  });
}

std::optional<FootprintTerm> Hulls::rows(const Access& access) {
  const LoopModel& model = context_->model;
  const auto rows = triangularRows(context_->facts, {&access});
  if (!rows || !rows->numerator) return std::nullopt;
  const auto inside = subtract(*access.index, rows->start);
  const auto room = inside ? subtract(rows->length, *inside) : std::nullopt;
  if (!room || (access.kind == AccessKind::Write && !fillsRow(model, access, *subtract(*room, Polynomial(1)))))
    return std::nullopt;
  const SymbolId counter = model.loops[0].counter;
  const auto first = rows->numerator->substitute(counter, Polynomial::symbol(chunkBegin));
  const auto behind = rows->numerator->substitute(counter, Polynomial::symbol(chunkEnd));
  const auto last = behind ? subtract(*behind, Polynomial(rows->divisor)) : std::nullopt;
  if (!first || !last || !isParametric(model, rows->numerator->without(counter))) return std::nullopt;
  FootprintTerm term;
  term.array = access.array;
  term.ranges.push_back({Polynomial(1), {{*first, rows->divisor}}, {{*last, rows->divisor}}});
  return term;
}

bool mentionsChunk(const FootprintRange& range) {
  const auto mentions = [](const FootprintBound& bound) {
    return bound.value.mentionsAny(
        [](SymbolId id) { return id == chunkBegin || id == chunkEnd || inspectionOf(id) >= 0; });
  };
  return std::any_of(range.from.begin(), range.from.end(), mentions) ||
         std::any_of(range.to.begin(), range.to.end(), mentions);
}

}  // namespace clustrix::compiler

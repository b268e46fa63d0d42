// Values that are one of several: each has a symbol of its own, and what it is in each case.
//
//     int before = std::max(i - 1, 0);                 i - 1 where i - 1 >= 0,  0 where it is less
//     int end = lo + 32; if (end > n) end = n;         n where lo + 32 > n,     lo + 32 where it is not
//     int next = flag[i] ? i : i + 1;                  i or i + 1, and nothing is known of when
//     int k = x[i] / width; if (k > 63) k = 63;        63 where k > 63,         k <= 63 where it is not
//
// An access whose subscript mentions such a value is one access for each case, with what holds in it. A loop's bound
// that is such a value is all the limits that it keeps to in each case: below `end` is below n and below lo + 32.
#include "Induction/ValueCases.h"
#include "Induction/Quotients.h"
#include "Library/LibraryFunctions.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Recurrence/ComparedValues.h"
#include "Syntax/Types.h"

#include <algorithm>
#include <deque>

namespace clustrix::compiler {

namespace {

/// More would cost the analysis more than they tell.
constexpr std::size_t kMostCases = 5;
constexpr std::size_t kMostOutcomes = 16;
/// Beyond what any polynomial can be.
constexpr Int128 kAnything = ~(static_cast<Int128>(1) << 127);

/// Where nothing is needed of a value on that side: C++'s integers.
constexpr Int128 kLeast = INT64_MIN, kGreatest = UINT64_MAX;

std::optional<Polynomial> put(Polynomial value, const Polynomial& by, SymbolId id) {
  return value.mentions(id) ? value.substitute(id, by) : std::optional(std::move(value));
}

std::vector<Polynomial> behind(const std::vector<Polynomial>& conditions, std::size_t before) {
  return {conditions.begin() + static_cast<std::ptrdiff_t>(std::min(before, conditions.size())), conditions.end()};
}

/// What came of numbers some of which are elements of lists, or other data, is such a number, too.
Value madeOf(Value result, bool listed) {
  const auto* number = std::get_if<IntegerValue>(&result);
  return listed && number ? Value{ListedNumber{*number}} : result;
}

bool isListed(const Value& value) { return std::holds_alternative<ListedNumber>(value); }

bool isNever(const Polynomial& condition) { return condition.constant().value_or(0) < 0; }

/// left - right - more; 0, which says nothing as a condition, where that cannot be written down.
Polynomial less(const Polynomial& left, const Polynomial& right, std::int64_t more = 0) {
  const auto difference = subtract(left, right);
  return difference ? subtract(*difference, Polynomial(more)).value_or(Polynomial(0)) : Polynomial(0);
}

/// Whether no two of them can be at once: a condition of one is the opposite of one of the other's.
bool excludeEachOther(const auto& cases) {
  const auto opposite = [](const Polynomial& a, const Polynomial& b) {
    const auto both = add(a, b);
    return both && isNever(*both);
  };
  const auto apart = [&](const auto& a, const auto& b) {
    return std::any_of(a.conditions.begin(), a.conditions.end(), [&](const Polynomial& one) {
      return std::any_of(b.conditions.begin(), b.conditions.end(),
                         [&](const auto& other) { return opposite(one, other); });
    });
  };
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (std::size_t j = i + 1; j < cases.size(); ++j)
      if (!apart(cases[i], cases[j])) return false;
  return true;
}

}  // namespace

/// Whether the bound is kept where the conditions hold: by itself, or by what one of them says of it.
bool ValueCases::keepsTo(const Bound& bound, const std::vector<Polynomial>& conditions) const {
  const auto shown = [&](const Bound& side, const auto& with) {
    if (walk_.quotients.plainlyKeepsTo(side)) return true;
    return std::any_of(conditions.begin(), conditions.end(), [&](const Polynomial& condition) {
      const auto moved = with(bound.value, condition);
      return moved && walk_.quotients.plainlyKeepsTo({*moved, side.min, side.max});
    });
  };
  const auto lower = [](const Polynomial& value, const Polynomial& known) { return subtract(value, known); };
  const auto higher = [](const Polynomial& value, const Polynomial& known) { return add(value, known); };
  return (bound.min == -kAnything || shown({bound.value, bound.min, kAnything}, lower)) &&
         (bound.max == kAnything || shown({bound.value, -kAnything, bound.max}, higher));
}

bool ValueCases::isNotNegative(const Polynomial& value, const std::vector<Polynomial>& conditions) const {
  return keepsTo({value, 0, kAnything}, conditions);
}

/// The cases one by one, those of values that are one of several in place of these. `needs` receives what has to hold
/// for all of them.
std::vector<ValueCase> ValueCases::casesApart(const std::vector<ValueCase>& cases, std::vector<Bound>& needs) const {
  std::vector<ValueCase> apart;
  const auto add = [&](const Bound& need) {
    if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
  };
  for (const ValueCase& one : cases) {
    if (std::any_of(one.conditions.begin(), one.conditions.end(), isNever)) continue;
    for (const Bound& need : one.value.needs) {
      // What the case's own conditions say need not hold in the others.
      const bool above = keepsTo({need.value, need.min, kAnything}, one.conditions);
      const bool below = keepsTo({need.value, -kAnything, need.max}, one.conditions);
      if (!above || !below) add({need.value, above ? kLeast : need.min, below ? kGreatest : need.max});
    }
    const auto symbols = one.value.polynomial.symbols();
    const auto inner = symbols.size() == 1 ? cases_.find(symbols.front()) : cases_.end();
    const bool isInner = inner != cases_.end() && one.value.polynomial == Polynomial::symbol(symbols.front());
    // Of `min(min(a, b), c)` it is known what the inner one is compared with, and not what `a` is.
    const bool isCompared = isInner && std::any_of(cases.begin(), cases.end(), [&](const ValueCase& other) {
                              return std::any_of(other.conditions.begin(), other.conditions.end(),
                                                 [&](const Polynomial& c) { return c.mentions(inner->first); });
                            });
    if (!isInner || isCompared) {
      apart.push_back({{one.value.polynomial, {}}, one.conditions});
      continue;
    }
    for (ValueCase further : inner->second) {
      further.conditions.insert(further.conditions.end(), one.conditions.begin(), one.conditions.end());
      apart.push_back(std::move(further));
    }
  }
  return apart;
}

/// A symbol for the value; nothing known of it where there are too many cases, or one of them is not known.
Value ValueCases::oneOf(const std::vector<ValueCase>& cases, clang::QualType type) {
  if (walk_.around.empty() || cases.empty()) return std::monostate{};  // before the loop it is a number like any other
  IntegerValue result;
  std::vector<ValueCase> apart = casesApart(cases, result.needs);
  if (apart.empty() || apart.size() > kMostCases) return std::monostate{};
  const bool same =
      std::all_of(apart.begin(), apart.end(), [&](const ValueCase& one) { return one.value == apart[0].value; });
  if (same) {
    result.polynomial = apart[0].value.polynomial;
    return result;
  }
  const auto sameCase = [](const ValueCase& a, const ValueCase& b) {
    return a.value == b.value && a.conditions == b.conditions;
  };
  // Two values with the same cases are one where the conditions tell which case it is. `f[i] ? 0 : 1` and `g[i] ? 0 :
  // 1` are two.
  for (const auto& [id, known] : cases_)
    if (excludeEachOther(apart) && std::equal(known.begin(), known.end(), apart.begin(), apart.end(), sameCase)) {
      result.polynomial = Polynomial::symbol(id);
      return result;
    }
  std::string name;
  for (const ValueCase& one : apart)
    name += (name.empty() ? "" : " or ") + one.value.polynomial.str([&](SymbolId id) {
      return model_.symbols[static_cast<std::size_t>(id.value)].name;
    });
  const SymbolId id = walk_.record.newSymbol(SymbolKind::Opaque, "(" + name + ")");
  Symbol& symbol = model_.symbols[static_cast<std::size_t>(id.value)];
  std::tie(symbol.min, symbol.max) = walk_.record.rangeOf(type);
  const bool positive = std::all_of(apart.begin(), apart.end(), [&](const ValueCase& one) {
    return isNotNegative(one.value.polynomial, one.conditions);
  });
  if (positive) symbol.min = std::max<Int128>(symbol.min, 0);
  symbol.data = std::any_of(apart.begin(), apart.end(), [&](const ValueCase& one) {
    const auto isOfData = [&](const Polynomial& value) { return mentionsListed(model_.symbols, value); };
    return isOfData(one.value.polynomial) || std::any_of(one.conditions.begin(), one.conditions.end(), isOfData);
  });
  cases_.emplace(id, std::move(apart));
  result.polynomial = Polynomial::symbol(id);
  return result;
}

/// What a branch left and what the other one did: two numbers, or two places in one array. `before`: so many of the
/// conditions held before the branches.
Value ValueCases::oneOf(const Value& yes, const State& where, const Value& no, const State& otherwise,
                        std::size_t before, clang::QualType type) {
  if (yes == no) return yes;
  const auto both = [&](const IntegerValue& a, const IntegerValue& b) {
    return oneOf({{a, behind(where.conditions, before)}, {b, behind(otherwise.conditions, before)}}, type);
  };
  const auto *a = numberIn(yes), *b = numberIn(no);
  if (a && b && isInteger(type)) return madeOf(both(*a, *b), isListed(yes) || isListed(no));
  const auto *from = std::get_if<PointerValue>(&yes), *to = std::get_if<PointerValue>(&no);
  if (!from || !to || from->array != to->array || !from->offset || !to->offset) return std::monostate{};
  if (from->bytes || to->bytes || from->piece || to->piece) return std::monostate{};
  type = context_.LongTy;
  const Value offset = both(*from->offset, *to->offset);
  const auto* number = std::get_if<IntegerValue>(&offset);
  return number ? Value{PointerValue{from->array, *number, std::nullopt}} : Value{};
}

/// Behind two branches: what they have left in variables.
void ValueCases::joinValues(const State& yes, const State& no, std::size_t before) {
  if (!yes.reachable || !no.reachable) return;
  decltype(State::values)::differing(yes.values, no.values, [&](const auto& one, const auto& other) {
    const auto& [key, value] = one;
    const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(key.first);
    if (!variable || !key.second.empty()) return;
    const Value joined = oneOf(value, yes, other.second, no, before, variable->getType());
    if (!std::holds_alternative<std::monostate>(joined)) state_.values.insert_or_assign(key, joined);
  });
}

/// What comes out of a function of such numbers, and when.
std::vector<ValueCase> ValueCases::comparedCases(const StandardFunction& compares,
                                                 const std::vector<IntegerValue>& of) {
  const auto atLeast = [](const IntegerValue& a, const IntegerValue& b) { return less(a.polynomial, b.polynomial); };
  const auto above = [](const IntegerValue& a, const IntegerValue& b) { return less(a.polynomial, b.polynomial, 1); };
  if (of.size() == 2 && compares.is(Does::Min))
    return {{of[0], {atLeast(of[1], of[0])}}, {of[1], {above(of[0], of[1])}}};
  if (of.size() == 2 && compares.is(Does::Max))
    return {{of[0], {atLeast(of[0], of[1])}}, {of[1], {above(of[1], of[0])}}};
  if (of.size() == 3 && compares.is(Does::Clamp))
    return {{of[1], {above(of[1], of[0])}},
            {of[2], {above(of[0], of[2])}},
            {of[0], {atLeast(of[0], of[1]), atLeast(of[2], of[0])}}};
  if (of.size() != 1 || !compares.is(Does::Absolute)) return {};
  const IntegerValue zero, negative{less(Polynomial(0), of[0].polynomial), {}};
  return {{of[0], {atLeast(of[0], zero)}}, {negative, {above(zero, of[0])}}};
}

/// `std::min(a, b)`, `std::max(a, b)`, `std::clamp(x, low, high)`, `std::abs(x)` of integers. Its arguments have no
/// other value than the one that they are given here.
Value ValueCases::comparedValue(const clang::CallExpr* call) {
  std::vector<IntegerValue> of;
  std::vector<Bound> needs;  // of the numbers that are compared: whatever comes out
  bool known = isInteger(call->getType().getNonReferenceType()), listed = false;
  const std::vector<const clang::Expr*> arguments =
      comparesList(call->getDirectCallee()) ? comparedValues(call)
                                            : std::vector<const clang::Expr*>(call->arg_begin(), call->arg_end());
  for (const clang::Expr* argument : arguments) {
    const Value value = walk_.expressions.valueOf(argument);
    const IntegerValue* number = numberIn(value);
    known = known && number;
    if (!known) continue;
    listed = listed || isListed(value);
    of.push_back({number->polynomial, {}});
    needs.insert(needs.end(), number->needs.begin(), number->needs.end());
  }
  if (!known || of.empty()) return std::monostate{};
  const StandardFunction* compares = numberFunction(call->getDirectCallee());
  if (!compares) return std::monostate{};
  const clang::QualType type = call->getType().getNonReferenceType();
  // Of a list, each with the extremum of those before it.
  const bool isExtremum = compares->is(Does::Min) || compares->is(Does::Max);
  while (isExtremum && of.size() > 2) {
    const Value first = oneOf(comparedCases(*compares, {of[0], of[1]}), type);
    const auto* number = std::get_if<IntegerValue>(&first);
    if (!number) return std::monostate{};
    needs.insert(needs.end(), number->needs.begin(), number->needs.end());
    of.erase(of.begin());
    of.front() = {number->polynomial, {}};
  }
  Value result = isExtremum && of.size() == 1 ? Value{of.front()} : oneOf(comparedCases(*compares, of), type);
  if (auto* number = std::get_if<IntegerValue>(&result))
    number->needs.insert(number->needs.end(), needs.begin(), needs.end());
  return madeOf(std::move(result), listed);
}

bool ValueCases::isCase(const Polynomial& value) const {
  return !cases_.empty() && value.mentionsAny([&](SymbolId id) { return cases_.contains(id); });
}

/// Nothing: too many, or one that cannot be written down.
std::optional<std::vector<CaseOutcome>> ValueCases::outcomesOf(const std::vector<Polynomial>& values) const {
  struct Open {
    std::vector<Polynomial> values;
    CaseOutcome outcome;
  };
  std::vector<Open> open{{values, {}}};
  std::vector<CaseOutcome> done;
  while (!open.empty()) {
    const Open one = std::move(open.back());
    open.pop_back();
    std::optional<SymbolId> id;
    for (const Polynomial& value : one.values)
      for (const SymbolId mentioned : value.symbols())
        if (cases_.contains(mentioned)) id = mentioned;
    if (!id) {
      done.push_back(one.outcome);
      if (done.size() + open.size() > kMostOutcomes) return std::nullopt;
      continue;
    }
    for (const ValueCase& chosen : cases_.at(*id)) {
      Open next = one;
      next.outcome.values.emplace_back(*id, chosen.value.polynomial);
      next.outcome.conditions.insert(next.outcome.conditions.end(), chosen.conditions.begin(), chosen.conditions.end());
      bool possible = true;
      for (std::vector<Polynomial>* all : {&next.values, &next.outcome.conditions})
        for (Polynomial& value : *all) {
          const auto replaced = put(value, chosen.value.polynomial, *id);
          if (!replaced) return std::nullopt;
          value = *replaced;
        }
      for (const Polynomial& condition : next.outcome.conditions) possible = possible && !isNever(condition);
      if (possible) open.push_back(std::move(next));
    }
  }
  return done;
}

/// The value as it comes out; a symbol that cannot be replaced may be anything.
Polynomial ValueCases::in(const CaseOutcome& outcome, Polynomial value) {
  for (const auto& [id, by] : outcome.values)
    if (const auto replaced = put(value, by, id)) value = *replaced;
  return value;
}

void ValueCases::enter(const CaseOutcome& outcome) {
  for (Polynomial& condition : state_.conditions) condition = in(outcome, condition);
  state_.conditions.insert(state_.conditions.end(), outcome.conditions.begin(), outcome.conditions.end());
}

/// True when the access was written down; it is one of each case, or of any element where there are too many.
bool ValueCases::accessInEachCase(AccessKind kind, const ElementPlace& element, clang::SourceLocation at, int update) {
  std::vector<Polynomial> mentioned = element.inside;
  if (element.index) mentioned.push_back(element.index->polynomial);
  if (element.piece && element.piece->at) mentioned.push_back(element.piece->at->polynomial);
  if (std::none_of(mentioned.begin(), mentioned.end(), [&](const Polynomial& value) { return isCase(value); }))
    return false;
  const auto outcomes = outcomesOf(mentioned);
  // What is needed of the value is needed whatever comes out: no case can say so of itself.
  if (element.index) walk_.record.require(element.index->needs, at);
  if (element.piece && element.piece->at) walk_.record.require(element.piece->at->needs, at);
  const State before = state_;
  for (const CaseOutcome& outcome : outcomes.value_or(std::vector<CaseOutcome>{})) {
    ElementPlace one = element;
    if (one.index) one.index = IntegerValue{in(outcome, one.index->polynomial), {}};
    if (one.piece && one.piece->at) one.piece->at = IntegerValue{in(outcome, one.piece->at->polynomial), {}};
    for (Polynomial& condition : one.inside) condition = in(outcome, condition);
    enter(outcome);
    state_.certain = before.certain && outcomes->size() == 1;
    walk_.lvalues.access(kind, one, at, update);
    state_ = before;
  }
  if (outcomes) return true;
  ElementPlace any = element;
  any.index.reset();
  any.inside.clear();
  if (any.piece) any.piece->at.reset();
  walk_.lvalues.access(kind, any, at, update);
  return true;
}

/// True when the need was written down: for each case of what it mentions.
bool ValueCases::requireInEachCase(const Bound& need, clang::SourceLocation at) {
  const auto outcomes = isCase(need.value) ? outcomesOf({need.value}) : std::nullopt;
  if (!outcomes) return false;
  const State before = state_;
  for (const CaseOutcome& outcome : *outcomes) {
    enter(outcome);
    walk_.record.require({{in(outcome, need.value), need.min, need.max}}, at);
    state_ = before;
  }
  return true;
}

/// Values of one of the cases that the value does not exceed in any, or does not fall below.
std::vector<Polynomial> ValueCases::limitsOf(SymbolId id, bool above) const {
  const std::vector<ValueCase>& cases = cases_.at(id);
  std::vector<Polynomial> limits;
  for (const ValueCase& limit : cases) {
    const bool holds = std::all_of(cases.begin(), cases.end(), [&](const ValueCase& other) {
      const auto room = above ? subtract(limit.value.polynomial, other.value.polynomial)
                              : subtract(other.value.polynomial, limit.value.polynomial);
      return room && isNotNegative(*room, other.conditions);
    });
    if (holds && std::find(limits.begin(), limits.end(), limit.value.polynomial) == limits.end())
      limits.push_back(limit.value.polynomial);
  }
  return limits;
}

/// The constraints of an inner loop, where a value that they mention is one of several: with its limits instead.
void ValueCases::spreadBounds(LoopHeader& header) const {
  if (header.trip && (isCase(header.trip->distance) || isCase(header.trip->stride))) header.trip.reset();
  std::deque<Polynomial> open(header.constraints.begin(), header.constraints.end());
  header.constraints.clear();
  while (!open.empty()) {
    const Polynomial constraint = open.front();
    open.pop_front();
    std::vector<Polynomial> spread;
    for (const SymbolId id : constraint.symbols()) {
      if (!cases_.contains(id)) continue;
      const auto slope = constraint.coefficientOf(id);
      const auto factor = slope ? slope->constant() : std::nullopt;
      if (!factor) continue;
      for (const Polynomial& limit : limitsOf(id, *factor > 0))
        if (const auto with = constraint.substitute(id, limit)) spread.push_back(*with);
      if (!spread.empty()) break;
    }
    if (spread.empty())
      header.constraints.push_back(constraint);
    else
      open.insert(open.end(), spread.begin(), spread.end());
  }
}

}  // namespace clustrix::compiler

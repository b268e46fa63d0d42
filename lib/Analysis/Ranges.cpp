// Interval arithmetic and bounds propagation. A saturated bound is sticky: it stays unbounded through additions, since
// `unbounded - 5` must not become a bound.
#include "Analysis/Ranges.h"

#include "Support/Effort.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

constexpr Int128 kUnbounded = static_cast<Int128>(1) << 126;

Int128 clamp(Int128 value) { return std::clamp(value, -kUnbounded, kUnbounded); }
bool isInfinite(Int128 value) { return value >= kUnbounded || value <= -kUnbounded; }
int sign(Int128 value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

Int128 product(Int128 left, Int128 right) {
  Int128 result = 0;
  if (!isInfinite(left) && !isInfinite(right) && !__builtin_mul_overflow(left, right, &result)) return clamp(result);
  return sign(left) * sign(right) * kUnbounded;
}

Int128 floorDivide(Int128 value, Int128 divisor) {
  const Int128 quotient = value / divisor;
  return value % divisor != 0 && (value < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

/// `coefficient * symbol + rest >= 0` bounds the symbol from one side.
bool narrow(Interval& symbol, std::int64_t coefficient, Int128 restMax) {
  if (isInfinite(restMax)) return false;
  if (coefficient > 0) {
    const Int128 least = -floorDivide(restMax, coefficient);  // ceil(-rest / coefficient)
    if (least <= symbol.min) return false;
    symbol.min = least;
  } else {
    const Int128 most = floorDivide(restMax, -static_cast<Int128>(coefficient));
    if (most >= symbol.max) return false;
    symbol.max = most;
  }
  return true;
}

Interval evaluate(const Polynomial::Term& term, const Ranges& ranges) {
  Interval result{term.second, term.second};
  for (const SymbolId id : term.first) result = multiply(result, ranges[id]);
  return result;
}

/// The sums of a constraint's terms from each one on.
class Behind {
 public:
  Behind(const std::vector<Polynomial::Term>& terms, const Ranges& ranges) : terms_(terms), sums_(terms.size() + 1) {
    sum(ranges, 0);
  }
  const Interval& operator[](std::size_t term) const { return sums_[term]; }
  /// Anew, behind the first few.
  void sum(const Ranges& ranges, std::size_t first) {
    for (std::size_t i = terms_.size(); i-- > first;) sums_[i] = add(evaluate(terms_[i], ranges), sums_[i + 1]);
  }

 private:
  const std::vector<Polynomial::Term>& terms_;
  std::vector<Interval> sums_;
};

/// One pass over the terms of `constraint >= 0`, each compared with the sum of all others; `narrowed` gets the symbols
/// of which a bound became narrower.
void propagate(Ranges& ranges, const Polynomial& constraint, std::vector<SymbolId>& narrowed) {
  const auto& terms = constraint.terms();
  if (!Effort::spend(1 + terms.size())) return;
  Behind behind(terms, ranges);
  Interval front{0, 0};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const auto& [monomial, coefficient] = terms[i];
    if (monomial.size() == 1) {
      Interval range = ranges[monomial[0]];
      if (narrow(range, coefficient, add(front, behind[i + 1]).max)) {
        ranges.set(monomial[0], range);
        narrowed.push_back(monomial[0]);
        if (!constraint.isAffine()) behind.sum(ranges, i + 1);  // the symbol may be in products
      }
    }
    front = add(front, evaluate(terms[i], ranges));
  }
}

/// Four rounds carry a bound through a nest of four loops; more would only creep towards an empty domain.
constexpr int kRounds = 4;

}  // namespace

Int128 unbounded() { return kUnbounded; }

Interval add(Interval left, Interval right) {
  Interval sum{clamp(left.min + right.min), clamp(left.max + right.max)};
  if (left.min <= -kUnbounded || right.min <= -kUnbounded) sum.min = -kUnbounded;
  if (left.max >= kUnbounded || right.max >= kUnbounded) sum.max = kUnbounded;
  return sum;
}

Interval multiply(Interval left, Interval right) {
  const auto [low, high] = std::minmax({product(left.min, right.min), product(left.min, right.max),
                                        product(left.max, right.min), product(left.max, right.max)});
  return {low, high};
}

std::optional<std::int64_t> exactQuotient(std::int64_t value, std::int64_t divisor) {
  if (divisor == 0) return std::nullopt;
  // The processor traps on the one quotient that does not fit.
  if (divisor == -1) return value == INT64_MIN ? std::nullopt : std::optional(-value);
  return value % divisor == 0 ? std::optional(value / divisor) : std::nullopt;
}

Ranges::Ranges(std::vector<Interval> all) {
  allPossible_ = std::all_of(all.begin(), all.end(), [](Interval range) { return range.min <= range.max; });
  all_ = std::make_shared<const std::vector<Interval>>(std::move(all));
}

namespace {

bool before(const std::pair<std::size_t, Interval>& own, std::size_t symbol) { return own.first < symbol; }

}  // namespace

Interval Ranges::operator[](std::size_t symbol) const {
  const auto own = std::lower_bound(own_.begin(), own_.end(), symbol, before);
  return own != own_.end() && own->first == symbol ? own->second : (*all_)[symbol];
}

void Ranges::set(SymbolId id, Interval range) {
  const auto symbol = static_cast<std::size_t>(id.value);
  const auto own = std::lower_bound(own_.begin(), own_.end(), symbol, before);
  if (own != own_.end() && own->first == symbol)
    own->second = range;
  else
    own_.insert(own, {symbol, range});
}

bool Ranges::possible() const {
  return allPossible_ &&
         std::all_of(own_.begin(), own_.end(), [](const auto& own) { return own.second.min <= own.second.max; });
}

void Ranges::settle() {
  constexpr std::size_t kMany = 32;
  if (own_.size() <= kMany) return;
  std::vector<Interval> all = *all_;
  for (const auto& [symbol, range] : own_) all[symbol] = range;
  *this = Ranges(std::move(all));
}

Ranges rangesOf(const LoopModel& model) {
  std::vector<Interval> ranges;
  ranges.reserve(model.symbols.size());
  for (const Symbol& symbol : model.symbols) {
    const Int128 least = symbol.kind == SymbolKind::Counter ? std::max<Int128>(symbol.min, 0) : symbol.min;
    ranges.push_back({clamp(least), clamp(symbol.max)});
  }
  return Ranges(std::move(ranges));
}

Interval evaluate(const Polynomial& value, const Ranges& ranges) {
  Interval sum{0, 0};
  Effort::spend(1 + value.terms().size());
  for (const Polynomial::Term& term : value.terms()) sum = add(sum, evaluate(term, ranges));
  return sum;
}

bool tighten(Ranges& ranges, const std::vector<Polynomial>& constraints) {
  return Assumptions().tighten(ranges, constraints);
}

const std::vector<int>& Assumptions::with(const Monomial& product) const {
  static const std::vector<int> none;
  const auto found = byProduct_.find(product);
  return found == byProduct_.end() ? none : found->second;
}

void Assumptions::add(const Polynomial& constraint, Ranges& ranges) {
  if (!known_.insert(constraint).second) return;
  const int place = static_cast<int>(all_.size());
  all_.push_back(constraint);
  for (const SymbolId id : constraint.symbols()) bySymbol_[id].push_back(place);
  for (const auto& [product, coefficient] : constraint.terms()) byProduct_[product].push_back(place);
  pending_.insert(place);
  std::vector<SymbolId> narrowed;
  std::set<int> changed{place};
  for (int round = 0; round < kRounds && !pending_.empty(); ++round) {
    std::set<int> now = std::exchange(pending_, {});
    while (!now.empty()) {
      const int at = now.extract(now.begin()).value();
      narrowed.clear();
      propagate(ranges, all_[static_cast<std::size_t>(at)], narrowed);
      for (const SymbolId id : narrowed)
        for (const int other : bySymbol_[id]) {
          changed.insert(other);
          (other > at ? now : pending_).insert(other);
        }
    }
  }
  possible_ = possible_ && ranges.possible() && std::all_of(changed.begin(), changed.end(), [&](int at) {
                return evaluate(all_[static_cast<std::size_t>(at)], ranges).max >= 0;
              });
}

bool Assumptions::tighten(Ranges& ranges, const std::vector<Polynomial>& more) const {
  // The others first, then these, of which most have no symbol that became narrower.
  const int count = static_cast<int>(more.size());
  const auto at = [&](int place) -> const Polynomial& {
    return place < count ? more[static_cast<std::size_t>(place)] : all_[static_cast<std::size_t>(place - count)];
  };
  std::map<SymbolId, std::vector<int>> bySymbol;
  std::set<int> pending, changed;
  for (int i = 0; i < count; ++i) {
    for (const SymbolId id : at(i).symbols()) bySymbol[id].push_back(i);
    pending.insert(pending.end(), i);
  }
  for (const int place : pending_) pending.insert(count + place);
  std::vector<SymbolId> narrowed;
  for (int round = 0; round < kRounds && !pending.empty(); ++round) {
    std::set<int> now = std::exchange(pending, {});
    while (!now.empty()) {
      const int one = now.extract(now.begin()).value();
      narrowed.clear();
      propagate(ranges, at(one), narrowed);
      const auto look = [&](int other) {
        changed.insert(other);
        (other > one ? now : pending).insert(other);
      };
      for (const SymbolId id : narrowed) {
        if (const auto found = bySymbol.find(id); found != bySymbol.end())
          for (const int other : found->second) look(other);
        if (const auto found = bySymbol_.find(id); found != bySymbol_.end())
          for (const int other : found->second) look(count + other);
      }
    }
  }
  const auto canHold = [&](const Polynomial& constraint) { return evaluate(constraint, ranges).max >= 0; };
  return possible_ && ranges.possible() && std::all_of(more.begin(), more.end(), canHold) &&
         std::all_of(changed.begin(), changed.end(), [&](int place) { return canHold(at(place)); });
}

}  // namespace clustrix::compiler

// One condition a level; all of them together are one row of comparisons.
#include "Analysis/FreeStrides.h"

#include "Analysis/Reach.h"
#include "Analysis/System.h"

namespace clustrix::compiler {
namespace {

/// What the positions from `level` on amount to, in elements.
std::optional<Polynomial> inside(const std::vector<Polynomial>& positions, const std::vector<Polynomial>& strides,
                                 std::size_t level) {
  std::optional<Polynomial> sum = Polynomial();
  for (std::size_t d = level; d < positions.size() && sum; ++d) {
    const auto part = multiply(positions[d], strides[d]);
    sum = part ? add(*sum, *part) : std::nullopt;
  }
  return sum;
}

/// The parameters for which some element leaves the stride around `level`; null when unknown.
isl::Set leaving(const Facts& facts, const std::vector<Touch>& touches, const std::vector<Polynomial>& strides,
                 std::size_t level) {
  isl::Set bad = emptyParameters(facts);
  for (const Touch& touch : touches) {
    if (touch.positions.empty()) continue;
    const auto place = inside(touch.positions, strides, level);
    const auto last = subtract(strides[level - 1], Polynomial(1));
    const auto room = place && last ? subtract(*last, *place) : std::nullopt;
    if (!room) return isl::Set();
    const Domain domain = domainOf(facts, touch.access->loops, touch.access->conditions);
    if (domain.empty) continue;
    for (const Polynomial& value : {*place, *room}) {
      isl::Set one = violationOfProducts(facts, domain, value);
      if (!one) return one;
      bad = isl::Set(isl_set_union(bad.take(), one.take()));
    }
  }
  return bad;
}

}  // namespace

Condition staysInside(const Facts& facts, const std::vector<Touch>& touches, const std::vector<Polynomial>& strides) {
  Facts known = facts;
  std::vector<Comparison> needed;
  for (std::size_t level = strides.size(); level-- > 1;) {
    const isl::Set bad = leaving(known, touches, strides, level);
    if (!bad) return {};
    const Condition here = avoid(known, bad);
    if (here.outcome != Condition::Always && here.outcome != Condition::Sometimes) return here;
    if (here.outcome == Condition::Sometimes) {
      if (here.guard.anyOf.size() != 1) return {};
      Legality assumed;
      addGuard(known, assumed, here.guard);
      needed.insert(needed.end(), here.guard.anyOf[0].begin(), here.guard.anyOf[0].end());
    }
    // There is something inside it wherever an element is touched.
    if (const auto some = subtract(strides[level - 1], Polynomial(1))) assume(known, *some);
  }
  if (needed.empty()) return {Condition::Always, {}};
  return {Condition::Sometimes, {{std::move(needed)}, ""}};
}

}  // namespace clustrix::compiler

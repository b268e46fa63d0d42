// Rows of a fixed length: `double a[n][80]` has subscripts 80*i + j, which are affine as they stand.
//
//     80*i + j, 81*i + k + 1       strides {80, 1}, sizes {80}      positions (i, j), (i, i + k + 1)
//
// As one dimension such subscripts are exact, but only a bound on j tells rows apart, and what keeps two rows from
// meeting for all n is often no affine condition. As two dimensions the condition is that j stays in its row.
#include "Analysis/Delinearise.h"

#include <algorithm>
#include <map>

namespace clustrix::compiler {
namespace {

/// Readings to try: each costs as much as the first one.
constexpr std::size_t kMostWays = 2;
/// Longer steps than these would overflow nothing, but are no rows.
constexpr std::int64_t kLongestRow = std::int64_t{1} << 40;

/// Row lengths that the counters' coefficients suggest, the commonest first.
std::vector<std::int64_t> lengthsIn(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  std::map<std::int64_t, int> uses;
  for (const Polynomial& subscript : subscripts)
    for (const auto& [monomial, coefficient] : subscript.terms()) {
      if (monomial.empty() || facts.overParameters(monomial)) continue;
      const std::int64_t length = coefficient < 0 ? -(coefficient + 1) + 1 : coefficient;
      if (coefficient > -kLongestRow && length > 1 && length < kLongestRow) ++uses[length];
    }
  std::vector<std::int64_t> lengths;
  for (const auto& [length, count] : uses) lengths.push_back(length);
  std::stable_sort(lengths.begin(), lengths.end(), [&](std::int64_t a, std::int64_t b) { return uses[a] > uses[b]; });
  return lengths;
}

/// Every stride a multiple of the next: planes, rows of them, elements.
std::vector<std::int64_t> chainWith(std::int64_t length, std::vector<std::int64_t> lengths) {
  std::vector<std::int64_t> strides{length};
  std::sort(lengths.begin(), lengths.end());
  for (const std::int64_t one : lengths)
    if (one > strides.front() && one % strides.front() == 0) strides.insert(strides.begin(), one);
  strides.push_back(1);
  return strides;
}

/// The multiple of `stride` that is nearest: 79 is a row of 80 and one element back.
std::int64_t nearest(std::int64_t value, std::int64_t stride) {
  const std::int64_t rest = value % stride;
  const std::int64_t towardsZero = value / stride;
  if (rest > stride / 2) return towardsZero + 1;
  return rest < -(stride / 2) ? towardsZero - 1 : towardsZero;
}

std::optional<std::vector<Polynomial>> positionsOf(const Polynomial& subscript,
                                                   const std::vector<std::int64_t>& strides) {
  std::vector<Polynomial> positions(strides.size());
  for (const auto& [monomial, coefficient] : subscript.terms()) {
    const Polynomial product = termOf(monomial);
    std::int64_t rest = coefficient;
    for (std::size_t d = 0; d < strides.size(); ++d) {
      const std::int64_t times = nearest(rest, strides[d]);
      rest -= times * strides[d];
      const auto term = multiply(product, Polynomial(times));
      const auto sum = term ? add(positions[d], *term) : std::nullopt;
      if (!sum) return std::nullopt;
      positions[d] = *sum;
    }
  }
  return positions;
}

std::optional<Dimensions> wayOf(const std::vector<Polynomial>& subscripts, const std::vector<std::int64_t>& strides) {
  Dimensions way;
  for (std::size_t d = 0; d + 1 < strides.size(); ++d) way.sizes.emplace_back(strides[d] / strides[d + 1]);
  for (const Polynomial& subscript : subscripts) {
    auto positions = positionsOf(subscript, strides);
    if (!positions) return std::nullopt;
    way.positions.push_back(*std::move(positions));
  }
  return way;
}

bool sameDimensions(const Dimensions& left, const Dimensions& right) {
  return left.sizes == right.sizes && left.positions == right.positions;
}

}  // namespace

std::vector<Dimensions> inFixedRows(const Facts& facts, const std::vector<Polynomial>& subscripts) {
  std::vector<Dimensions> ways;
  const std::vector<std::int64_t> lengths = lengthsIn(facts, subscripts);
  for (const std::int64_t length : lengths) {
    if (ways.size() == kMostWays) break;
    auto way = wayOf(subscripts, chainWith(length, lengths));
    if (!way) continue;
    const auto same = [&](const Dimensions& other) { return sameDimensions(other, *way); };
    if (std::none_of(ways.begin(), ways.end(), same)) ways.push_back(*std::move(way));
  }
  return ways;
}

}  // namespace clustrix::compiler

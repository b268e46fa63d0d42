// Algorithms that change, exchange, reverse, pack and accumulate elements.
#include "show.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>

[[clustrix::cluster]]
void replacing(std::vector<int>& v, double* p, int n, int old) {
  std::replace(v.begin(), v.end(), old, 77);                                        // want: parallel
  std::replace_if(p, p + n, [=](double x) { return x > 0.5 * old; }, 0.25);         // want: parallel
  std::ranges::replace(v, 3, 4);                                                    // want: parallel
}

[[clustrix::cluster]]
void exchanging(std::vector<int>& v, std::vector<int>& w, double* p, int n) {
  std::swap_ranges(v.begin(), v.end(), w.begin());  // want: parallel
  std::reverse(v.begin(), v.end());                 // want: parallel
  std::ranges::reverse(w);                          // want: parallel
  std::reverse(p + 1, p + n);                       // want: parallel
}

[[clustrix::cluster]]
void differences(const double* p, double* q, int n, const std::vector<int>& v, std::vector<int>& w) {
  std::adjacent_difference(p, p + n, q);                      // want: parallel
  std::adjacent_difference(v.begin(), v.end(), w.begin());    // want: parallel
}

[[clustrix::cluster]]
void scans(const double* p, double* q, double* r, int n, std::vector<int>& v) {
  std::partial_sum(p, p + n, q);                                     // want: parallel
  std::inclusive_scan(v.begin(), v.end(), v.begin());                // want: parallel
  std::exclusive_scan(p, p + n, r, 1.5);                             // want: parallel
  std::exclusive_scan(v.begin(), v.end(), v.begin(), 3, std::plus<>());  // want: parallel
}

[[clustrix::cluster]]
long packing(const std::vector<int>& v, std::vector<int>& w, int* p) {
  const auto end = std::copy_if(v.begin(), v.end(), w.begin(), [](int x) { return x % 3 == 0; });      // want: parallel
  std::remove_copy_if(v.begin(), v.end(), p, [](int x) { return x % 3 == 0; });                         // want: parallel
  return end - w.begin();
}

[[clustrix::cluster]]
double extremes(const std::vector<int>& v, const double* p, int n) {
  const auto [least, most] = std::minmax_element(v.begin(), v.end());                   // want: parallel
  const auto ends = std::minmax_element(p, p + n);                                      // want: parallel
  const double sum = std::ranges::max(v) - std::ranges::min(v);                         // want: parallel
  return sum + 3.0 * static_cast<double>(least - v.begin()) + 5.0 * static_cast<double>(most - v.begin()) +
         7.0 * static_cast<double>(ends.first - p) + 11.0 * static_cast<double>(ends.second - p);
}

[[clustrix::cluster]]
double products(const double* p, const double* q, int n) {
  const double plain = std::inner_product(p, p + n, q, 0.5, std::plus<>(), std::minus<>());  // want: parallel
  return plain + std::transform_reduce(p, p + n, q, 0.0, std::plus<>(),                      // want: parallel
                                       [](double x, double y) { return x > y ? x : y; });
}

[[clustrix::cluster]]
void backwards(std::vector<int>& v, const std::vector<int>& w, double* p, int n) {
  std::copy(w.rbegin(), w.rend(), v.begin());                                                  // want: parallel
  std::transform(v.begin(), v.end(), w.rbegin(), v.begin(), std::plus<>());                    // want: parallel
  std::for_each(std::make_reverse_iterator(p + n), std::make_reverse_iterator(p + 1), [](double& x) { x *= 2; });  // want: parallel
  std::reverse_copy(w.begin(), w.begin() + w.size() / 2, v.begin());                           // want: parallel
}

int main() {
  for (const int n : {1, 2, 7, 3000}) {
    Random random(8);
    std::vector<int> v(n), w(n);
    std::vector<double> p(n), q(n), r(n);
    random.fillBelow(v, 40);
    random.fillBelow(w, 50);
    random.fillUnit(p);
    replacing(v, p.data(), n, 1);
    show("replacing.v", v);
    show("replacing.p", p);
    exchanging(v, w, p.data(), n);
    show("exchanging.v", v);
    show("exchanging.w", w);
    show("exchanging.p", p);
    differences(p.data(), q.data(), n, v, w);
    show("differences.q", q);
    show("differences.w", w);
    differences(p.data(), p.data(), n, v, v);
    show("differences.p", p);
    show("differences.v", v);
    random.fillUnit(p);
    random.fillBelow(v, 40);
    scans(p.data(), q.data(), r.data(), n, v);
    show("scans.q", q);
    show("scans.r", r);
    show("scans.v", v);
    for (int& x : v) x %= 100;
    std::vector<int> packed(n), rest(n);
    put("packing", packing(v, packed, rest.data()));
    show("packing.packed", packed);
    show("packing.rest", rest);
    put("extremes", extremes(v, p.data(), n));
    put("products", products(p.data(), q.data(), n));
    backwards(v, w, p.data(), n);
    show("backwards.v", v);
    show("backwards.p", p);
  }
  std::vector<int> none;
  replacing(none, nullptr, 0, 1);
  put("empty", packing(none, none, nullptr));
}

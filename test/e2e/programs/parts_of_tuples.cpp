// Parts of tuples and pairs, by std::get and by structured bindings, with containers, pointers and references in them.
#include "show.h"

#include <array>
#include <string>
#include <tuple>
#include <utility>

using Columns = std::tuple<std::vector<double>, double*>;

[[clustrix::cluster]] void got_inside(Columns& t, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    std::get<1>(t)[i] += std::get<0>(t)[i];
}
[[clustrix::cluster]] void got_before(Columns& t, int n) {
  auto* p = std::get<1>(t);
  auto& v = std::get<0>(t);
  for (int i = 0; i < n; ++i)  // want: parallel
    p[i] += v[i];
}
[[clustrix::cluster]] void bound(Columns& t, int n) {
  auto& [v, p] = t;
  for (int i = 0; i < n; ++i)  // want: parallel
    p[i] += v[i];
}
[[clustrix::cluster]] void bound_copy(Columns t, int n) {
  auto [v, p] = t;
  for (int i = 0; i < n; ++i)  // want: parallel
    p[i] += v[i];
}
[[clustrix::cluster]] void bound_const(const Columns& t, int n) {
  const auto& [v, p] = t;
  for (int i = 0; i < n; ++i)  // want: parallel
    p[i] += v[i];
}
[[clustrix::cluster]] void nested(double* a, std::tuple<std::tuple<std::vector<double>, int>, int>& t, int n) {
  auto& [in, k] = t;
  auto& [v, j] = in;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += v[i] * k * j;
}
[[clustrix::cluster]] void of_references(std::tuple<std::vector<double>&, double*&> t, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    std::get<1>(t)[i] += std::get<0>(t)[i];
}
[[clustrix::cluster]] void tied(double* a, int n) {
  int x = 2;
  double y = 3;
  auto t = std::tie(x, y);
  auto& [p, q] = t;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += p * q;
}
[[clustrix::cluster]] void of_pair(std::pair<std::vector<double>, std::array<double, 4>>& t, double* a, int n) {
  auto& [v, four] = t;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += v[i] + four[i % 4];
}
[[clustrix::cluster]] void beside_a_string(std::tuple<std::vector<double>, std::string>& t, double* a) {
  auto& [v, s] = t;
  for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
    a[i] += v[i] + (s.size() > 2);
}
// The sum is a part itself.
[[clustrix::cluster]] void summed(std::tuple<int, double>& t, const double* a, int n) {
  std::get<1>(t) = 0;
  for (int i = 0; i < n; ++i)
    std::get<1>(t) += a[i];
}
[[clustrix::cluster]] void of_many(std::vector<std::tuple<std::vector<double>, int>>& rows, int n) {
  for (int i = 0; i < n; ++i)
    std::get<0>(rows[i])[0] += std::get<1>(rows[i]);
}

int main() {
  std::vector<double> a(300, 1.0);
  double* p = a.data();
  Columns t(std::vector<double>(300, 2.5), p);
  got_inside(t, 300);
  got_before(t, 299);
  bound(t, 298);
  bound_copy(t, 297);
  bound_const(t, 296);
  std::tuple<std::tuple<std::vector<double>, int>, int> deep{{std::vector<double>(300, 3.), 3}, 4};
  nested(p, deep, 295);
  of_references({std::get<0>(t), p}, 294);
  tied(p, 293);
  std::pair<std::vector<double>, std::array<double, 4>> u(std::vector<double>(300, 0.5), {1, 2, 3, 4});
  of_pair(u, p, 292);
  std::tuple<std::vector<double>, std::string> named{std::vector<double>(100, 7.), "abc"};
  beside_a_string(named, p);
  std::tuple<int, double> number{1, 2.};
  summed(number, p, 50);
  put("sum", std::get<1>(number));
  std::vector<std::tuple<std::vector<double>, int>> rows(20, {std::vector<double>(2, 1.), 3});
  of_many(rows, 20);
  put("row", std::get<0>(rows[7])[0]);
  show("a", p, 300);
}

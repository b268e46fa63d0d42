// A loop beside containers, objects and functions, with the statements that a test gives.
#pragma once

#include "../Fixtures/Parse.h"

namespace clustrix::compiler::test::calls {

inline LoopModel loop(const std::string& statements) {
  return modelOf(R"(
#include <array>
#include <atomic>
#include <cstdio>
#include <span>
#include <string>
#include <vector>
struct Shape { virtual double at(int) const; };
struct Ring { static int length() { return 8; } };
double unseen(double);
double seen(double x) { return x + 1; }
[[clustrix::cluster]] void f(double* a, std::vector<double>& v, const std::vector<double>& w, std::span<double> view,
                             std::string& text, std::array<int, 4>& four, const Shape& shape, std::atomic<int>& count,
                             double (*call)(double), Ring& ring, int n) {
  std::vector<double> own(n); std::vector<bool> bits(n); std::vector<std::string> words(n); std::span<volatile int> old;
  for (int i = 0; i < n; ++i) { )" +
                 statements + " }\n}\n");
}

/// "v[k_i + 1]" of each access, in their order.
inline std::string elements(const std::string& statements) {
  const LoopModel model = loop(statements);
  CHECK(model.effects.empty());
  std::string all;
  for (const Access& access : model.accesses)
    all += model.arrays[static_cast<std::size_t>(access.array.value)].name + "[" +
           (access.index ? text(model, *access.index) : "any") + "] ";
  return all;
}

}  // namespace clustrix::compiler::test::calls

// Values, counts and places that a call of an algorithm computes once, from elements that it then writes.
#include "show.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <string>

namespace {

/// `count` rows of 16 numbers that are small and of both signs.
template <class T>
std::vector<T> table(int count) {
  std::vector<T> a(static_cast<std::size_t>(count) * 16);
  int i = 0;
  for (T& one : a) {
    one = static_cast<T>((i * 37 + 11) % 19 - (i % 16 == 3 ? 25 : 9));
    ++i;
  }
  return a;
}

}  // namespace

[[clustrix::cluster]]
void negated(int* a, int n) {
  for (int i = 0; i < n; ++i)                                    // want: parallel
    std::fill(a + i * 16, a + i * 16 + 16, -a[i * 16 + 5] * 3);  // may: parallel
}

[[clustrix::cluster]]
void named(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int& middle = a[i * 16 + 8];
    std::fill_n(a + i * 16, 16, 1 - middle);  // may: parallel
  }
}

[[clustrix::cluster]]
void numbered(int* a, int n) {
  for (int i = 0; i < n; ++i)                               // want: parallel
    std::iota(a + i * 16, a + i * 16 + 16, a[i * 16 + 4]);  // may: parallel
}

/// The value is an object here, and the algorithm sees it change.
[[clustrix::cluster]]
void followed(int* a, int n) {
  for (int i = 0; i < n; ++i)                                                     // want: parallel
    std::replace(a + i * 16, a + i * 16 + 16, a[i * 16 + 2], a[i * 16 + 3] - 1);  // may: parallel
}

[[clustrix::cluster]]
void counted(int* a, int n) {
  for (int i = 0; i < n; ++i)                                          // may: parallel
    std::fill(a + i * 16, a + i * 16 + (a[i * 16 + 3] + 34) % 16, 1);  // may: parallel
}

[[clustrix::cluster]]
void counted_from_the_end(std::vector<int>& a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::transform(a.begin() + i * 16, a.begin() + (i * 16 + (a[i * 16 + 3] + 34) % 8),  // may: parallel
                   a.begin() + i * 16, [](int x) { return x + 7; });
}

[[clustrix::cluster]]
void placed(int* a, int n) {
  for (int i = 0; i < n; ++i)                                    // may: parallel
    std::fill_n(a + i * 16 + (a[i * 16 + 3] + 34) % 8, 8, 100);  // may: parallel
}

[[clustrix::cluster]]
void of_bytes(unsigned char* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    std::memset(a + i * 16, a[i * 16 + 7] + 1, 16);
}

[[clustrix::cluster]]
void some_bytes(unsigned char* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    std::memset(a + i * 16, 200, a[i * 16 + 1] % 16);
}

[[clustrix::cluster]]
void summed(int* a, int n) {
  for (int i = 0; i < n; ++i)                                                         // want: parallel
    std::exclusive_scan(a + i * 16, a + i * 16 + 16, a + i * 16, a[i * 16 + 9] - 4);  // may: parallel
}

/// Steps that must be taken one after the other; what each of them launches has values of its own.
[[clustrix::cluster]]
void stepped(double* a, int n, int steps) {
  for (int s = 0; s < steps; ++s) {                                // want: serial
    std::fill(a + 1, a + n, a[s + 1] * 0.5 + a[0]);                // may: parallel
    std::transform(a, a + n, a, [s](double x) { return x + s; });  // want: parallel
    std::fill_n(a + s + 2, n - s - 2, -a[s + 1]);                  // may: parallel
  }
}

struct Field {
  int* a;
  double *x, *y;
  int n;

  [[clustrix::cluster]]
  int relax() {
    int steps = 0;
    for (int s = 0; s < 3; ++s) {                                     // want: serial
      for (int k = 0; k < s; ++k) std::fill(a, a + n, -a[s] % 1024);  // may: parallel
      std::swap(x, y);
      if (a[32] > 700) break;
      ++steps;
    }
    return steps;
  }
};

int main() {
  for (const int n : {0, 1, 3, 40}) {
    const auto shown = [n](const std::string& name, auto function) {
      auto a = table<int>(n);
      function(a);
      show((name + std::to_string(n)).c_str(), a.data(), static_cast<int>(a.size()));
    };
    shown("negated", [n](auto& a) { negated(a.data(), n); });
    shown("named", [n](auto& a) { named(a.data(), n); });
    shown("numbered", [n](auto& a) { numbered(a.data(), n); });
    shown("followed", [n](auto& a) { followed(a.data(), n); });
    shown("counted", [n](auto& a) { counted(a.data(), n); });
    shown("counted_from_the_end", [n](auto& a) { counted_from_the_end(a, n); });
    shown("placed", [n](auto& a) { placed(a.data(), n); });
    shown("summed", [n](auto& a) { summed(a.data(), n); });
    auto bytes = table<unsigned char>(n);
    of_bytes(bytes.data(), n);
    show("of_bytes", bytes.data(), 16 * n);
    some_bytes(bytes.data(), n);
    show("some_bytes", bytes.data(), 16 * n);
  }
  auto a = table<double>(20);
  stepped(a.data(), 320, 5);
  show("stepped", a.data(), 320);
  auto b = table<int>(6);
  std::vector<double> x(4), y(4);
  put("steps", Field{b.data(), x.data(), y.data(), 96}.relax());
  show("relaxed", b.data(), 96);
}

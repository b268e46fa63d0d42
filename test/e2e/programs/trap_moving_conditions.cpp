// Conditions of inner loops that move the counter on, with bounds that are read from memory.
// idle: down_own
#include "show.h"

namespace {

/// What is in front of each row counts how much of it is used.
constexpr int pitch = 16;

}  // namespace

[[clustrix::cluster]]
void down(int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = pitch;
    while (k-- > b[i]) a[i * pitch + k] = k & 3;  // may: parallel
    b[i] = k;
  }
}

[[clustrix::cluster]]
void down_own(int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = pitch;
    while (k-- > (a[i * pitch + 9] & 7)) a[i * pitch + k] = k & 3;  // may: parallel
    b[i] = k;
  }
}

[[clustrix::cluster]]
void up(int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 0;
    while (++k < b[i]) a[i * pitch + k] = k & 3;  // may: parallel
    b[i] = k;
  }
}

[[clustrix::cluster]]
void tested_last(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 15;
    do a[i * pitch + k] = k & 3;  // may: parallel
    while (--k > b[i]);
  }
}

[[clustrix::cluster]]
void tested_last_by_two(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 1;
    do {  // may: parallel
      if (a[i * pitch + k] == 4) continue;
      a[i * pitch + k] = k;
    } while ((k += 2) < b[i]);
  }
}

[[clustrix::cluster]]
void in_head(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i)                                              // may: parallel
    for (int k = 15; --k > b[i];) a[i * pitch + k] = k & 3;  // may: parallel
}

/// The second counter moves with each test, the last one included.
[[clustrix::cluster]]
void beside(int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 0, tests = 0;
    while (tests++, k < b[i]) {  // may: parallel
      a[i * pitch + tests] = k;
      ++k;
    }
    b[i] = tests;
  }
}

[[clustrix::cluster]]
void both_tests(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 2;
    while (k++ < b[i] && k < 14) a[i * pitch + k] = k & 3;  // may: parallel
  }
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 2;
    while (k < 14 && b[i] > k++) a[i * pitch + k] += k & 3;  // may: parallel
  }
}

[[clustrix::cluster]]
void chosen(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 2;
    if (k++ < b[i]) a[i * pitch + k] = k & 3;
    const bool more = b[i] > 3 && k++ < b[i];
    a[i * pitch + k] = more;
  }
}

/// A pointer that moves in the test.
[[clustrix::cluster]]
void walked(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int* z = a + i * pitch;
    int* const end = z + b[i];
    while (z++ < end) *z = 4;  // may: parallel
  }
  for (int i = 0; i < n; ++i) {  // may: parallel
    int* z = a + i * pitch;
    while (++z < a + i * pitch + b[i]) *z += 2;  // may: parallel
  }
}

/// Each row begins with a sum over others.
[[clustrix::cluster]]
void summed(int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 0, sum = 0;
    const int most = b[i];
    while (++k < most) sum += a[i + k];  // may: parallel
    b[i] = sum;
  }
}

[[clustrix::cluster]]
void carried(int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = 0;
    while (++k < b[i]) a[i + k] = a[i] + k;  // may: parallel
  }
}

[[clustrix::cluster]]
void known(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = pitch;
    while (k-- > 3) a[i * pitch + k] = k & 3;  // may: parallel
  }
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    do a[i * pitch + k] += k & 3;  // may: parallel
    while (++k < 9);
  }
}

int main() {
  const int n = 23;
  std::vector<int> a(n * pitch), b(n);
  const auto run = [&](const char* name, auto function) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>((i * 37 + 11) % 29) & 7;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<int>((i * 23 + 5) % 13);
    function();
    show(name, a);
    show(name, b);
  };
  run("down", [&] { down(a.data(), b.data(), n); });
  run("down_own", [&] { down_own(a.data(), b.data(), n); });
  run("up", [&] { up(a.data(), b.data(), n); });
  run("tested_last", [&] { tested_last(a.data(), b.data(), n); });
  run("tested_last_by_two", [&] { tested_last_by_two(a.data(), b.data(), n); });
  run("in_head", [&] { in_head(a.data(), b.data(), n); });
  run("beside", [&] { beside(a.data(), b.data(), n); });
  run("both_tests", [&] { both_tests(a.data(), b.data(), n); });
  run("chosen", [&] { chosen(a.data(), b.data(), n); });
  run("walked", [&] { walked(a.data(), b.data(), n); });
  run("summed", [&] { summed(a.data(), b.data(), n); });
  run("carried", [&] { carried(a.data(), b.data(), n); });
  run("known", [&] { known(a.data(), n); });
}

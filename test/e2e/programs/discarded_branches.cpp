// `if constexpr`: what is discarded may name what the kernel does not have, and is left out of its text.
#include "show.h"

constexpr bool debug = false, fast = true;
#define WHEN_DEBUGGING if constexpr (debug)

[[clustrix::cluster]]
void in_braces(int* a, int* log, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if constexpr (debug) {
      log[i] += 1;
      std::printf("%d\n", log[i]);
    } else {
      a[i] += 2;
    }
  }
}

[[clustrix::cluster]]
void without_braces(int* a, int* log, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if constexpr (debug) log[i] += 1;
    else a[i] += 2;
    if constexpr (fast) a[i] *= 3;
    else log[i] = 4;
  }
}

[[clustrix::cluster]]
void loops(int* a, int* log, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if constexpr (debug)
      for (int k = 0; k < n; ++k) log[k]++;
    if constexpr (debug)
      for (int k = 0; k < n; ++k) {
        log[k]--;
      }
    else
      a[i] += 1;
  }
}

[[clustrix::cluster]]
void chain(int* a, int* log, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if constexpr (debug) {
      log[i] += 1;
    } else if constexpr (fast) {
      a[i] += 2;
    } else {
      log[i] = 3;
    }
    WHEN_DEBUGGING { log[i] = a[i]; }
    if constexpr (debug)
      ;
    else
      a[i] -= 1;
  }
}

template <bool Logged>
[[clustrix::cluster]]
void in_template(int* a, int* log, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    if constexpr (Logged) log[i] += 1;
    else a[i] += 2;
  }
}

// What stands in front of the condition is evaluated.

[[clustrix::cluster]]
void stepping_head(int* a, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    if constexpr (const int before = a[i - 1] += 2; fast) a[i] += before % 5;
  }
}

[[clustrix::cluster]]
void head_of_nothing(int* a, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    if constexpr ([[maybe_unused]] const int before = a[i - 1] = a[i] % 7; debug) a[i] += before % 5;
  }
}

int main() {
  for (const int n : {0, 1, 6, 1000}) {
    Random random(7);
    std::vector<int> a(n + 2), log(n + 2);
    random.fillBelow(a, 101);
    random.fillBelow(log, 50);
    const auto run = [&](const char* name, auto&& function) {
      function(a.data(), log.data(), n);
      show(name, a);
      show(name, log);
    };
    run("in_braces", in_braces);
    run("without_braces", without_braces);
    run("loops", loops);
    run("chain", chain);
    run("in_template.0", in_template<false>);
    run("in_template.1", in_template<true>);
    run("stepping_head", [](int* to, int*, int count) { stepping_head(to, count); });
    run("head_of_nothing", [](int* to, int*, int count) { head_of_nothing(to, count); });
  }
}

// Traps: jumps that leave a variable unassigned on one way, go backwards, or skip what a label seems to make certain.
#include "show.h"

[[clustrix::cluster]]
void unassigned_on_one_way(int* a, int n) {
  int t = 5;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 2 == 0) goto use;
    t = a[i];
  use:
    a[i] = t;
  }
}

[[clustrix::cluster]]
void label_that_is_skipped(int* a, int n) {
  int t = 1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] % 3 == 0) goto last;
    if (a[i] % 3 == 1) goto middle;
    a[i] += 1;
  middle:
    t = a[i];
  last:
    a[i] += t;
  }
}

[[clustrix::cluster]]
void backwards(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int tries = 0;
  again:
    a[i] = a[i] * 5 % 997;
    if (++tries < 3 && a[i] % 2 == 0) goto again;
  }
}

// The jump leads to the next element without the step in between.
[[clustrix::cluster]]
int skipped_step(int* a, int n) {
  int i = 0, rounds = 0;
  while (i < n) {  // want: serial
    if (++rounds > 3 * n) goto out;
    if (a[i] % 2 == 0 && rounds % 2 == 0) goto out_of_body;
    a[i] += rounds;
    ++i;
  out_of_body:;
  }
out:
  return rounds;
}

[[clustrix::cluster]]
void case_without_default(int* a, int n) {
  int t = 3;
  for (int i = 0; i < n; ++i) {  // want: serial
    switch (a[i] % 4) {
      case 0:
        t = 1;
        break;
      case 1:
        t = 2;
    }
    a[i] = t;
  }
}

[[clustrix::cluster]]
void break_before_assignment(int* a, int n) {
  int t = 3;
  for (int i = 0; i < n; ++i) {  // want: serial
    switch (a[i] % 2) {
      case 0:
        if (a[i] % 3 == 0) break;
        t = a[i];
        break;
      default:
        t = 9;
    }
    a[i] += t;
  }
}

[[clustrix::cluster]]
void left_early(int* a, int n) {
  int t = 3;
  for (int i = 0; i < n; ++i) {  // want: serial
    do {
      if (a[i] % 2 == 0) break;
      t = a[i];
    } while (false);
    a[i] += t;
  }
}

// Behind the inner loop `c` is what the jump found, and columns otherwise.
[[clustrix::cluster]]
void index_of_the_jump(int* a, int* out, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {  // want: serial
    int c = 0;
    for (c = 0; c < columns; ++c)  // may: parallel
      if (a[r * columns + c] % 3 == 0) goto store;
  store:
    out[c] += r;
  }
}

// A jump from outside enters the loop in the middle.
[[clustrix::cluster]]
void entered_by_a_jump(int* a, int n, bool late) {
  int i = 3;
  if (late) goto middle;
  for (i = 0; i < n; ++i) {  // want: serial
    a[i] = i;
  middle:
    a[i] += 5;
  }
}

[[clustrix::cluster]]
void entered_by_a_case(int* a, int n, int how) {
  int i = 0;
  switch (how) {
    case 0:
      for (i = 0; i < n; ++i) {  // want: serial
        a[i] += 1;
        case 1:
          a[i] += 2;
      }
  }
}

[[clustrix::cluster]]
void unrolled_by_duff(int* to, const int* from, int n) {
  int rounds = (n + 3) / 4;
  switch (n % 4) {
    case 0:
      do {  // want: serial
        *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
      } while (--rounds > 0);
  }
}

int main() {
  Random random(11);
  for (const int n : {0, 1, 6, 500}) {
    std::vector<int> a(n), out(64);
    const auto fresh = [&] { random.fillBelow(a, 100); };
    fresh();
    unassigned_on_one_way(a.data(), n);
    show("unassigned", a.data(), n);
    fresh();
    label_that_is_skipped(a.data(), n);
    show("skipped", a.data(), n);
    fresh();
    backwards(a.data(), n);
    show("backwards", a.data(), n);
    fresh();
    put("rounds", skipped_step(a.data(), n));
    show("step", a.data(), n);
    fresh();
    case_without_default(a.data(), n);
    show("case", a.data(), n);
    break_before_assignment(a.data(), n);
    show("break", a.data(), n);
    fresh();
    left_early(a.data(), n);
    show("early", a.data(), n);
    index_of_the_jump(a.data(), out.data(), n / 50, 50);
    show("index", out.data(), 64);
  }
  std::vector<int> jumped(64, 1);
  entered_by_a_jump(jumped.data(), 64, true);
  entered_by_a_jump(jumped.data(), 32, false);
  show("entered_by_a_jump", jumped);
  entered_by_a_case(jumped.data(), 64, 1);
  entered_by_a_case(jumped.data(), 64, 0);
  show("entered_by_a_case", jumped);
  std::vector<int> unrolled(64);
  unrolled_by_duff(unrolled.data(), jumped.data(), 35);
  show("unrolled_by_duff", unrolled);
}

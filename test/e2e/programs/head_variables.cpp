// Variables that the heads of statements declare: what they read and write counts in every place.
#include "show.h"

// In the loops' bodies.

[[clustrix::cluster]]
void chosen(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (const int left = a[i] - 50)
      b[i] = left;
    else
      b[i] = 3;
}

[[clustrix::cluster]]
void sifted(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (const int x = a[i]; x > 50)
      b[i] = x;
    else
      b[i] = -x;
}

[[clustrix::cluster]]
void counted_down(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    while (const int left = a[i] - k) {
      ++k;
      if (left < 90) break;
    }
    b[i] = k;
  }
}

[[clustrix::cluster]]
void for_left(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int k = 0; const int left = a[i] - k; ++k) {
      b[i] = left;
      if (k > 3) break;
    }
}

[[clustrix::cluster]]
void cases(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    switch (const int kind = a[i] % 4) {
      case 0: b[i] = kind; break;
      case 1: b[i] = 5; break;
      default: b[i] = kind * 2;
    }
}

[[clustrix::cluster]]
void weighted(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int sum = 0;
    for (const int base = a[i]; const int x : {1, 2, 3}) sum += x * base;
    b[i] = sum;
  }
}

// A head that reads what another iteration writes.

[[clustrix::cluster]]
void tested_before(const int* a, int* b, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    if (const int before = b[i - 1] % 3) b[i] = before + a[i];
}

[[clustrix::cluster]]
void run_before(const int* a, int* b, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    while (const int before = b[i - 1] % 3) {
      b[i] = before + a[i];
      break;
    }
}

[[clustrix::cluster]]
void counted_before(const int* a, int* b, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    for (int k = 0; const int before = b[i - 1] % 3 - k; ++k) {
      b[i] = before + a[i];
      if (k > 1) break;
    }
}

[[clustrix::cluster]]
void writing_head(int* b, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    while (const int x = (b[i - 1] += 2) & 1) {
      b[i] += x;
      break;
    }
}

// Behind the loops, and around them.

[[clustrix::cluster]]
void read_behind(const int* a, int* b, int n) {
  int last = 0, other = 0, third = 0;
  for (int i = 0; i < n; ++i) last = a[i];  // want: parallel
  if (const int x = last) b[0] += x;
  for (int i = 0; i < n; ++i) other = a[i] + 1;  // want: parallel
  while (const int x = other) {
    b[0] += x;
    break;
  }
  for (int i = 0; i < n; ++i) third = a[i] + 2;  // want: parallel
  for (int k = 0; const int x = third - k; ++k) {
    b[0] += x;
    if (k > 3) break;
  }
}

[[clustrix::cluster]]
void read_around(const int* a, int* b, int n) {
  int last = 5, rounds = 0;
  while (const int x = last) {
    b[0] += x;
    for (int i = 0; i < n; ++i) last = a[i] % 3;  // want: parallel
    if (rounds++ > 4) break;
  }
}

[[clustrix::cluster]]
void elements_behind(const int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = a[i];  // want: parallel
  if (const int x = n > 1 ? b[1] : 0) b[0] = x;
  for (int i = 0; i < n; ++i) b[i] += a[i];  // want: parallel
  while (const int x = n > 0 ? b[0] % 5 : 0) b[0] -= x;
  for (int i = 0; i < n; ++i) b[i] *= 2;  // want: parallel
}

int main() {
  for (const int n : {0, 1, 6, 1000}) {
    Random random(7);
    std::vector<int> a(n + 2), b(n + 2);
    random.fillBelow(a, 101);
    random.fillBelow(b, 50);
    const auto run = [&](const char* name, auto&& function) {
      function(a.data(), b.data(), n);
      show(name, b);
    };
    run("chosen", chosen);
    run("sifted", sifted);
    run("counted_down", counted_down);
    run("for_left", for_left);
    run("cases", cases);
    run("weighted", weighted);
    run("tested_before", tested_before);
    run("run_before", run_before);
    run("counted_before", counted_before);
    run("writing_head", [](const int*, int* of, int count) { writing_head(of, count); });
    run("read_behind", read_behind);
    run("read_around", read_around);
    run("elements_behind", elements_behind);
  }
}

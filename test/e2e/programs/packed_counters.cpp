// Packed writes whose counter is of a narrow type: where it may come back to elements that are written already, the
// loop runs as it stands.
#include "show.h"

[[clustrix::cluster]]
int bytes(int* out, const int* a, int n) {
  unsigned char j = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] & 1) out[j++] = a[i];
  return j;
}

[[clustrix::cluster]]
int from(int* out, const int* a, int n, unsigned char j) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] & 1) {
      out[j] = a[i];
      j++;
    }
  return j;
}

[[clustrix::cluster]]
int shorts(int* out, const int* a, int n) {
  unsigned short j = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] & 1) out[j++] = a[i];
  return j;
}

/// From 127 on it writes in front of `out`.
[[clustrix::cluster]]
int signed_bytes(int* out, const int* a, int n) {
  signed char j = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] & 1) out[j++] = a[i];
  return j;
}

/// Two columns: each may step the counter on.
[[clustrix::cluster]]
int twice(int* out, const int* a, const int* b, int n) {
  unsigned char j = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] & 1) out[j++] = a[i];
    if (b[i] & 1) out[j++] = b[i];
  }
  return j;
}

[[clustrix::cluster]]
int of_rows(int* out, const int* a, int n, int m) {
  unsigned char j = 0;
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int k = 0; k < m; ++k) {  // may: parallel
      if (a[i * m + k] & 1) out[j++] = a[i * m + k];
    }
  return j;
}

[[clustrix::cluster]]
int of_a_triangle(int* out, const int* a, int n) {
  unsigned char j = 0;
  for (int i = 0; i < n; ++i)      // may: parallel
    for (int k = 0; k < i; ++k) {  // may: parallel
      if (a[i + k] & 1) out[j++] = a[i + k];
    }
  return j;
}

/// How many there are is known only where they are met.
[[clustrix::cluster]]
int of_lists(int* out, const int* a, const int* first, int n) {
  unsigned char j = 0;
  for (int i = 0; i < n; ++i)                         // want: serial
    for (int k = first[i]; k < first[i + 1]; ++k) {  // may: parallel
      if (a[k] & 1) out[j++] = a[k];
    }
  return j;
}

/// Both positions and their number step it, from a value that is almost the last one.
[[clustrix::cluster]]
unsigned near_the_end(int* out, const int* a, int n) {
  unsigned j = 4294967290u;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] & 1) {
      out[j] = a[i];
      ++j;
    }
  return j;
}

/// An unsigned number is wide enough for as many iterations as an int counts.
[[clustrix::cluster]]
unsigned wide(int* out, const int* a, int n) {
  unsigned j = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] & 1) out[j++] = a[i];
  return j;
}

[[clustrix::cluster]]
long widest(int* out, const int* a, std::size_t n) {
  std::size_t j = 0;
  for (std::size_t i = 0; i < n; ++i)  // want: parallel
    if (a[i] & 1) out[j++] = a[i];
  return static_cast<long>(j);
}

template <class Call> void run(const char* name, std::size_t room, Call call) {
  for (const int n : {0, 2, 100, 255, 256, 511, 600, 1200}) {
    std::vector<int> a(1300), b(1300), out(room + 400, -1);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 7 + (i & 2) / 2), b[i] = a[i] * 5 + 2;
    put(name, call(out.data() + 200, a.data(), b.data(), n));
    show(name, out);
  }
}

int main() {
  run("bytes", 256, [](int* o, int* a, int*, int n) { return bytes(o, a, n); });
  for (const unsigned char j : {0, 7, 250})
    run("from", 256, [&](int* o, int* a, int*, int n) { return from(o, a, n, j); });
  run("shorts", 1300, [](int* o, int* a, int*, int n) { return shorts(o, a, n); });
  run("signed_bytes", 256, [](int* o, int* a, int*, int n) { return signed_bytes(o, a, n); });
  run("twice", 256, [](int* o, int* a, int* b, int n) { return twice(o, a, b, n); });
  run("of_rows", 256, [](int* o, int* a, int*, int n) { return of_rows(o, a, n / 20, 20); });
  run("of_rows_wide", 256, [](int* o, int* a, int*, int n) { return of_rows(o, a, n == 0 ? 0 : 2, n / 2); });
  run("of_a_triangle", 256, [](int* o, int* a, int*, int n) { return of_a_triangle(o, a, n / 12); });
  run("of_lists", 256, [](int* o, int* a, int*, int n) {
    std::vector<int> first(12);
    for (int i = 0; i < 12; ++i) first[static_cast<std::size_t>(i)] = n * i / 11;
    return of_lists(o, a, first.data(), 11);
  });
  run("wide", 1300, [](int* o, int* a, int*, int n) { return static_cast<int>(wide(o, a, n)); });
  run("widest", 1300, [](int* o, int* a, int*, int n) { return widest(o, a, static_cast<std::size_t>(n)); });
  // Two kept values: it does not come round.
  std::vector<int> a{1, 2, 3, 4}, out(8);
  put("near_the_end", near_the_end(out.data() - 4294967290ll, a.data(), 4));
  show("near_the_end", out);
  std::vector<int> many(140000, 1), room(70000);
  put("many", shorts(room.data(), many.data(), 140000));
  show("many", room);
}

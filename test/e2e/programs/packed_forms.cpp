// Packing in other words: the counter steps before the write or behind it, up or down, by one or by two; it is a local
// variable, a parameter by reference, what a pointer leads to, a member; or the pointer itself moves on.
#include "show.h"

using Values = std::vector<int>;

[[clustrix::cluster]]
int before(const Values& a, Values& out, int limit) {
  int last = -1;
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) {
      ++last;
      out[last] = a[i];
    }
  return last;
}

[[clustrix::cluster]]
int in_subscript(const Values& a, Values& out, int limit) {
  int last = -1;
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) out[++last] = a[i];
  return last;
}

[[clustrix::cluster]]
int assigned(const Values& a, Values& out, int limit) {
  int j = 0;
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) {
      out[j] = a[i];
      j = j + 1;
    }
  return j;
}

// From behind, in all three ways.
[[clustrix::cluster]]
int downwards(const Values& a, Values& out, int limit) {
  int j = static_cast<int>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) out[--j] = a[i];
  return j;
}

[[clustrix::cluster]]
std::size_t downwards_unsigned(const Values& a, Values& out, int limit) {
  std::size_t j = a.size();
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) {
      --j;
      out[j] = a[i];
    }
  return j;
}

[[clustrix::cluster]]
unsigned downwards_narrow(const int* a, int n, int* out, int limit) {
  unsigned j = static_cast<unsigned>(n);
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > limit) out[j--] = a[i];
  return j;
}

[[clustrix::cluster]]
void by_reference(const int* a, int n, int* out, int& count) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 3 == 0) out[count++] = a[i];
}

[[clustrix::cluster]]
void by_pointer(const int* a, int n, double* out, int* count) {
  *count = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 3 == 0) {
      out[*count] = a[i] * 0.5;
      ++*count;
    }
}

[[clustrix::cluster]]
void by_pointer_inside(const int* a, int n, double* out, int* count) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 3 == 1) out[(*count)++] = a[i];
}

struct Basket {
  std::vector<double> kept = std::vector<double>(30000, -1.0);
  int size = 0;

  [[clustrix::cluster]] void fill(const Values& a, int limit) {
    for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
      if (a[i] < limit) kept[size++] = a[i];
  }
};

// Two numbers for each place of the counter.
[[clustrix::cluster]]
int two_by_two(const int* a, int n, int* out) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 2 == 0) {
      out[k] = i;
      out[k + 1] = a[i];
      k += 2;
    }
  return k;
}

[[clustrix::cluster]]
int behind_a_base(const int* a, int n, int* out, int base) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 2 == 0) out[base + k++] = a[i];
  return k;
}

struct Point {
  double x, y;
};

[[clustrix::cluster]]
int fields(const int* a, int n, Point* out) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 500) {
      out[k].x = a[i];
      out[k].y = -i;
      ++k;
    }
  return k;
}

[[clustrix::cluster]]
int written_twice(const int* a, int n, int* out) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 500) {
      out[k] = i;
      out[k] = a[i];
      ++k;
    }
  return k;
}

// Cursors.
[[clustrix::cluster]]
int* cursor(const int* a, int n, int* p) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 300) *p++ = a[i];
  return p;
}

[[clustrix::cluster]]
long cursors(const int* a, int n, int* out, double* other) {
  int* p = out;
  double* q = other;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] < 300) continue;
    *p = a[i];
    ++p;
    if (a[i] % 2 == 0) *q++ = i;
  }
  return (p - out) * 100000 + (q - other);
}

[[clustrix::cluster]]
long cursor_from_behind(const int* a, int n, int* end) {
  int* p = end;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 300) *--p = a[i];
  return end - p;
}

[[clustrix::cluster]]
long cursor_of_pairs(const int* a, int n, double* out) {
  double* p = out;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 300) {
      p[0] = a[i];
      p[1] = i;
      p += 2;
    }
  return p - out;
}

[[clustrix::cluster]]
long iterator(const Values& a, Values& out) {
  auto p = out.begin();
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > 300) {
      *p = a[i];
      ++p;
    }
  return p - out.begin();
}

[[clustrix::cluster]]
long rows_of_a_cursor(const int* a, int rows, int columns, int* out) {
  int* p = out;
  for (int r = 0; r < rows; ++r)        // want: parallel
    for (int c = 0; c < columns; ++c)  // may: parallel
      if (a[r * columns + c] > 300) *p++ = c;
  return p - out;
}

// The loop around stays as it is, and uses the cursor itself.
[[clustrix::cluster]]
long rounds(const int* a, int n, int* out, int times) {
  int* p = out;
  for (int t = 0; t < times; ++t) {  // may: parallel
    *p++ = -t;
    for (int i = 0; i < n; ++i)  // may: parallel
      if (a[i] % 7 == t) *p++ = a[i];
    if (t == 1) p += 3;
  }
  return p - out;
}

// None of these is packed.
[[clustrix::cluster]]
int may_stay(const int* a, int n, int* out) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > 500) {
      out[k] = a[i];
      if (a[i] > 700) ++k;
    }
  return k;
}

[[clustrix::cluster]]
int both_ways(const int* a, int n, int* out) {
  int k = n;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > 500)
      out[k++] = a[i];
    else
      out[--k] = -a[i];
  return k;
}

[[clustrix::cluster]]
int overlapping(const int* a, int n, int* out) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > 500) {
      out[k] = a[i];
      out[k + 1] = -1;
      ++k;
    }
  return k;
}

[[clustrix::cluster]]
int before_and_behind(const int* a, int n, int* out) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // want: serial
    if (a[i] > 500)
      out[++k] = a[i];
    else if (a[i] > 100)
      out[k++] = -a[i];
  return k;
}

// The counter lies among what is written: the guard finds it, and the loop runs as it is written.
[[clustrix::cluster]]
void onto_itself(const int* a, int n, int* out, int& count) {
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] > 500) out[count++ % 50] = a[i];
}

int main() {
  Random random(77);
  for (const int n : {0, 1, 3, 700, 20020}) {
    Values a(n), out(3 * n + 60, -1);
    random.fillBelow(a, 1000);
    std::vector<double> reals(2 * n + 9, -0.5);
    for (const int limit : {600, -1, 5000}) {
      put("before", before(a, out, limit));
      show("out", out);
      put("in_subscript", in_subscript(a, out, limit + 1));
      show("out", out);
      put("assigned", assigned(a, out, limit));
      show("out", out);
      put("downwards", downwards(a, out, limit));
      show("out", out);
      put("downwards_unsigned", downwards_unsigned(a, out, limit + 2));
      show("out", out);
      put("downwards_narrow", downwards_narrow(a.data(), n, out.data(), limit));
      show("out", out);
    }
    int count = 2;
    by_reference(a.data(), n, out.data(), count);
    put("by_reference", count);
    by_reference(a.data(), n / 2, out.data() + 1, out[0] = 5);
    show("out", out);
    // The counter lies where the seventh element goes.
    by_reference(a.data(), n, out.data(), out[7] = 0);
    show("out", out);
    by_pointer(a.data(), n, reals.data(), &count);
    put("by_pointer", count);
    by_pointer_inside(a.data(), n / 2, reals.data(), &count);
    put("by_pointer_inside", count);
    show("reals", reals);
    Basket basket;
    basket.fill(a, 400);
    basket.fill(a, 100);
    put("basket", basket.size);
    show("basket", basket.kept);
    put("two_by_two", two_by_two(a.data(), n, out.data()));
    show("out", out);
    put("behind_a_base", behind_a_base(a.data(), n, out.data(), 11));
    show("out", out);
    std::vector<Point> points(n + 1, Point{1, 2});
    put("fields", fields(a.data(), n, points.data()));
    for (int i = 0; i <= n; ++i) reals[i] = points[i].x * 2 + points[i].y;
    show("points", reals);
    put("written_twice", written_twice(a.data(), n, out.data()));
    show("out", out);
    put("cursor", static_cast<long>(cursor(a.data(), n, out.data()) - out.data()));
    show("out", out);
    put("cursors", cursors(a.data(), n, out.data(), reals.data()));
    show("out", out);
    show("reals", reals);
    put("from_behind", cursor_from_behind(a.data(), n, out.data() + n));
    show("out", out);
    put("pairs", cursor_of_pairs(a.data(), n, reals.data()));
    show("reals", reals);
    put("iterator", iterator(a, out));
    show("out", out);
    put("rows", rows_of_a_cursor(a.data(), n / 20, 20, out.data()));
    show("out", out);
    put("rounds", rounds(a.data(), n, out.data(), 3));
    show("out", out);
    put("may_stay", may_stay(a.data(), n, out.data()));
    show("out", out);
    put("both_ways", both_ways(a.data(), n, out.data()));
    show("out", out);
    put("overlapping", overlapping(a.data(), n, out.data()));
    show("out", out);
    put("before_and_behind", before_and_behind(a.data(), n, out.data()));
    show("out", out);
    out[3] = 1;
    onto_itself(a.data(), n, out.data(), out[3]);
    show("out", out);
  }
}

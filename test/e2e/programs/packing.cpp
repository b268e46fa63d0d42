// Packing: elements that pass a test are written one behind the other, at positions that a counter holds.
#include "show.h"

[[clustrix::cluster]]
int keep(const std::vector<int>& a, std::vector<int>& out, int limit) {
  int j = 0;
  for (std::size_t i = 0; i < a.size(); ++i)  // want: parallel
    if (a[i] > limit) out[j++] = a[i];
  return j;
}

// The value comes from a lambda, which sees the counter where it stands.
[[clustrix::cluster]]
int through_lambda(const int* a, int n, int* out, int limit) {
  int count = 0;
  const auto numbered = [&](int i) { return a[i] * 2 + count; };
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > limit) out[count++] = numbered(i);
  return count;
}

[[clustrix::cluster]]
std::size_t pairs(const double* x, int n, double limit, double* value, int* index, std::size_t from) {
  std::size_t count = from;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (x[i] < limit) {
      value[count] = x[i] * 2;
      index[count] = i;
      ++count;
    }
  }
  return count;
}

[[clustrix::cluster]]
int split(const int* a, int n, int* even, int* odd, int& odds) {
  int e = 0, o = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 2 == 0)
      even[e++] = a[i];
    else
      odd[o++] = i;
  odds = o;
  return e;
}

// Several a row, and none.
[[clustrix::cluster]]
int sparse(const int* a, int rows, int columns, int* starts, int* where, int* what) {
  int n = 0;
  for (int r = 0; r < rows; ++r) {  // want: parallel
    starts[r] = n;
    for (int c = 0; c < columns; ++c)  // may: parallel
      if (a[r * columns + c] > 700) {
        where[n] = c;
        what[n] = a[r * columns + c];
        n++;
      }
  }
  starts[rows] = n;
  return n;
}

struct Hit {
  int index;
  float score;
};

[[clustrix::cluster]]
int structures(const int* a, int n, Hit* hits) {
  int found = 0, dropped = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 5 != 1) {
      ++dropped;
      continue;
    }
    hits[found++] = {i, a[i] * 0.5f};
  }
  return found * 100000 + dropped;
}

// Positions are left out: what was there stays.
[[clustrix::cluster]]
int with_gaps(const int* a, int n, int* out) {
  int j = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] % 3 == 0) out[j++] = a[i];
    if (a[i] % 3 == 1) j += 2;
  }
  return j;
}

[[clustrix::cluster]]
int twice(const int* a, int n, int* out) {
  int j = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 4 == 0) {
      out[j++] = a[i];
      out[j++] = -a[i];
    }
  return j;
}

[[clustrix::cluster]]
int pairs_in_short(const int* a, int n, int* value, int* index) {
  int j = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] % 6 == 1) {
      value[j] = a[i];
      index[j++] = i;
    }
  return j;
}

// Nothing is left out: the position has a closed form.
[[clustrix::cluster]]
int all_of_them(const int* a, int n, int* out) {
  int j = 2;
  for (int i = 0; i < n; ++i)  // want: parallel
    out[j++] = a[i] * 3;
  return j;
}

int main() {
  Random random(92);
  for (const int n : {0, 1, 3, 700, 20020}) {
    std::vector<int> a(n), out(2 * n + 9, -1), more(2 * n + 9, -2), third(n + 9, -3);
    random.fillBelow(a, 1000);
    std::vector<double> x(n), y(n + 3, -4.5);
    random.fillUnit(x);
    put("keep", keep(a, out, 600));
    show("kept", out);
    put("all", keep(a, out, -1));
    show("everything", out);
    put("nothing", keep(a, out, 5000));
    put("pairs", pairs(x.data(), n, 0.3, y.data(), more.data(), 2));
    show("values", y);
    show("indices", more);
    int odds = 0;
    put("even", split(a.data(), n, out.data(), more.data(), odds));
    put("odd", odds);
    show("evens", out);
    show("odds", more);
    put("sparse", sparse(a.data(), n / 20, 20, third.data(), out.data(), more.data()));
    show("starts", third);
    show("where", out);
    show("what", more);
    std::vector<Hit> hits(n + 1, Hit{-1, -1});
    put("hits", structures(a.data(), n, hits.data()));
    for (int i = 0; i < n; ++i) third[i] = hits[i].index * 3 + static_cast<int>(hits[i].score);
    show("structures", third);
    put("gaps", with_gaps(a.data(), n, out.data()));
    show("gapped", out);
    put("twice", twice(a.data(), n, more.data()));
    show("doubled", more);
    put("short", pairs_in_short(a.data(), n, out.data(), third.data()));
    show("short_values", out);
    show("short_indices", third);
    put("all_of_them", all_of_them(a.data(), n, more.data()));
    show("all", more);
    put("through_lambda", through_lambda(a.data(), n, more.data(), 3));
    show("numbered", more);
    // The same memory on both sides: a guard fails, and the loop runs as written.
    put("onto_itself", twice(a.data() + n / 2, n / 4, a.data()));
    show("itself", a);
  }
}

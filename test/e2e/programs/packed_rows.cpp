// Rows that are packed: each iteration counts from 0 on in a row of its own.
#include "show.h"

// Neighbours in lists of a fixed length: a test keeps each in its row.
[[clustrix::cluster]]
void neighbours(std::vector<int>& list, std::vector<int>& count, const std::vector<double>& x, int n, int m,
                double reach) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    for (int j = 0; j < n; ++j)
      if (std::fabs(x[i] - x[j]) < reach && k < m) list[i * m + k++] = j;
    count[i] = k;
  }
}

[[clustrix::cluster]]
void until_full(int* list [[clustrix::extent(n * m)]], const double* x, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    for (int j = 0; j < n; ++j) {
      if (k >= m) break;
      if (x[i] < x[j]) {
        list[i * m + k] = j;
        ++k;
      }
    }
  }
}

// A row has place for all of them.
[[clustrix::cluster]]
void whole_rows(std::vector<long>& list, const std::vector<double>& x, long n) {
  for (long i = 0; i < n; ++i) {  // want: parallel
    long k = 0;
    for (long j = 0; j < n; ++j)
      if (x[i] <= x[j]) list[i * n + k++] = j;
    for (long j = k; j < n; ++j) list[i * n + j] = -1;
  }
}

[[clustrix::cluster]]
void two_each(std::vector<int>& list, const std::vector<int>& x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    for (int j = 0; j < 8; ++j)
      if ((x[i] >> j) & 1) {
        list[i * 16 + k] = j;
        list[i * 16 + k + 1] = x[i];
        k += 2;
      }
  }
}

// Two loops fill one row.
[[clustrix::cluster]]
void behind(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    for (int j = 0; j < n; ++j)
      if (x[j] < x[i] && k < m) list[i * m + k++] = j;
    for (int j = 0; j < n; ++j)
      if (x[j] > x[i] && k < m) list[i * m + k++] = -j;
  }
}

// What was packed is read again, in the iteration that packed it.
[[clustrix::cluster]]
void read_again(std::vector<int>& list, std::vector<long>& sums, const std::vector<int>& x, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int k = 0;
    for (int j = 0; j < n; ++j)
      if (x[j] % 7 == i % 7 && k < m) list[i * m + k++] = x[j];
    long s = 0;
    for (int t = 0; t < k && t < m; ++t) s += list[i * m + t];
    sums[i] = s;
  }
}

// Traps: nothing keeps k in its row, or k does not begin anew.
[[clustrix::cluster]]
void beyond_the_row(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 0;
    for (int j = 0; j < n; ++j)
      if (x[j] % 5 == i % 5) list[i * m + k++] = x[j];
  }
}

[[clustrix::cluster]]
void tested_late(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    int k = 0;
    for (int j = 0; j < n; ++j) {
      if (k > m) break;
      if (x[j] % 5 == i % 5) list[i * m + k++] = x[j];
    }
  }
}

[[clustrix::cluster]]
void from_before(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = -1;
    for (int j = 0; j < n; ++j)
      if (x[j] % 5 == i % 5 && k < m) list[i * m + 1 + k++] = x[j];
  }
}

[[clustrix::cluster]]
void down_again(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  for (int i = 1; i < n; ++i) {  // want: serial
    int k = 0;
    for (int j = 0; j < n; ++j) {
      if (x[j] % 5 == 0) k -= 3;
      if (x[j] % 5 == i % 5 && k < m && k > -m) list[i * m + k++] = x[j] + i;
    }
  }
}

[[clustrix::cluster]]
void by_reference(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  for (int i = 3; i < n; ++i) {  // want: serial
    int k = 0;
    int& other = k;
    for (int j = 0; j < n; ++j) {
      if (x[j] % 5 == i % 5 && k < m) list[i * m + k++] = x[j] + i;
      if (j % 9 == 0) other = -2;
    }
  }
}

[[clustrix::cluster]]
void shared_counter(std::vector<int>& list, const std::vector<int>& x, int n, int m) {
  int k = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (i % 3 == 0) k = 0;
    for (int j = 0; j < n; ++j)
      if (x[j] % 5 == i % 5 && k < m) list[i / 3 * m + k++] = x[j];
  }
}

int main() {
  Random random(66);
  const int n = 90;
  std::vector<double> x(n);
  std::vector<int> whole(n), list(n * n + 10 * n), count(n);
  std::vector<long> places(n * n), sums(n);
  random.fillUnit(x);
  random.fillBelow(whole, 1000);
  for (const int m : {1, 5, 40, n}) {
    neighbours(list, count, x, n, m, 0.125);
    show("list", list);
    show("count", count);
    until_full(list.data(), x.data(), n, m);
    show("full", list);
    behind(list, whole, n, m);
    show("behind", list);
    read_again(list, sums, whole, n, m);
    show("sums", sums);
    beyond_the_row(list, whole, n, m);
    show("beyond", list);
    tested_late(list, whole, n, m);
    from_before(list, whole, n, m);
    show("late", list);
    down_again(list, whole, n, m);
    by_reference(list, whole, n, m);
    show("down", list);
    shared_counter(list, whole, n, m);
    show("shared", list);
  }
  neighbours(list, count, x, n, 0, 0.125);
  neighbours(list, count, x, n, -3, 0.125);
  whole_rows(places, x, n);
  show("places", places);
  two_each(list, whole, n);
  show("two", list);
}

// Elements that are chosen by how far an iterator or a pointer has come.
#include "show.h"

#include <array>
#include <iterator>

[[clustrix::cluster]]
void doubled(const std::vector<double>& a, std::vector<double>& out) {
  for (auto it = a.begin(); it != a.end(); ++it) out[it - a.begin()] = *it * 2;  // want: parallel
}

[[clustrix::cluster]]
void shifted(const double* a, double* out, long n) {
  for (const double* p = a + 1; p < a + n; ++p) {  // want: parallel
    const long k = p - a;
    out[k - 1] = *p + static_cast<double>(k);
  }
}

[[clustrix::cluster]]
void totals(const std::vector<double>& a, std::vector<double>& out) {
  double sum = 0;
  for (auto it = a.cbegin(); it != a.cend(); ++it) {  // want: parallel
    sum += *it;
    out[static_cast<std::size_t>(it - a.cbegin())] = sum;
  }
}

struct Point {
  double x, y;
};

[[clustrix::cluster]]
void turned(std::vector<Point>& points, std::vector<double>& out) {
  for (auto it = points.begin(); it != points.end(); ++it) {  // want: parallel
    const auto k = it - points.begin();
    out[2 * k] = it->x - it->y;
    out[2 * k + 1] = it->x + it->y;
  }
}

[[clustrix::cluster]]
void same(std::vector<double>& a) {
  // Always the element in the midst: each iteration writes it.
  for (auto it = a.begin(); it != a.end(); ++it) a[(it - a.begin()) * 0 + 5] += *it;  // want: serial
}

[[clustrix::cluster]]
void halves(const std::vector<double>& a, std::vector<double>& out) {
  for (auto it = a.begin(); it != a.end(); ++it) out[(a.end() - it) / 2] = *it;  // want: serial
}

// Of another type than the elements: in other units.
[[clustrix::cluster]]
void bytes(double* a, unsigned char* out, long n) {
  for (double* p = a; p != a + n; ++p)
    out[(reinterpret_cast<unsigned char*>(p) - reinterpret_cast<unsigned char*>(a)) / 8] = static_cast<unsigned char>(*p);
}

[[clustrix::cluster]]
void rows(double (*a)[4], double* out, long n) {
  for (double(*row)[4] = a; row != a + n; ++row) out[row - a] = (*row)[1] + (*row)[2];
}

int main() {
  std::vector<double> a(300), out(600);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<double>(i * 37 % 101);
  doubled(a, out);
  show("out", out);
  shifted(a.data(), out.data(), static_cast<long>(a.size()));
  show("out", out);
  totals(a, out);
  show("out", out);
  std::vector<Point> points(300);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {a[i], a[(i * 7) % 300]};
  turned(points, out);
  show("out", out);
  std::vector<double> b = a;
  same(b);
  show("b", b);
  halves(a, out);
  show("out", out);
  std::vector<unsigned char> small(300);
  bytes(a.data(), small.data(), 300);
  show("small", small);
  double table[50][4];
  for (int i = 0; i < 50; ++i)
    for (int j = 0; j < 4; ++j) table[i][j] = i * 4 + j;
  rows(table, out.data(), 50);
  show("out", out);
}

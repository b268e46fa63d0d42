// Writes that happen in some iterations only: the other elements keep what they held, to the last bit.
#include "show.h"

#include <limits>

[[clustrix::cluster]]
void clip(double* a, int n, double limit) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > limit) a[i] = limit;
}

[[clustrix::cluster]]
void merge(double* out, const double* in, const unsigned char* mask, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (!mask[i]) continue;
    out[i] = in[i];
  }
}

struct Record {
  int key;
  double weight;
  char tag;
};

[[clustrix::cluster]]
void retag(Record* records, int n, int key) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (records[i].key == key) records[i].tag = 'x';
}

[[clustrix::cluster]]
void part_of_row(int* g, const int* from, const int* to, int rows, int columns) {
  for (int r = 0; r < rows; ++r)           // may: parallel
    for (int c = from[r]; c < to[r]; ++c)  // may: parallel
      if (c < columns) g[r * columns + c] = r;
}

[[clustrix::cluster]]
void either(int* a, int* b, const int* which, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (which[i] % 2)
      a[i] = -which[i];
    else
      b[i] = which[i];
  }
}

int main() {
  Random random(37);
  const int n = 8011;
  std::vector<double> a(n), in(n);
  random.fillUnit(a);
  random.fillUnit(in);
  a[100] = std::numeric_limits<double>::quiet_NaN();
  a[101] = -0.0;
  clip(a.data(), n, 0.75);
  put("nan", std::isnan(a[100]));
  put("negative_zero", std::signbit(a[101]));
  a[100] = 0;
  show("clip", a);
  std::vector<unsigned char> mask(n);
  for (auto& m : mask) m = random.below(5) == 0;
  merge(a.data(), in.data(), mask.data(), n);
  show("merge", a);
  std::vector<Record> records(n);
  for (int i = 0; i < n; ++i) records[i] = {random.below(9), random.unit(), 'a'};
  retag(records.data(), n, 4);
  retag(records.data(), n, 10);
  std::vector<int> tags(n), g(60 * 70, -1), from(60), to(60), which(n), b(n, -5), c(n, -6);
  for (int i = 0; i < n; ++i) tags[i] = records[i].tag + records[i].key;
  show("tags", tags);
  for (int r = 0; r < 60; ++r) from[r] = random.below(70), to[r] = random.below(80);
  part_of_row(g.data(), from.data(), to.data(), 60, 70);
  show("rows", g);
  random.fillBelow(which, 1000);
  either(b.data(), c.data(), which.data(), n);
  show("b", b);
  show("c", c);
}

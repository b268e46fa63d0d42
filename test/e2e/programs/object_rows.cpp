// Objects that hold containers, in a container: the containers' elements lie apart, and the objects' numbers do.
#include "show.h"

#include <array>
#include <string>
#include <vector>

struct Row {
  std::vector<double> v;
  int k = 0;
  double w = 0.5;
  std::array<double, 3> at{};
  double past[2]{};
};

// idle: raised, by_range, weighted, counted, places, nested, methods, two, lines, inner_objects

[[clustrix::cluster]] void raised(std::vector<Row>& rows, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) rows[i].v[j] += 1;
}

[[clustrix::cluster]] void by_range(std::vector<Row>& rows) {
  for (auto& row : rows)  // want: parallel
    for (auto& x : row.v) x *= row.w;
}

[[clustrix::cluster]] void weighted(std::vector<Row>& rows, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    rows[i].w = 0;
    for (int j = 0; j < rows[i].k; ++j) rows[i].w += rows[i].v[j];
  }
}

[[clustrix::cluster]] double counted(const std::vector<Row>& rows) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {  // want: parallel
    const Row& row = rows[i];
    for (std::size_t j = 0; j < row.v.size(); ++j) sum += row.v[j] * row.k;
  }
  return sum;
}

[[clustrix::cluster]] void places(std::vector<Row>& rows, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int c = 0; c < 3; ++c) rows[i].at[c] += rows[i].v[c] * c;
    rows[i].past[1] = rows[i].past[0];
    rows[i].past[0] = rows[i].w;
  }
}

struct Shelf {
  std::vector<Row> rows;
};
[[clustrix::cluster]] void nested(Shelf& shelf, int n, int m) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) shelf.rows[i].v[j] = shelf.rows[i].w * j;
}

class Line {
 public:
  double sum() const {
    double all = 0;
    for (const double x : values) all += x;
    return all;
  }
  void scale(double by) {
    for (double& x : values) x *= by;
  }
  std::vector<double> values;
};
[[clustrix::cluster]] void methods(std::vector<Line>& lines, std::vector<double>& sums, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    lines[i].scale(2);
    sums[i] = lines[i].sum();
  }
}

[[clustrix::cluster]] void two(std::vector<Row>& a, const std::vector<Row>& b, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) a[i].v[j] = b[i - 1].v[j] + b[i].w;
}

[[clustrix::cluster]] void lines(Line (&three)[3], int n) {
  for (int c = 0; c < 3; ++c)  // want: parallel
    for (int i = 0; i < n; ++i) three[c].values[i] += c;
}

struct Pair {
  Line first, second;
};
[[clustrix::cluster]] void inner_objects(std::vector<Pair>& pairs, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: parallel
    for (int j = 0; j < m; ++j) pairs[i].first.values[j] = pairs[i - 1].second.values[j] * 0.5;
}

// In order: each needs the one before it.
[[clustrix::cluster]] void carried(std::vector<Row>& rows, int n, int m) {
  for (int i = 1; i < n; ++i)  // want: serial
    for (int j = 0; j < m; ++j) rows[i].v[j] += rows[i - 1].v[j] * 0.5;
  for (int i = 1; i < n; ++i) rows[i].w += rows[i - 1].w * 0.5;  // want: serial
}

[[clustrix::cluster]] void changed(std::vector<Row>& rows, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    rows[i].v.push_back(i);
    rows[i].k += static_cast<int>(rows[i].v.size());
  }
  for (int i = 1; i < n; ++i) {  // want: serial
    rows[i] = rows[i - 1];
    rows[i].v[0] += 1;
  }
}

static void print(const char* name, const std::vector<Row>& rows) {
  std::vector<double> flat;
  for (const Row& row : rows) {
    flat.insert(flat.end(), row.v.begin(), row.v.end());
    flat.insert(flat.end(), {row.k * 1.0, row.w, row.at[0], row.at[2], row.past[1]});
  }
  show(name, flat);
}

static void one(std::size_t count) {
  Random random(count);
  const int n = static_cast<int>(count), m = n + 3;
  std::vector<Row> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    rows[i].v.resize(count + 3 + i % 4);
    random.fillUnit(rows[i].v);
    rows[i].k = static_cast<int>(i % 5);
  }
  std::vector<Row> others = rows;
  raised(rows, n, m);
  by_range(rows);
  weighted(rows, n);
  print("rows", rows);
  put("counted", counted(rows));
  places(rows, n);
  print("places", rows);
  Shelf shelf{rows};
  nested(shelf, n, m);
  print("shelf", shelf.rows);
  std::vector<Line> all(count, Line{std::vector<double>(count, 1.5)});
  std::vector<double> sums(count);
  methods(all, sums, n);
  if (n > 1) methods(all, all[1].values, n);
  show("sums", sums);
  two(others, rows, n, m);
  two(others, others, n, m);
  print("two", others);
  Line three[3];
  for (Line& line : three) line.values.assign(count, 2);
  lines(three, n);
  show("three", three[2].values);
  std::vector<Pair> pairs(count, Pair{all.empty() ? Line{} : all[0], all.empty() ? Line{} : all[0]});
  inner_objects(pairs, n, n);
  if (n > 1) show("pairs", pairs[1].first.values);
  carried(rows, n, m);
  changed(rows, n);
  print("carried", rows);
}

int main() {
  for (const std::size_t n : {0u, 1u, 3u, 40u, 120u}) one(n);
}

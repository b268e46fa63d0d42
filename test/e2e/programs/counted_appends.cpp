// push_back in some iterations only: a first pass counts, and each container gets room for as many as there are.
#include "show.h"

#include <deque>
#include <utility>

[[clustrix::cluster]]
std::vector<int> above(const std::vector<int>& v, int limit) {
  std::vector<int> out;
  for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
    if (v[i] > limit) out.push_back(v[i]);
  return out;
}

[[clustrix::cluster]]
void places(const std::vector<int>& v, std::vector<long>& out) {
  for (int i = 0; i < static_cast<int>(v.size()); ++i) {  // want: parallel
    if (v[i] % 3 != 0) continue;
    out.push_back(i);
  }
}

// Two containers, branches, a choice, several elements an iteration.
[[clustrix::cluster]]
void split(const std::vector<int>& v, std::vector<int>& low, std::vector<double>& high, std::vector<int>& all) {
  for (int x : v) {  // want: parallel
    if (x < 300) {
      low.push_back(x);
      if (x % 2) low.emplace_back(-x);
    } else if (x < 800) {
      high.emplace_back(x * 0.5);
    } else
      low.push_back(x / 2);
    all.push_back(x + 1);
  }
}

[[clustrix::cluster]]
void by_kind(const std::vector<int>& v, std::vector<int>& a, std::vector<int>& b) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    switch (v[i] % 4) {
      case 0:
        a.push_back(v[i]);
        break;
      case 1:
        b.push_back(static_cast<int>(i));
        [[fallthrough]];
      case 2:
        a.push_back(-v[i]);
        break;
      default:
        break;
    }
  }
}

struct Hit {
  int index = -1;
  float score = 0.5f;
};

[[clustrix::cluster]]
double hits(const std::vector<int>& v, std::vector<Hit>& found, std::vector<std::pair<int, double>>& scores) {
  double sum = 0;
  for (int i = static_cast<int>(v.size()) - 1; i >= 0; --i) {  // want: parallel
    if (v[i] > 700) {
      const Hit hit{i, v[i] * 0.25f};
      found.push_back(hit);
      found.push_back({v[i], 1.0f});
    }
    if (v[i] > 900) scores.push_back({i, v[i] / 8.0});
    sum += v[i];
  }
  return sum;
}

// Rows of different lengths, of which some elements are kept.
[[clustrix::cluster]]
void triangle(std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i)     // want: parallel
    for (int j = 0; j <= i; ++j)  // may: parallel
      v.push_back(i - j);
}

[[clustrix::cluster]]
void sparse(const std::vector<int>& a, int rows, int columns, std::vector<int>& column, std::vector<int>& value) {
  for (int r = 0; r < rows; ++r)  // want: parallel
    for (int c = 0; c < columns; ++c) {  // may: parallel
      if (a[static_cast<std::size_t>(r * columns + c)] <= 600) continue;
      column.push_back(c);
      value.push_back(a[static_cast<std::size_t>(r * columns + c)]);
    }
}

[[clustrix::cluster]]
void of_lists(const std::vector<int>& first, const std::vector<int>& v, std::vector<int>& out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (i % 5 == 4) out.push_back(-1);
    for (int k = first[i]; k < first[i + 1]; ++k)  // may: parallel
      out.push_back(v[k]);
  }
}

// Running values, and what is packed by a counter of the source.
[[clustrix::cluster]]
int running(const std::vector<int>& v, std::vector<int>& sums, std::vector<int>& kept, int* packed) {
  int sum = 0, j = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    sum += v[i];
    sums.push_back(sum);
    if (v[i] % 7 == 0) kept.push_back(sum);
    if (v[i] % 5 == 0) packed[j++] = v[i];
  }
  return sum + j;
}

[[clustrix::cluster]]
std::vector<int> running_sums(const std::vector<int>& v) {
  std::vector<int> sums;
  int sum = 5;
  for (int x : v) {  // want: parallel
    sum += x;
    sums.push_back(sum);
  }
  return sums;
}

template <class T>
[[clustrix::cluster]] void kept(const std::vector<T>& v, T limit, std::vector<T>& out) {
  for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
    if (v[i] < limit) out.push_back(v[i] + limit);
}

class Recorder {
 public:
  [[clustrix::cluster]] void record(const std::vector<int>& v) {
    for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
      if (v[i] > bias_) values_.push_back(v[i] - bias_);
  }
  const std::vector<int>& values() const { return values_; }

 private:
  std::vector<int> values_;
  int bias_ = 440;
};

// As many times as the elements of a container are found, in place and beside it.
[[clustrix::cluster]]
void doubled_if(std::vector<int>& out, const int* old, int n, int limit) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (old[i] > limit) out.push_back(old[i] * 2);
}

// Elements of which nobody has the address move; others do not.
void capacities(const std::vector<int>& v) {
  const std::size_t count = above(v, 500).size();
  for (const std::size_t room : {std::size_t{0}, count, count + 1, v.size(), 2 * v.size() + 9}) {
    std::vector<int> out{7, 8, 9};
    out.reserve(3 + room);
    const int* const before = out.data();
    const int& second = out[1];
    doubled_if(out, v.data(), static_cast<int>(v.size()), 500);
    put("elements", out.size());
    if (room >= count) {
      put("stays", before == out.data());
      put("second", second);
      put("last", before[out.size() - 1]);
    }
    show("capacities", out);
    doubled_if(out, out.data(), 3, 100);
    put("none", out.size());
    // Of itself: what was there before is read, what is added is not.
    out.reserve(3 * out.size());
    doubled_if(out, out.data(), static_cast<int>(out.size()), 500);
    show("itself", out);
  }
}

int main() {
  Random random(97);
  for (const int n : {0, 1, 3, 700, 20020}) {
    std::vector<int> v(static_cast<std::size_t>(n));
    random.fillBelow(v, 1000);
    for (const int limit : {-1, 0, 600, 998, 5000}) {
      const std::vector<int> out = above(v, limit);
      put("above", out.size());
      show("out", out);
    }
    std::vector<long> where{-5};
    places(v, where);
    places(v, where);
    show("places", where);
    std::vector<int> low, all(2, 4), a, b{1, 2};
    std::vector<double> high(3, 0.25);
    split(v, low, high, all);
    show("low", low);
    show("high", high);
    show("all", all);
    by_kind(v, a, b);
    show("a", a);
    show("b", b);
    std::vector<Hit> found;
    std::vector<std::pair<int, double>> scores;
    put("sum", hits(v, found, scores));
    std::vector<int> indices;
    std::vector<double> numbers;
    for (const Hit& hit : found) indices.push_back(hit.index), numbers.push_back(hit.score);
    for (const auto& [index, score] : scores) indices.push_back(index), numbers.push_back(score);
    show("indices", indices);
    show("numbers", numbers);
    std::vector<int> rows;
    triangle(rows, n / 100);
    show("triangle", rows);
    sparse(v, n / 20, 20, rows, a);
    show("columns", rows);
    show("values", a);
    std::vector<int> first(static_cast<std::size_t>(n / 9 + 1));
    for (std::size_t i = 1; i < first.size(); ++i) first[i] = first[i - 1] + static_cast<int>((i * i) % 8);
    std::vector<int> list;
    of_lists(first, v, list, n / 9);
    show("list", list);
    std::vector<int> sums, some, packed(static_cast<std::size_t>(n + 1), -1);
    put("running", running(v, sums, some, packed.data()));
    show("sums", sums);
    show("some", some);
    show("packed", packed);
    show("running_sums", running_sums(v));
    std::vector<int> few;
    std::vector<double> x(static_cast<std::size_t>(n)), fewer;
    random.fillUnit(x);
    kept(v, 250, few);
    kept(x, 0.125, fewer);
    show("few", few);
    show("fewer", fewer);
    Recorder recorder;
    recorder.record(v);
    recorder.record({441, 2, 500});
    show("recorded", recorder.values());
    capacities(v);
  }
}

// push_back in step with the loop: several vectors, several elements, nests, structures, members; and what is no append.
#include "show.h"

struct Hit {
  int index;
  double score;
};

[[clustrix::cluster]]
void split(const std::vector<double>& in, std::vector<double>& low, std::vector<float>& high) {
  for (double x : in) {  // want: parallel
    low.push_back(x * 0.5);
    high.emplace_back(x * 2);
    low.push_back(-x);
  }
}

[[clustrix::cluster]]
std::vector<Hit> hits(const double* x, int n) {
  std::vector<Hit> found;
  found.reserve(static_cast<std::size_t>(n > 0 ? n : 0));
  for (int i = n - 1; i >= 0; --i) {  // want: parallel
    const double s = x[i] > 0.5 ? x[i] : 0.25;
    found.push_back({i, s});
  }
  return found;
}

[[clustrix::cluster]]
void table(std::vector<int>& out, int n, int m) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int j = 0; j < m; ++j)  // want: parallel
      out.push_back(i * j);
}

struct Log {
  std::vector<long> times;
  long offset = 7;
};

[[clustrix::cluster]]
void logged(Log& log, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    log.times.push_back(x[i] + log.offset);
}

class Recorder {
public:
  [[clustrix::cluster]] void record(const std::vector<double>& x) {
    for (std::size_t i = 0; i < x.size(); ++i)  // want: parallel
      values_.push_back(x[i] + bias_);
  }
  const std::vector<double>& values() const { return values_; }

private:
  std::vector<double> values_;
  double bias_ = 0.125;
};

[[clustrix::cluster]]
double appended_and_summed(const std::vector<double>& x, std::vector<double>& out) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {  // want: parallel
    out.push_back(x[i] * x[i]);
    s += x[i];
  }
  return s;
}

int main() {
  Random random(83);
  std::vector<double> in(4001), low(5, 1.0);
  std::vector<float> high;
  random.fillUnit(in);
  split(in, low, high);
  split({}, low, high);
  split({0.5}, low, high);
  show("low", low);
  show("high", high);
  const std::vector<Hit> found = hits(in.data(), 3000);
  double score = 0;
  long order = 0;
  for (const Hit& hit : found) score += hit.score, order = (order * 31 + hit.index) % 1000003;
  put("score", score);
  put("order", order);
  put("none", hits(in.data(), -3).size());
  std::vector<int> out{3, 1};
  table(out, 40, 55);
  table(out, 0, 5);
  table(out, 5, 0);
  table(out, 3, -4);
  table(out, 1, 7);
  show("table", out);
  Log log;
  logged(log, out.data(), static_cast<int>(out.size()));
  logged(log, out.data(), 3);
  show("logged", log.times);
  Recorder recorder;
  recorder.record(in);
  recorder.record({1.0, 2.0});
  show("recorded", recorder.values());
  std::vector<double> squares;
  put("sum", appended_and_summed(in, squares));
  show("squares", squares);
  for (int round = 0; round < 50; ++round) put("again", appended_and_summed({1.0 * round}, squares));
  put("size", squares.size());
}

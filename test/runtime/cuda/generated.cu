// A rewritten program, written by hand after docs/generated-code.md, with its originals beside it.
//
//     generated [devices are chosen by the environment]   exit 0 and "right", or 1 and the first wrong value
//
// Its loops take each way through the backend once: whole slices, halos from neighbours over several steps, strided
// columns, elements that only may be written, and reductions in both orders.
#include <clustrix/runtime.h>

#include <cstdio>
#include <vector>

namespace {

struct scale_20 {
  double* a;
  const double* b;
  clustrix::Span<const double> s;
  int m;

  struct Partial {
    double top;
  };
  static constexpr clustrix::Order order = clustrix::Order::Sequential;
  CLUSTRIX_HD static Partial identity() { return {-std::numeric_limits<double>::infinity()}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { left.top = std::fmax(left.top, right.top); }

  CLUSTRIX_HD void operator()(clustrix::Index k, Partial& partial) const {
    double& top = partial.top;
    const int i = static_cast<int>(k);
    for (int j = 0; j < m; ++j) {
      a[i * m + j] = b[i * m + j] * s[static_cast<std::size_t>(i)];
      top = std::fmax(top, a[i * m + j]);
    }
  }
};

double scaleOriginal(double* a, const double* b, const std::vector<double>& s, int n, int m) {
  double top = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      a[i * m + j] = b[i * m + j] * s[static_cast<std::size_t>(i)];
      top = std::fmax(top, a[i * m + j]);
    }
  return top;
}

template <class... Stay>
double scale(double* a, const double* b, const std::vector<double>& s, int n, int m, const Stay&... residency) {
  double top = 0;
  static constexpr clustrix::Site site{"scale", "generated.cpp", 20, 3};
  clustrix::Loop loop(site, clustrix::trips(n, 1), residency...);
  loop.require(m >= 1, "m - 1 >= 0", {{"m", m}});
  const auto a_ = loop.array("a", a);
  const auto b_ = loop.array("b", b);
  const auto s_ = loop.array("s", s.data(), s.size());
  loop.disjoint(a_, b_);
  loop.disjoint(a_, s_);
  loop.operations(clustrix::trips(m, 1) * 3);
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.writes(a_).box(chunk.begin * m, {m, chunk.size()}, {1, clustrix::trips(m, 1)});
    touched.reads(b_).box(chunk.begin * m, {m, chunk.size()}, {1, clustrix::trips(m, 1)});
    touched.reads(s_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return scale_20{at(a_), at(b_), at.span(s_, s.size()), m}; };
  scale_20::Partial total;
  if (loop.run(footprint, kernel, total)) {
    top = std::fmax(top, total.top);
    return top;
  }
  return scaleOriginal(a, b, s, n, m);
}

struct smooth_60 {
  double* next;
  const double* now;

  CLUSTRIX_HD void operator()(clustrix::Index k) const {
    const int i = static_cast<int>(k) + 1;
    next[i] = 0.25 * now[i - 1] + 0.5 * now[i] + 0.25 * now[i + 1];
  }
};

void smoothOriginal(double* next, const double* now, int n) {
  for (int i = 1; i < n - 1; ++i) next[i] = 0.25 * now[i - 1] + 0.5 * now[i] + 0.25 * now[i + 1];
}

template <class... Stay>
void smooth(double* next, const double* now, int n, const Stay&... residency) {
  static constexpr clustrix::Site site{"smooth", "generated.cpp", 60, 3};
  clustrix::Loop loop(site, clustrix::trips(n - 2, 1), residency...);
  const auto next_ = loop.array("next", next);
  const auto now_ = loop.array("now", now);
  loop.disjoint(next_, now_);
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.writes(next_).box(chunk.begin + 1, {1, chunk.size()});
    touched.reads(now_).box(chunk.begin, {1, chunk.size() > 0 ? chunk.size() + 2 : 0});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return smooth_60{at(next_), at(now_)}; };
  if (!loop.run(footprint, kernel)) smoothOriginal(next, now, n);
}

/// In place: a chunk that is run twice is wrong, so a retry must start from what was there before.
struct step_90 {
  double* a;
  int rows, columns;

  CLUSTRIX_HD void operator()(clustrix::Index k) const {
    const int c = static_cast<int>(k);
    for (int r = 0; r < rows; ++r) a[r * columns + c] = a[r * columns + c] * 1.5 + c;
  }
};

void stepOriginal(double* a, int rows, int columns) {
  for (int c = 0; c < columns; ++c)
    for (int r = 0; r < rows; ++r) a[r * columns + c] = a[r * columns + c] * 1.5 + c;
}

template <class... Stay>
void step(double* a, int rows, int columns, const Stay&... residency) {
  static constexpr clustrix::Site site{"step", "generated.cpp", 90, 3};
  clustrix::Loop loop(site, clustrix::trips(columns, 1), residency...);
  const auto a_ = loop.array("a", a);
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {columns, rows}, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {columns, rows}, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return step_90{at(a_), rows, columns}; };
  if (!loop.run(footprint, kernel)) stepOriginal(a, rows, columns);
}

struct clip_120 {
  int* a;
  const int* limit;

  CLUSTRIX_HD void operator()(clustrix::Index k) const {
    if (a[k] > limit[k]) a[k] = limit[k];
  }
};

void clipOriginal(int* a, const int* limit, int n) {
  for (int i = 0; i < n; ++i)
    if (a[i] > limit[i]) a[i] = limit[i];
}

template <class... Stay>
void clip(int* a, const int* limit, int n, const Stay&... residency) {
  static constexpr clustrix::Site site{"clip", "generated.cpp", 120, 3};
  clustrix::Loop loop(site, clustrix::trips(n, 1), residency...);
  const auto a_ = loop.array("a", a);
  const auto limit_ = loop.array("limit", limit);
  loop.disjoint(a_, limit_);
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.mayWrite(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(limit_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return clip_120{at(a_), at(limit_)}; };
  if (!loop.run(footprint, kernel)) clipOriginal(a, limit, n);
}

struct dot_150 {
  const double* a;
  const double* b;

  struct Partial {
    double sum;
  };
  static constexpr clustrix::Order order = clustrix::Order::Interleaved;
  CLUSTRIX_HD static Partial identity() { return {0}; }
  CLUSTRIX_HD static void combine(Partial& left, const Partial& right) { left.sum += right.sum; }
  CLUSTRIX_HD void operator()(clustrix::Index k, Partial& partial) const { partial.sum += a[k] * b[k]; }
};

double dotOriginal(const double* a, const double* b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

template <class... Stay>
double dot(const double* a, const double* b, int n, const Stay&... residency) {
  static constexpr clustrix::Site site{"dot", "generated.cpp", 150, 3};
  clustrix::Loop loop(site, clustrix::trips(n, 1), residency...);
  const auto a_ = loop.array("a", a);
  const auto b_ = loop.array("b", b);
  const auto footprint = [&](clustrix::Chunk chunk, clustrix::Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.reads(b_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const clustrix::Memory& at) { return dot_150{at(a_), at(b_)}; };
  dot_150::Partial total;
  return loop.run(footprint, kernel, total) ? 0 + total.sum : dotOriginal(a, b, n);
}

int wrong(const char* what, std::size_t at, double is, double shouldBe) {
  std::printf("wrong: %s[%zu] is %.17g and should be %.17g\n", what, at, is, shouldBe);
  return 1;
}

template <class T>
int compare(const char* what, const std::vector<T>& is, const std::vector<T>& shouldBe) {
  for (std::size_t k = 0; k < is.size(); ++k)
    if (!(is[k] == shouldBe[k])) return wrong(what, k, static_cast<double>(is[k]), static_cast<double>(shouldBe[k]));
  return 0;
}

struct State {
  std::vector<double> a, b, s, now, next;
  std::vector<int> clipped, limit;
  double top = 0;
  double sum = 0;
};

State begin(int n, int m) {
  State state;
  const std::size_t all = static_cast<std::size_t>(n) * static_cast<std::size_t>(m);
  for (std::size_t k = 0; k < all; ++k) {
    state.a.push_back(0);
    state.b.push_back(std::sin(static_cast<double>(k)));
    state.now.push_back(static_cast<double>(k % 17));
    state.clipped.push_back(static_cast<int>(k * 7919 % 1000));
    state.limit.push_back(static_cast<int>(k * 104729 % 1000));
  }
  state.next = state.now;
  for (int i = 0; i < n; ++i) state.s.push_back(1 + i % 3);
  return state;
}

template <class Scale, class Smooth, class Step, class Clip, class Dot>
void all(State& state, int n, int m, Scale scale_, Smooth smooth_, Step step_, Clip clip_, Dot dot_) {
  state.top = scale_(state.a.data(), state.b.data(), state.s, n, m);
  for (int time = 0; time < 3; ++time) {
    smooth_(state.next.data(), state.now.data(), n * m);
    state.next.swap(state.now);
  }
  step_(state.a.data(), n, m);
  clip_(state.clipped.data(), state.limit.data(), n * m);
  state.sum = dot_(state.a.data(), state.now.data(), n * m);
}

/// The same in one function whose arrays stay on the devices, with host code in between.
void allStaying(State& state, int n, int m) {
  clustrix::Residency residency;
  residency.host();
  state.top = scale(state.a.data(), state.b.data(), state.s, n, m, residency);
  for (int time = 0; time < 3; ++time) {
    smooth(state.next.data(), state.now.data(), n * m, residency);
    state.next.swap(state.now);
  }
  step(state.a.data(), n, m, residency);
  clip(state.clipped.data(), state.limit.data(), n * m, residency);
  residency.reads(state.now[1]);
  const double second = state.now[1];
  residency.writes(state.now[2]);
  if (second > 1e9) state.now[2] += second;
  state.sum = dot(state.a.data(), state.now.data(), n * m, residency);
}

int check(const State& is, const State& shouldBe) {
  if (compare("a", is.a, shouldBe.a) || compare("now", is.now, shouldBe.now) ||
      compare("next", is.next, shouldBe.next) || compare("clipped", is.clipped, shouldBe.clipped))
    return 1;
  if (is.top != shouldBe.top) return wrong("top", 0, is.top, shouldBe.top);
  // Summed in another order, hence not to the bit; the bits are the same on all devices, which the caller compares.
  if (std::fabs(is.sum - shouldBe.sum) > 1e-9 * std::fabs(shouldBe.sum)) return wrong("sum", 0, is.sum, shouldBe.sum);
  return 0;
}

}  // namespace

int main() {
  const int n = 300, m = 40;
  State is = begin(n, m), stays = begin(n, m), shouldBe = begin(n, m);
  all(shouldBe, n, m, scaleOriginal, smoothOriginal, stepOriginal, clipOriginal, dotOriginal);
  all(
      is, n, m, [](auto&&... with) { return scale(with...); }, [](auto&&... with) { smooth(with...); },
      [](auto&&... with) { step(with...); }, [](auto&&... with) { clip(with...); },
      [](auto&&... with) { return dot(with...); });
  allStaying(stays, n, m);
  if (check(is, shouldBe) || check(stays, shouldBe)) return 1;
  if (is.sum != stays.sum) return wrong("sum of what stays", 0, stays.sum, is.sum);
  std::printf("right %.17g\n", is.sum);
  return 0;
}

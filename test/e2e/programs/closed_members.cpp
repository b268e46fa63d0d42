// Member functions whose text the kernel repeats, since their objects hold memory: they may say what is private to their
// class, and the kernel may not.
#include "show.h"

#include <array>

class Grid {
  static constexpr int kWidth = 4;
  static constexpr double kFactor = 1.1;
  static constexpr float kTable[3] = {0.5f, 0.25f, 0.125f};
  inline static int shift = 3;
  enum { Half = 2 };
  enum class Kind { First = 2, Second = 5 };
  template <class T>
  struct Box {
    T x;
  };
  template <class T>
  using Pair = std::array<T, 2>;
  template <class T>
  static constexpr T zero = T(1.5);
  using Row = std::array<int, kWidth>;
  static int twice(int x) { return 2 * x; }

  std::vector<double> values_ = std::vector<double>(4000, 1.25);

 public:
  template <class T>
  static constexpr T open = T(0.75);

  double bounds(int i) const {
    const std::array<int, kWidth> t{1, 2, 3, 4};
    return t[i % 4] + values_[i];
  }
  double enumerators(int i) const {
    const std::array<int, Half + 2> t{1, 2, 3, 4};
    return t[i % Half] + values_[i];
  }
  double boxes(int i) const {
    const Box<int> box{i};
    return box.x + values_[i];
  }
  double aliases(int i) const {
    const Pair<int> pair{i, 2 * i};
    const Row row{i, 1, 2, 3};
    return pair[1] + row[0] + values_[i];
  }
  double kinds(int i) const {
    const Kind kind = i % 2 ? Kind::First : Kind::Second;
    return static_cast<int>(kind) + values_[i];
  }
  double constants(int i) const { return this->kWidth * values_[i] + kFactor * this->kFactor; }
  double tables(int i) const { return kTable[i % 3] * values_[i]; }
  double variables(int i) const { return shift * values_[i] + this->shift; }
  double functions(int i) const { return twice(i + 1) + values_[i]; }
  double functions_by_this(int i) const { return this->twice(i) + values_[i]; }
  double templates(int i) const { return zero<double> * values_[i] + open<double>; }
  static void move(int by) { shift = by; }
};

[[clustrix::cluster]]
void bounds(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.bounds(i) * 2;  // want: parallel
}

[[clustrix::cluster]]
void enumerators(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.enumerators(i) * 2;  // want: parallel
}

[[clustrix::cluster]]
void boxes(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.boxes(i) * 2;
}

[[clustrix::cluster]]
void aliases(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.aliases(i) * 2;  // want: parallel
}

[[clustrix::cluster]]
void kinds(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.kinds(i) * 2;
}

[[clustrix::cluster]]
void constants(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.constants(i) * 2;  // want: parallel
}

[[clustrix::cluster]]
void tables(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.tables(i) * 2;  // want: parallel
}

[[clustrix::cluster]]
void variables(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.variables(i) * 2;  // want: parallel
}

[[clustrix::cluster]]
void functions(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.functions(i) * 2;
}

[[clustrix::cluster]]
void functions_by_this(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.functions_by_this(i) * 2;
}

[[clustrix::cluster]]
void templates(double* a, int n) {
  const Grid grid;
  for (int i = 0; i < n; ++i) a[i] = grid.templates(i) * 2;  // want: parallel
}

int main() {
  std::vector<double> a(3000);
  const int n = static_cast<int>(a.size());
  const auto then = [&](const char* name, auto f) {
    f(a.data(), n);
    show(name, a);
  };
  then("bounds", bounds);
  then("enumerators", enumerators);
  then("boxes", boxes);
  then("aliases", aliases);
  then("kinds", kinds);
  then("constants", constants);
  then("tables", tables);
  then("variables", variables);
  Grid::move(7);
  then("variables", variables);
  then("functions", functions);
  then("functions_by_this", functions_by_this);
  then("templates", templates);
}

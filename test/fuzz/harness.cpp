// Inputs and output of the random functions: the same for the original and the
// rewritten program.
#include "harness.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

int table[128];

void stir(int* values, int count) {
  for (int i = 0; i < count; i += 3) values[i] = values[i] / 2 + 7;
}

namespace foreign {

int wave(int x) { return x % 97 * 3; }
int sum(int n, const int* x) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  return sum % 1024;
}
int sum(const int* x) { return sum(4, x) / 2; }
int product(int n, int m, const int* x, const int* y) {
  int sum = *x % 100;
  for (int i = 0; i < n * m; ++i) sum += y[i] % 100;
  return sum % 1024;
}
void add(int n, int by, const int* x, int* y) {
  for (int i = 0; i < n; ++i) y[i] = (y[i] + x[i] % 100 * (by % 100)) % 1024;
}
void smooth(const int* x, int begin, int end, int* y) {
  for (int i = begin; i < end; ++i) y[i] = (x[i] + x[i + 1]) / 2;
}
void ramp(int* first, int n) {
  for (int i = 0; i < n; ++i) first[i] = 3 * i % 1024;
}
void put(int i, int* x) { x[i] = i % 1024; }
void raise(int& target, const int& by) { target = (target % 1024 + by % 1024) % 1024; }
void turn(Cell& cell) { std::swap(cell.left, cell.right); }
int weigh(const Cell& cell) { return (cell.left + cell.right) % 1024; }
int ticket() {
  static int tickets = 0;
  return ++tickets % 1024;
}
int beyond(int x, const int* y) { return (x + *y) % 1024; }
int by_value(int x, int* y) { return *y = x % 1024; }
int unwritten(const int* x) { return *x; }
void copy(void* to, const void* from, int n) { std::memmove(to, from, static_cast<std::size_t>(n) * sizeof(int)); }
int of_any(int n, ...) { return n % 1024; }
int of_all(const std::vector<int>& all, int i) { return all[static_cast<std::size_t>(i)]; }
int shifted(int n, const int* x, int by) { return sum(n, x + by); }
int first_byte(const void* x) { return *static_cast<const unsigned char*>(x); }
int Counter::get() const { return value % 1024; }

}  // namespace foreign

namespace {

constexpr unsigned secondsForOne = 120, computingForOne = 20;
constexpr int margin = 32, elements = 7680;
constexpr int length = margin + elements + 128;  // the largest distance between arrays that overlap is below 128

/// All that a function may change, apart from the vectors.
struct Memory {
  int ints[3 * length];
  unsigned unsigneds[2 * length];
  unsigned hist[8192];
  double doubles[2 * length];
  float floats[length];
  short shorts[length];
  unsigned char bytes[length];
  long long longs[length];
  int viewed[256];
  int grid[128][16];
  std::array<int, 128> arr;
  Cell cells[512];
  Whole wholes[512];
  Flags flags[512];
  Level levels[512];
  bool set[512];
  double z[2 * 512];
  int table[128];
  unsigned count;
  long long total;
};

struct Vectors {
  std::vector<int> vec = std::vector<int>(256);
  std::vector<double> wide = std::vector<double>(256);
  std::vector<int> out;
  Matrix matrix{112, 16};
  Field field{std::vector<double>(256)};
  std::vector<std::vector<int>> rows = std::vector<std::vector<int>>(128, std::vector<int>(16));
};

/// Where the second and third array of a kind start, in elements behind the
/// first; 0 and above: inside it.
struct Shape {
  int t, n, m, p, k, s;
  int second, third;
};

constexpr int apart = length;
constexpr Shape shapes[] = {
    {1100, 33, 12, 6, 3, 2, apart, 2 * apart},
    {4500, 100, 5, 2, 1, 1, apart, 2 * apart},
    {300, 7, 3, 4, -2, 3, apart, 2 * apart},
    {1, 1, 1, 1, 0, 1, apart, 2 * apart},
    {0, 0, 4, 0, 1, 2, apart, 2 * apart},
    {2, 9, 0, 3, 5, 1, apart, 2 * apart},
    {70, 24, 7, 3, 2, 1, 0, 2 * apart},
    {90, 30, 6, 2, 1, 1, 1, 2 * apart},
    {40, 17, 9, 5, 4, 3, 17, 3},
    {25, 64, 2, 2, -1, 2, apart, 12},
    {12, 12, 12, 6, 0, 1, 0, 0},
};

Memory fresh, memory;
Vectors freshVectors, vectors;
int idx[128], key[256];
std::string reported;

int mixed(unsigned seed, int from, int to) {
  seed = (seed * 2654435761u) ^ (seed >> 3) * 40503u;
  return from + static_cast<int>((seed >> 11) % static_cast<unsigned>(to - from + 1));
}

template <class Range>
void fill(Range& values, int from, int to, unsigned seed) {
  for (auto& value : values) value = static_cast<std::decay_t<decltype(value)>>(mixed(seed++, from, to));
}

void prepare() {
  fill(fresh.ints, -1023, 1023, 1);
  fill(fresh.unsigneds, 0, 1 << 20, 2);
  for (auto& value : fresh.unsigneds) value *= 4099u;
  fill(fresh.hist, 0, 1 << 20, 17);
  fill(fresh.doubles, -63, 63, 3);
  fill(fresh.floats, -63, 63, 4);
  fill(fresh.shorts, -1023, 1023, 5);
  fill(fresh.bytes, 0, 255, 6);
  fill(fresh.longs, -1023, 1023, 7);
  fill(fresh.viewed, -1023, 1023, 8);
  for (auto& row : fresh.grid) fill(row, -1023, 1023, static_cast<unsigned>(&row - fresh.grid) * 77);
  fill(fresh.arr, -1023, 1023, 9);
  for (auto& cell : fresh.cells) {
    const auto seed = static_cast<unsigned>(&cell - fresh.cells) * 13;
    cell = {mixed(seed, -1023, 1023), mixed(seed + 1, -1023, 1023), double(mixed(seed + 2, -63, 63)), {}};
    fill(cell.tags, -1023, 1023, seed + 3);
  }
  for (int i = 0; i < 512; ++i) {
    const auto seed = static_cast<unsigned>(i) * 17;
    Whole& whole = fresh.wholes[i];
    whole.one = mixed(seed, -1023, 1023);
    whole.two = mixed(seed + 1, -1023, 1023);
    whole.three = mixed(seed + 2, -1023, 1023);
    whole.four = mixed(seed + 3, -1023, 1023);
    whole.five = static_cast<short>(mixed(seed + 4, -1023, 1023));
    whole.six = static_cast<short>(mixed(seed + 5, -1023, 1023));
    Flags& flags = fresh.flags[i];
    flags.low = static_cast<unsigned>(mixed(seed, 0, 31)) & 31u;
    flags.level = mixed(seed + 1, -1023, 1023);
    flags.mid = static_cast<unsigned>(mixed(seed + 2, 0, 127)) & 127u;
    flags.on = static_cast<unsigned>(mixed(seed + 3, 0, 1)) & 1u;
    flags.plain = static_cast<unsigned char>(mixed(seed + 4, 0, 255));
    fresh.levels[i] = static_cast<Level>(mixed(seed + 5, 0, 7));
    fresh.set[i] = mixed(seed + 6, 0, 1) != 0;
  }
  fill(fresh.z, -63, 63, 16);
  fill(fresh.table, -1023, 1023, 10);
  fill(freshVectors.vec, -1023, 1023, 11);
  fill(freshVectors.wide, -63, 63, 12);
  fill(freshVectors.matrix.values(), -1023, 1023, 14);
  fill(freshVectors.field.values, -63, 63, 15);
  for (auto& row : freshVectors.rows)
    fill(row, -1023, 1023, static_cast<unsigned>(row[0] + (&row - freshVectors.rows.data()) * 31));
  for (int i = 0; i < 128; ++i) idx[i] = (i * 37 + 5) % 128;
  fill(key, 0, 15, 13);
}

/// Element by element through bytes: padding is never written and stays as it
/// is copied.
template <class T>
std::uint64_t hashOf(const T* values, std::size_t count) {
  std::uint64_t hash = 14695981039346656037ull;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    if constexpr (std::is_floating_point_v<T>) {
      const auto value = static_cast<double>(values[i]);
      std::memcpy(&bits, &value, sizeof value);
    } else {
      bits = static_cast<std::uint64_t>(values[i]);
    }
    hash = (hash ^ bits) * 1099511628211ull;
  }
  return hash;
}

template <class T>
void show(const char* name, const T* before, const T* after, std::size_t bytes) {
  if (std::memcmp(before, after, bytes) != 0)
    std::printf(" %s=%016llx", name, static_cast<unsigned long long>(hashOf(after, bytes / sizeof(T))));
}

/// Of elements without padding, or whose padding nobody writes.
template <class T, std::size_t N>
void showBytes(const char* name, const T (&before)[N], const T (&after)[N]) {
  show(name, reinterpret_cast<const unsigned char*>(before), reinterpret_cast<const unsigned char*>(after),
       sizeof after);
}

void showArrays() {
  show("ints", fresh.ints, memory.ints, sizeof memory.ints);
  show("unsigneds", fresh.unsigneds, memory.unsigneds, sizeof memory.unsigneds);
  show("hist", fresh.hist, memory.hist, sizeof memory.hist);
  show("doubles", fresh.doubles, memory.doubles, sizeof memory.doubles);
  show("floats", fresh.floats, memory.floats, sizeof memory.floats);
  show("shorts", fresh.shorts, memory.shorts, sizeof memory.shorts);
  show("bytes", fresh.bytes, memory.bytes, sizeof memory.bytes);
  show("longs", fresh.longs, memory.longs, sizeof memory.longs);
  show("span", fresh.viewed, memory.viewed, sizeof memory.viewed);
  show("grid", fresh.grid[0], memory.grid[0], sizeof memory.grid);
  show("arr", fresh.arr.data(), memory.arr.data(), sizeof memory.arr);
  show("table", fresh.table, table, sizeof table);
  show("vec", freshVectors.vec.data(), vectors.vec.data(), 256 * sizeof(int));
  show("wide", freshVectors.wide.data(), vectors.wide.data(), 256 * sizeof(double));
  for (std::size_t row = 0; row < vectors.rows.size(); ++row)
    show("row", freshVectors.rows[row].data(), vectors.rows[row].data(), 16 * sizeof(int));
  static_assert(sizeof(Cell) == 8 * sizeof(int), "no padding");
  show("matrix", freshVectors.matrix.values().data(), vectors.matrix.values().data(), 112 * 16 * sizeof(int));
  show("field", freshVectors.field.values.data(), vectors.field.values.data(), 256 * sizeof(double));
  if (!vectors.out.empty())
    std::printf(" out=%zu:%016llx", vectors.out.size(),
                static_cast<unsigned long long>(hashOf(vectors.out.data(), vectors.out.size())));
  show("cells", reinterpret_cast<const unsigned char*>(fresh.cells),
       reinterpret_cast<const unsigned char*>(memory.cells), sizeof memory.cells);
  showBytes("wholes", fresh.wholes, memory.wholes);
  showBytes("flags", fresh.flags, memory.flags);
  showBytes("levels", fresh.levels, memory.levels);
  showBytes("set", fresh.set, memory.set);
  show("z", fresh.z, memory.z, sizeof memory.z);
  show("count", &fresh.count, &memory.count, sizeof memory.count);
  show("total", &fresh.total, &memory.total, sizeof memory.total);
}

void callOnce(const char* name, int number, const Shape& shape, int (*call)(Inputs&)) {
  std::memcpy(&memory, &fresh, sizeof memory);
  std::memcpy(table, fresh.table, sizeof table);
  std::copy(freshVectors.vec.begin(), freshVectors.vec.end(), vectors.vec.begin());
  std::copy(freshVectors.wide.begin(), freshVectors.wide.end(), vectors.wide.begin());
  for (std::size_t row = 0; row < vectors.rows.size(); ++row)
    std::copy(freshVectors.rows[row].begin(), freshVectors.rows[row].end(), vectors.rows[row].begin());
  vectors.matrix.values() = freshVectors.matrix.values();
  vectors.field.values = freshVectors.field.values;
  vectors.out.clear();
  reported.clear();
  int* const a = memory.ints + margin;
  unsigned* const u = memory.unsigneds + margin;
  double* const x = memory.doubles + margin;
  const bool own = shape.second == apart;
  Inputs inputs{shape.t,
                shape.n,
                shape.m,
                shape.p,
                shape.k,
                shape.s,
                a,
                a + shape.second,
                a + shape.third,
                u,
                u + shape.second,
                x,
                x + shape.second,
                memory.hist,
                memory.floats + margin,
                memory.shorts + margin,
                memory.bytes + margin,
                memory.longs + margin,
                vectors.vec,
                vectors.wide,
                memory.arr,
                memory.viewed,
                memory.grid,
                vectors.rows,
                memory.cells,
                memory.wholes,
                memory.flags,
                memory.levels,
                memory.set,
                reinterpret_cast<std::complex<double>*>(memory.z),
                idx,
                key,
                own ? &memory.count : u + 5,
                memory.total,
                vectors.out,
                vectors.matrix,
                vectors.field};
  std::printf("%s.%d", name, number);
  std::fflush(stdout);  // a call that does not return is known by its line
  const int result = call(inputs);
  std::printf(" %d%s", result, reported.c_str());
  showArrays();
  std::printf("\n");
}

}  // namespace

void report(const char* name, long long value) { reported += std::string(" ") + name + "=" + std::to_string(value); }

void report(const char* name, double value) {
  char text[64];
  std::snprintf(text, sizeof text, " %s=%.17g", name, value);
  reported += text;
}

void check(const char* name, Layout layout, int (*call)(Inputs&)) {
  static const bool once = (prepare(), true);
  static_cast<void>(once);
  std::fflush(stdout);
  const pid_t child = fork();  // a function that crashes or hangs leaves the
                               // others their results
  if (child == 0) {
    // Usual are milliseconds. What is shrunk may never end, and there are many of it: the fuzzer asks for less.
    const char* fewer = std::getenv("HARNESS_SECONDS");
    const rlim_t computing = fewer ? std::strtoul(fewer, nullptr, 10) : computingForOne;
    const rlimit limit{computing, computing};
    setrlimit(RLIMIT_CPU, &limit);
    alarm(secondsForOne);  // of the clock: for a function that waits
    int number = 0;
    for (const Shape& shape : shapes)
      if (++number; layout == Layout::Any || (shape.second == apart && shape.third == 2 * apart))
        callOnce(name, number, shape, call);
    std::fflush(stdout);
    if (std::getenv("HARNESS_EXIT")) std::exit(0);  // somebody reports at the end
    std::_Exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) std::perror("fork"), std::exit(2);
  if (WIFSIGNALED(status))
    std::printf("\n%s.died signal %d\n", name, WTERMSIG(status));
  else if (WEXITSTATUS(status) != 0)
    std::printf("\n%s.died status %d\n", name, WEXITSTATUS(status));
}

// Members of a class that are reached through an object: the object says which class, and is evaluated all the same.
#include "show.h"

struct Ring {
  static constexpr int kWidth = 4;
  enum { kHalf = 2 };
  static int size() { return 8; }
  static int table[2];
  static const std::vector<int> weights;
  int b = 1;
};
int Ring::table[2] = {5, 6};
const std::vector<int> Ring::weights = {3, 1, 2, 9};

[[clustrix::cluster]]
void read(int* a, int n, const Ring& ring) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += ring.size() + ring.kWidth + ring.kHalf + ring.table[i % 2] + ring.b;
}

[[clustrix::cluster]]
void read_only_the_class(int* a, int n, const Ring& ring, const Ring* rings) {
  for (int i = 0; i < n; ++i) a[i] += ring.kWidth * rings->kHalf;   // want: parallel
  for (int i = 0; i < n; ++i) a[i] -= rings[i % 2].kWidth;          // may: parallel
  for (int i = 0; i < n; ++i) a[i] += ring.weights[(i & 3)];        // may: parallel
  for (int i = 0; i < n; ++i) a[i] ^= ring.size() + rings->size();  // may: parallel
}

// What stands in front of the dot happens in each iteration.

[[clustrix::cluster]]
int counts_calls(int* a, int n, const Ring& ring) {
  int count = 0;
  for (int i = 0; i < n; ++i) a[i] += (++count, ring).size();  // want: serial
  return count;
}

[[clustrix::cluster]]
int counts_constants(int* a, int n, const Ring& ring) {
  int count = 0;
  for (int i = 0; i < n; ++i) a[i] += (count += i, ring).kWidth;  // want: serial
  return count;
}

[[clustrix::cluster]]
int counts_enumerators(int* a, int n, const Ring& ring) {
  int last = 0;
  for (int i = 0; i < n; ++i) a[i] += (last = i, ring).kHalf;  // want: serial
  return last;
}

[[clustrix::cluster]]
int counts_tables(int* a, int n, const Ring& ring) {
  int count = 0;
  for (int i = 0; i < n; ++i) a[i] += (count += 2, ring).table[i % 2];  // want: serial
  return count;
}

static int carried = 0;
static const Ring& next(const Ring& ring) {
  carried = carried * 3 % 1009 + 1;
  return ring;
}

[[clustrix::cluster]]
void calls(int* a, int n, const Ring& ring) {
  for (int i = 0; i < n; ++i) a[i] += next(ring).kWidth + next(ring).size();  // want: serial
}

int main() {
  std::vector<int> a(20000);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i % 97);
  const int n = static_cast<int>(a.size());
  const Ring ring, rings[2];
  read(a.data(), n, ring);
  show("read", a);
  read_only_the_class(a.data(), n, ring, rings);
  show("class", a);
  std::printf("%d\n", counts_calls(a.data(), n, ring));
  std::printf("%d\n", counts_constants(a.data(), n / 2, ring));
  std::printf("%d\n", counts_enumerators(a.data(), n, ring));
  std::printf("%d\n", counts_tables(a.data(), n, ring));
  calls(a.data(), n, ring);
  std::printf("%d\n", carried);
  show("all", a);
}

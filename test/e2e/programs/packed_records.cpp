// Data that lies where its type forbids: members of packed structures, arrays behind addresses of any parity, and types
// that a device lays out otherwise. What cannot be read there stays on the host, and all of it is right.
#include "show.h"

#include <cstring>

struct __attribute__((packed)) Record {
  char tag;
  int values[5];
  double size;
  short rest : 5;
};

// Packed members of elements are taken apart where they are named.
[[clustrix::cluster]] void grow(Record* r, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    r[i].size += r[i].values[i % 5] * 0.5;
    r[i].values[1] += r[i].tag;
    r[i].rest = static_cast<short>(r[i].tag % 7);
  }
}

struct __attribute__((packed)) Block {
  char tag;
  short values[600];
};

// idle: total
[[clustrix::cluster]] int total(const Block* b) {
  int sum = 0;
  for (int i = 0; i < 600; ++i) sum += b->values[i];  // want: parallel
  return sum;
}

[[clustrix::cluster]] void scale(double* p, int n) {
  for (int i = 0; i < n; ++i) p[i] *= 1.5;  // want: parallel
}

using Vector = float __attribute__((vector_size(16)));
struct Tagged {
  int tag;
  Vector value;
};

[[clustrix::cluster]] void fill(Vector* x, Vector value, int n) {
  for (int i = 0; i < n; ++i) x[i] = value;  // want: parallel
}

[[clustrix::cluster]] void mark(Tagged* x, int n) {
  for (int i = 0; i < n; ++i) x[i].tag = i * 3;  // want: parallel
}

struct alignas(64) Line {
  double x[5];
  char used;
};

[[clustrix::cluster]] void lines(Line* l, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    l[i].x[i % 5] = i * 0.25;
    l[i].used = static_cast<char>(i);
  }
}

int main() {
  constexpr int n = 700;
  std::vector<Record> records(n);
  for (int i = 0; i < n; ++i) records[i] = {static_cast<char>(i), {i, 2 * i, 3, 4, i % 9}, i * 0.5, 1};
  grow(records.data(), n);
  std::vector<double> sizes(n);
  std::vector<int> second(n), rest(n);
  for (int i = 0; i < n; ++i) sizes[i] = records[i].size, second[i] = records[i].values[1], rest[i] = records[i].rest;
  show("sizes", sizes.data(), n);
  show("second", second.data(), n);
  show("rest", rest.data(), n);

  static Block block;
  for (int i = 0; i < 600; ++i) block.values[i] = static_cast<short>(i * 7 % 311);
  put("total", total(&block));

  std::vector<double> aligned(n);
  for (int i = 0; i < n; ++i) aligned[i] = i * 0.125;
  scale(aligned.data(), n);
  show("aligned", aligned.data(), n);

  std::vector<float> plain(4 * n);
  auto* const vectors = new Vector[n];
  fill(vectors, Vector{1, -2, 3, -4}, n);
  std::memcpy(plain.data(), vectors, sizeof(Vector) * n);
  delete[] vectors;
  show("vectors", plain.data(), 4 * n);

  auto* const tagged = new Tagged[n]{};
  mark(tagged, n);
  std::vector<int> tags(n);
  for (int i = 0; i < n; ++i) tags[i] = tagged[i].tag;
  delete[] tagged;
  show("tags", tags.data(), n);

  auto* const all = new Line[n]{};
  lines(all, n);
  for (int i = 0; i < n; ++i) sizes[i] = all[i].x[i % 5] + all[i].used;
  delete[] all;
  show("lines", sizes.data(), n);
}

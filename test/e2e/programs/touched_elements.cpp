// Elements that iterations touch through lists of lists, and in rows that lists bound, gone through before the loop: the
// assembly of finite elements colour by colour, rows of a matrix at listed nodes, writes beside reads. The same with
// lists under which two iterations touch one element, where the loop must not run in parallel.
#include <array>
#include <vector>

#include "show.h"

struct Mesh {
  std::vector<std::array<int, 3>> corners;
  std::vector<double> load;
};

[[clustrix::cluster]]
void assemble(const Mesh& mesh, const int* begin, const int* item, int colours, double* rhs) {
  for (int c = 0; c < colours; ++c)  // want: serial
#pragma omp parallel for
    for (int l = begin[c]; l < begin[c + 1]; ++l) {  // want: parallel
      const int e = item[l];
      for (int a = 0; a < 3; ++a) rhs[mesh.corners[e][a]] += mesh.load[e] / (a + 1);
    }
}

// Where the colours are right, each sum is the serial one, to the bit.
[[clustrix::cluster]]
void entries(const int* item, const int* position, double* value, int from, int to) {
  for (int l = from; l < to; ++l)  // want: parallel
    for (int k = 0; k < 4; ++k) value[position[4 * item[l] + k]] += 0.1 * (item[l] + k);
}

[[clustrix::cluster]]
void fix(const std::vector<int>& nodes, const std::vector<int>& begin, const std::vector<int>& column,
         std::vector<double>& value) {
  for (std::size_t l = 0; l < nodes.size(); ++l) {  // want: parallel
    const int node = nodes[l];
    for (int k = begin[node]; k < begin[node + 1]; ++k) value[k] = column[k] == node ? 1 : 0;
  }
}

// One list says where to write, another one where to read.
[[clustrix::cluster]]
void move(double* x, const int* to, const int* from, int n) {
  for (int i = 0; i < n; ++i) x[to[i]] = x[from[i]] + 1;  // want: parallel
}

// Three places of each iteration, one of them through two lists.
[[clustrix::cluster]]
void three(double* x, const int* a, const int* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    x[a[i]] = i;
    x[b[i] + 1] = 2 * i;
    x[a[b[i]] + 2] += 3;
  }
}

// Rows of different lengths, every second one from behind.
[[clustrix::cluster]]
void behind(double* x, const int* begin, const int* row, int n) {
  for (int i = n - 1; i >= 0; i -= 2)  // want: parallel
    for (int k = 0; 3 * k < begin[row[i] + 1] - begin[row[i]]; ++k) x[begin[row[i]] + 3 * k] = i + k;
}

// A list at a place that a division tells.
[[clustrix::cluster]]
void halves(double* x, const int* list, const int* of, int n) {
  for (int i = 0; i < n; ++i) x[2 * of[list[i / 2]] + i % 2] = i;  // want: parallel
}

// The list is followed twice: that no number is in it twice where it is read last says nothing of where it is read first.
[[clustrix::cluster]]
void twice(double* x, const int* list, int n) {
  for (int i = 0; i < n; ++i) x[list[list[i]]] = i;  // want: parallel
}

// The loop's condition reads what its only iteration writes, and there is a second one then.
[[clustrix::cluster]]
int grows(int* a, const int* key, int at) {
  int k = 1;
  while (k++ < (a[key[at]] & 7)) a[at + k] = 6;  // want: serial, idle
  return k;
}

// The list leads out of itself where a condition says so.
[[clustrix::cluster]]
void where(double* x, const int* list, const int* of, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (list[i] >= 0) x[of[list[i]]] += i;
}

int main() {
  constexpr int n = 600;
  Random random(31);
  std::vector<int> once(n), other(n), any(4 * n);
  random.fillBelow(any, n);
  for (int i = 0; i < n; ++i) once[i] = (i * 7 + 3) % n, other[i] = (i * 11 + 5) % n;

  Mesh mesh;
  for (int e = 0; e < n; ++e) {
    mesh.corners.push_back({3 * (e / 3), 3 * (e / 3) + 1, 3 * (e / 3) + 2});
    mesh.load.push_back(e % 17 + 0.3);
  }
  std::vector<int> begin = {0, n / 3, 2 * (n / 3), n}, item;
  for (int c = 0; c < 3; ++c)
    for (int e = c; e < n; e += 3) item.push_back(e);
  std::vector<double> rhs(n);
  assemble(mesh, begin.data(), item.data(), 3, rhs.data());
  show("assemble", rhs.data(), n);
  std::swap(item[3], item[n / 3 + 3]);
  assemble(mesh, begin.data(), item.data(), 3, rhs.data());
  show("assemble by wrong colours", rhs.data(), n);

  std::vector<int> position(4 * n);
  for (int i = 0; i < 4 * n; ++i) position[i] = (i * 7 + 1) % (4 * n + 1) % (4 * n);
  std::vector<double> value(4 * n);
  entries(once.data(), position.data(), value.data(), 20, n - 30);
  show("entries", value.data(), 4 * n);
  position[4 * once[100] + 2] = position[4 * once[400]];
  entries(once.data(), position.data(), value.data(), 20, n - 30);
  show("entries twice", value.data(), 4 * n);

  std::vector<int> rows = {0};
  for (int i = 0; i < n; ++i) rows.push_back(rows.back() + 2 + any[i] % 3);
  std::vector<int> column(rows.back()), nodes;
  random.fillBelow(column, n);
  for (int i = 0; i < n; i += 2) nodes.push_back(once[i]);
  std::vector<double> matrix(rows.back(), 7);
  fix(nodes, rows, column, matrix);
  show("fix", matrix.data(), rows.back());
  nodes[5] = nodes[200];
  rows[nodes[7] + 1] += 2;
  fix(nodes, rows, column, matrix);
  show("fix twice", matrix.data(), rows.back());
  rows[nodes[7] + 1] -= 2;

  std::vector<double> x(4 * n);
  random.fillUnit(x);
  move(x.data(), once.data(), once.data(), n);
  show("move in place", x.data(), n);
  std::vector<int> low(n / 2), high(n / 2);
  for (int i = 0; i < n / 2; ++i) low[i] = once[i] % (n / 2), high[i] = n / 2 + any[i] % (n / 2);
  for (int i = 0; i < n / 2; ++i) low[i] = (i * 7 + 3) % (n / 2);
  move(x.data(), low.data(), high.data(), n / 2);
  show("move apart", x.data(), n);
  move(x.data(), once.data(), other.data(), n);
  show("move across", x.data(), n);

  std::vector<int> four(n), at(n);
  for (int i = 0; i < n; ++i) four[i] = 4 * once[i], at[i] = 4 * ((i * 11 + 5) % (n / 4));
  std::vector<double> wide(4 * n);
  three(wide.data(), four.data(), at.data(), n / 4);
  show("three", wide.data(), 4 * n);
  three(wide.data(), once.data(), other.data(), n);
  show("three across", wide.data(), 4 * n);

  behind(matrix.data(), rows.data(), once.data(), n);
  show("behind", matrix.data(), rows.back());
  once[11] = once[501];
  behind(matrix.data(), rows.data(), once.data(), n);
  show("behind twice", matrix.data(), rows.back());
  halves(x.data(), other.data(), other.data(), n);
  show("halves", x.data(), 2 * n);
  halves(x.data(), once.data(), other.data(), n);
  show("halves twice", x.data(), 2 * n);
  std::vector<int> chain(n);
  for (int i = 0; i < n; ++i) chain[i] = i < n / 2 ? n / 2 + once[i] % (n / 2) : i - n / 2;
  twice(x.data(), chain.data(), n / 2);
  show("twice into one", x.data(), n);
  for (int i = 0; i < n; ++i) chain[i] = (i + n / 2) % n;
  twice(x.data(), chain.data(), n / 2);
  show("twice", x.data(), n);
  std::vector<int> growing(n, 2);
  int steps = 0;
  for (int i = 0; i + 10 < n; i += 9) {
    once[i] = i + 2;
    steps += grows(growing.data(), once.data(), i);
  }
  show("grows", growing.data(), n);
  show("steps", &steps, 1);
  std::vector<int> some = other;
  for (int i = 0; i < n; i += 5) some[i] = -1;
  where(x.data(), some.data(), other.data(), n);
  show("where", x.data(), n);
  some[301] = some[2];
  where(x.data(), some.data(), other.data(), n);
  show("where twice", x.data(), n);
}

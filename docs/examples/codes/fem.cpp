// Heat conduction in a box by finite elements: tetrahedra, a sparse matrix, conjugate gradients.
//
//     fem [cells per side] [iterations] [--time]
//
// The box is a grid whose cells are cut into six tetrahedra each. Then the nodes are renumbered at random, so that
// nothing is left of the grid: whatever the elements and the matrix need of a node, they look up in lists.
//
// The matrix is assembled by colours. Elements of one colour share no node, so they may add to the matrix at once; the
// colours come one after the other. A table tells each element where its sixteen entries are in the matrix.
//
// The equation is -div(k grad u) = f with k = 1 + x; u is known, and f made for it, so that the error can be told.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

constexpr double pi = 3.14159265358979323846;

inline double conductivity(double x) { return 1 + x; }

inline double exact(double x, double y, double z) { return x + std::sin(pi * x) * std::sin(pi * y) * std::sin(pi * z); }

inline double source(double x, double y, double z) {
  const double across = std::sin(pi * y) * std::sin(pi * z);
  return 3 * pi * pi * conductivity(x) * std::sin(pi * x) * across - pi * std::cos(pi * x) * across - 1;
}

// --- The mesh --------------------------------------------------------------------------------------------------------

struct Mesh {
  std::vector<double> x, y, z;              // where the nodes are
  std::vector<std::array<int, 4>> corners;  // the nodes of each element
  std::vector<int> boundary;                // the nodes on the surface

  int nodes() const { return static_cast<int>(x.size()); }
  int elements() const { return static_cast<int>(corners.size()); }
};

/// The numbers below `n` in an order that is random, but the same each time.
[[clustrix::cluster]]
std::vector<int> shuffled(int n) {
  std::vector<int> number(n);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) number[i] = i;
  unsigned long long state = 2024;
  for (int i = n - 1; i > 0; --i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    std::swap(number[i], number[(state >> 33) % (i + 1)]);
  }
  return number;
}

[[clustrix::cluster]]
Mesh boxMesh(int cells) {
  const int side = cells + 1, nodes = side * side * side;
  const double h = 1.0 / cells;
  const std::vector<int> number = shuffled(nodes);
  Mesh mesh;
  mesh.x.resize(nodes);
  mesh.y.resize(nodes);
  mesh.z.resize(nodes);
#pragma omp parallel for
  for (int k = 0; k < side; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const int node = number[(k * side + j) * side + i];
        mesh.x[node] = i * h;
        mesh.y[node] = j * h;
        mesh.z[node] = k * h;
      }

  // Six ways lead along the edges of a cell from its corner 0 to its corner 7; each makes a tetrahedron.
  static constexpr int ways[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
  mesh.corners.resize(6 * cells * cells * cells);
#pragma omp parallel for
  for (int k = 0; k < cells; ++k)
    for (int j = 0; j < cells; ++j)
      for (int i = 0; i < cells; ++i) {
        int at[8];
        for (int c = 0; c < 8; ++c) at[c] = number[((k + c / 4) * side + j + c / 2 % 2) * side + i + c % 2];
        const int first = 6 * ((k * cells + j) * cells + i);
        for (int t = 0; t < 6; ++t) mesh.corners[first + t] = {at[0], at[ways[t][0]], at[ways[t][1]], at[7]};
      }

  for (int node = 0; node < nodes; ++node) {
    const double a = std::min({mesh.x[node], mesh.y[node], mesh.z[node]});
    const double b = std::max({mesh.x[node], mesh.y[node], mesh.z[node]});
    if (a < 0.5 * h || b > 1 - 0.5 * h) mesh.boundary.push_back(node);
  }
  return mesh;
}

/// Lists of numbers, one behind the other: list `i` is `item[begin[i]]` to `item[begin[i + 1] - 1]`.
struct Lists {
  std::vector<int> begin, item;

  int count() const { return static_cast<int>(begin.size()) - 1; }
};

/// The elements at each node.
[[clustrix::cluster]]
Lists elementsOfNodes(const Mesh& mesh) {
  Lists lists;
  lists.begin.assign(mesh.nodes() + 1, 0);
  for (int e = 0; e < mesh.elements(); ++e)
    for (int node : mesh.corners[e]) ++lists.begin[node + 1];
  for (int node = 0; node < mesh.nodes(); ++node) lists.begin[node + 1] += lists.begin[node];
  std::vector<int> next = lists.begin;
  lists.item.resize(4 * mesh.elements());
  for (int e = 0; e < mesh.elements(); ++e)
    for (int node : mesh.corners[e]) lists.item[next[node]++] = e;
  return lists;
}

/// The elements of each colour: each element gets the first colour that none of its neighbours has.
[[clustrix::cluster]]
Lists elementsOfColours(const Mesh& mesh) {
  std::vector<unsigned long long> taken(mesh.nodes(), 0);  // bit c: an element at the node has colour c
  std::vector<int> colour(mesh.elements());
  Lists lists;
  for (int e = 0; e < mesh.elements(); ++e) {
    unsigned long long around = 0;
    for (int node : mesh.corners[e]) around |= taken[node];
    const int c = std::countr_one(around);
    if (c == 64) {
      std::fprintf(stderr, "fem: element %d needs more than 64 colours\n", e);
      std::exit(1);
    }
    for (int node : mesh.corners[e]) taken[node] |= 1ULL << c;
    colour[e] = c;
    if (static_cast<int>(lists.begin.size()) < c + 2) lists.begin.resize(c + 2, 0);
    ++lists.begin[c + 1];
  }
  for (int c = 0; c < lists.count(); ++c) lists.begin[c + 1] += lists.begin[c];
  std::vector<int> next = lists.begin;
  lists.item.resize(mesh.elements());
  for (int e = 0; e < mesh.elements(); ++e) lists.item[next[colour[e]]++] = e;
  return lists;
}

// --- The matrix ------------------------------------------------------------------------------------------------------

/// Rows of entries, one behind the other, each row's by rising column.
class CsrMatrix {
 public:
  CsrMatrix(std::vector<int> rowBegin, std::vector<int> columns)
      : rowBegin_(std::move(rowBegin)), column_(std::move(columns)), value_(column_.size(), 0.0) {}

  int rows() const { return static_cast<int>(rowBegin_.size()) - 1; }
  int entries() const { return static_cast<int>(column_.size()); }
  int begin(int row) const { return rowBegin_[row]; }
  int end(int row) const { return rowBegin_[row + 1]; }
  int column(int entry) const { return column_[entry]; }
  double value(int entry) const { return value_[entry]; }
  double& value(int entry) { return value_[entry]; }
  double* values() { return value_.data(); }

  /// Where the entry of a column is in its row.
  int find(int row, int column) const {
    const auto first = column_.begin();
    return static_cast<int>(std::lower_bound(first + begin(row), first + end(row), column) - first);
  }

  /// y = A x
  [[clustrix::cluster]]
  void multiply(const std::vector<double>& x, std::vector<double>& y) const {
#pragma omp parallel for
    for (int row = 0; row < rows(); ++row) {
      double sum = 0;
      for (int entry = begin(row); entry < end(row); ++entry) sum += value(entry) * x[column(entry)];
      y[row] = sum;
    }
  }

 private:
  std::vector<int> rowBegin_, column_;
  std::vector<double> value_;
};

/// The nodes that share an element with a node, and the node itself, in rising order.
[[clustrix::cluster]]
std::vector<int> neighbours(const Mesh& mesh, const Lists& elementsOf, int node) {
  std::vector<int> near;
  for (int l = elementsOf.begin[node]; l < elementsOf.begin[node + 1]; ++l)
    for (int other : mesh.corners[elementsOf.item[l]]) near.push_back(other);
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  return near;
}

/// A matrix of zeros with an entry wherever two nodes share an element.
[[clustrix::cluster]]
CsrMatrix emptyMatrix(const Mesh& mesh, const Lists& elementsOf) {
  const int rows = mesh.nodes();
  std::vector<int> rowBegin(rows + 1, 0);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) rowBegin[row + 1] = static_cast<int>(neighbours(mesh, elementsOf, row).size());
  for (int row = 0; row < rows; ++row) rowBegin[row + 1] += rowBegin[row];
  std::vector<int> columns(rowBegin[rows]);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    const std::vector<int> near = neighbours(mesh, elementsOf, row);
    std::copy(near.begin(), near.end(), columns.begin() + rowBegin[row]);
  }
  return CsrMatrix(std::move(rowBegin), std::move(columns));
}

/// Where the sixteen entries of each element are in the matrix.
[[clustrix::cluster]]
std::vector<int> positionTable(const Mesh& mesh, const CsrMatrix& matrix) {
  std::vector<int> position(16 * mesh.elements());
#pragma omp parallel for
  for (int e = 0; e < mesh.elements(); ++e)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) position[16 * e + 4 * a + b] = matrix.find(mesh.corners[e][a], mesh.corners[e][b]);
  return position;
}

// --- The elements ----------------------------------------------------------------------------------------------------

/// An element's middle and volume, and the gradients of the functions that are 1 at one corner and 0 at the others.
struct Tetrahedron {
  double x, y, z, volume;
  double gradient[4][3];
};

[[clustrix::cluster]]
inline Tetrahedron tetrahedron(const Mesh& mesh, int e) {
  const std::array<int, 4>& at = mesh.corners[e];
  double edge[3][3];
  for (int a = 0; a < 3; ++a) {
    edge[a][0] = mesh.x[at[a + 1]] - mesh.x[at[0]];
    edge[a][1] = mesh.y[at[a + 1]] - mesh.y[at[0]];
    edge[a][2] = mesh.z[at[a + 1]] - mesh.z[at[0]];
  }
  Tetrahedron t;
  for (int a = 0; a < 3; ++a) {
    const double* u = edge[(a + 1) % 3];
    const double* v = edge[(a + 2) % 3];
    t.gradient[a + 1][0] = u[1] * v[2] - u[2] * v[1];
    t.gradient[a + 1][1] = u[2] * v[0] - u[0] * v[2];
    t.gradient[a + 1][2] = u[0] * v[1] - u[1] * v[0];
  }
  double determinant = 0;
  for (int d = 0; d < 3; ++d) determinant += edge[0][d] * t.gradient[1][d];
  for (int d = 0; d < 3; ++d) {
    for (int a = 1; a < 4; ++a) t.gradient[a][d] /= determinant;
    t.gradient[0][d] = -(t.gradient[1][d] + t.gradient[2][d] + t.gradient[3][d]);
  }
  t.volume = std::fabs(determinant) / 6;
  t.x = 0.25 * (mesh.x[at[0]] + mesh.x[at[1]] + mesh.x[at[2]] + mesh.x[at[3]]);
  t.y = 0.25 * (mesh.y[at[0]] + mesh.y[at[1]] + mesh.y[at[2]] + mesh.y[at[3]]);
  t.z = 0.25 * (mesh.z[at[0]] + mesh.z[at[1]] + mesh.z[at[2]] + mesh.z[at[3]]);
  return t;
}

/// Adds each element's part to the matrix and to the right-hand side, colour by colour.
[[clustrix::cluster]]
void assemble(const Mesh& mesh, const Lists& colours, const int* position, double* val, double* rhs) {
  for (int colour = 0; colour < colours.count(); ++colour) {
#pragma omp parallel for
    for (int l = colours.begin[colour]; l < colours.begin[colour + 1]; ++l) {
      const int e = colours.item[l];
      const Tetrahedron t = tetrahedron(mesh, e);
      const double k = conductivity(t.x) * t.volume;
      const double load = 0.25 * source(t.x, t.y, t.z) * t.volume;
      for (int a = 0; a < 4; ++a) {
        for (int b = 0; b < 4; ++b) {
          double dot = 0;
          for (int d = 0; d < 3; ++d) dot += t.gradient[a][d] * t.gradient[b][d];
          val[position[16 * e + 4 * a + b]] += k * dot;
        }
        rhs[mesh.corners[e][a]] += load;
      }
    }
  }
}

/// Replaces the rows of the nodes on the surface by u = exact, and begins with a `u` that has these values. So the
/// residual is zero there and stays so, and the solver never sees that the columns have not been replaced as well.
[[clustrix::cluster]]
void fixBoundary(const Mesh& mesh, CsrMatrix& matrix, std::vector<double>& rhs, std::vector<double>& u) {
  const int fixed = static_cast<int>(mesh.boundary.size());
#pragma omp parallel for
  for (int l = 0; l < fixed; ++l) {
    const int node = mesh.boundary[l];
    for (int entry = matrix.begin(node); entry < matrix.end(node); ++entry)
      matrix.value(entry) = matrix.column(entry) == node ? 1 : 0;
    u[node] = rhs[node] = exact(mesh.x[node], mesh.y[node], mesh.z[node]);
  }
}

// --- Conjugate gradients ---------------------------------------------------------------------------------------------

[[clustrix::cluster]]
double dot(int n, const double* x, const double* y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += x[i] * y[i];
  return sum;
}

/// y += a x
[[clustrix::cluster]]
void axpy(int n, double a, const double* x, double* y) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] += a * x[i];
}

/// One over the diagonal.
[[clustrix::cluster]]
std::vector<double> jacobi(const CsrMatrix& matrix) {
  std::vector<double> inverse(matrix.rows());
#pragma omp parallel for
  for (int row = 0; row < matrix.rows(); ++row) inverse[row] = 1 / matrix.value(matrix.find(row, row));
  return inverse;
}

struct Progress {
  int iterations;
  double residual;
};

[[clustrix::cluster]]
Progress solve(const CsrMatrix& matrix, const std::vector<double>& rhs, std::vector<double>& u, int most) {
  const int n = matrix.rows();
  const std::vector<double> inverse = jacobi(matrix);
  std::vector<double> r(n), z(n), p(n), q(n);
  matrix.multiply(u, q);
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    r[i] = rhs[i] - q[i];
    z[i] = inverse[i] * r[i];
    p[i] = z[i];
  }
  double rz = dot(n, r.data(), z.data());
  const double enough = 1e-20 * rz;
  int iteration = 0;
  while (iteration < most && rz > enough) {
    matrix.multiply(p, q);
    const double alpha = rz / dot(n, p.data(), q.data());
    axpy(n, alpha, p.data(), u.data());
    axpy(n, -alpha, q.data(), r.data());
#pragma omp parallel for
    for (int i = 0; i < n; ++i) z[i] = inverse[i] * r[i];
    const double before = rz;
    rz = dot(n, r.data(), z.data());
    const double beta = rz / before;
#pragma omp parallel for
    for (int i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    ++iteration;
  }
  return {iteration, std::sqrt(dot(n, r.data(), r.data()))};
}

// --- What comes out --------------------------------------------------------------------------------------------------

/// The root of the integral of (u - exact)^2, by the middles of the elements.
[[clustrix::cluster]]
double meanError(const Mesh& mesh, const std::vector<double>& u) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int e = 0; e < mesh.elements(); ++e) {
    const Tetrahedron t = tetrahedron(mesh, e);
    double middle = 0;
    for (int node : mesh.corners[e]) middle += 0.25 * u[node];
    const double error = middle - exact(t.x, t.y, t.z);
    sum += t.volume * error * error;
  }
  return std::sqrt(sum);
}

[[clustrix::cluster]]
double largestError(const Mesh& mesh, const std::vector<double>& u) {
  double largest = 0;
#pragma omp parallel for reduction(max : largest)
  for (int node = 0; node < mesh.nodes(); ++node)
    largest = std::max(largest, std::fabs(u[node] - exact(mesh.x[node], mesh.y[node], mesh.z[node])));
  return largest;
}

/// How much heat flows at each node: the mean over the elements around it, larger ones counting more.
[[clustrix::cluster]]
std::vector<double> heatFlow(const Mesh& mesh, const Lists& elementsOf, const std::vector<double>& u) {
  std::vector<std::array<double, 3>> flow(mesh.elements());
  std::vector<double> volume(mesh.elements());
#pragma omp parallel for
  for (int e = 0; e < mesh.elements(); ++e) {
    const Tetrahedron t = tetrahedron(mesh, e);
    flow[e] = {0, 0, 0};
    for (int a = 0; a < 4; ++a)
      for (int d = 0; d < 3; ++d) flow[e][d] -= conductivity(t.x) * t.gradient[a][d] * u[mesh.corners[e][a]];
    volume[e] = t.volume;
  }
  std::vector<double> strength(mesh.nodes());
#pragma omp parallel for
  for (int node = 0; node < mesh.nodes(); ++node) {
    double sum[3] = {0, 0, 0}, around = 0;
    for (int l = elementsOf.begin[node]; l < elementsOf.begin[node + 1]; ++l) {
      const int e = elementsOf.item[l];
      for (int d = 0; d < 3; ++d) sum[d] += volume[e] * flow[e][d];
      around += volume[e];
    }
    strength[node] = std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / around;
  }
  return strength;
}

/// A sum in which the order of the nodes shows.
[[clustrix::cluster]]
double checksum(const std::vector<double>& v) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * static_cast<double>(i % 17 + 1);
  return sum;
}

[[clustrix::cluster]]
int main(int argc, char** argv) {
  int numbers[2] = {46, 400}, given = 0;
  bool timed = false;
  for (int a = 1; a < argc; ++a) {
    if (std::strcmp(argv[a], "--time") == 0)
      timed = true;
    else if (given < 2)
      numbers[given++] = std::atoi(argv[a]);
  }
  const int cells = numbers[0], iterations = numbers[1];
  if (cells < 2 || iterations < 0) {
    std::fprintf(stderr, "usage: fem [cells per side] [iterations] [--time]\n");
    return 1;
  }
  const auto start = std::chrono::steady_clock::now();

  const Mesh mesh = boxMesh(cells);
  const Lists elementsOf = elementsOfNodes(mesh);
  const Lists colours = elementsOfColours(mesh);
  CsrMatrix matrix = emptyMatrix(mesh, elementsOf);
  const std::vector<int> position = positionTable(mesh, matrix);
  std::vector<double> rhs(mesh.nodes(), 0.0), u(mesh.nodes(), 0.0);
  assemble(mesh, colours, position.data(), matrix.values(), rhs.data());
  fixBoundary(mesh, matrix, rhs, u);
  const Progress progress = solve(matrix, rhs, u, iterations);
  const std::vector<double> strength = heatFlow(mesh, elementsOf, u);

  std::printf("nodes %d, elements %d, colours %d, entries %d\n", mesh.nodes(), mesh.elements(), colours.count(),
              matrix.entries());
  std::printf("iterations %d, residual %.17g\n", progress.iterations, progress.residual);
  std::printf("mean error %.17g\nlargest error %.17g\n", meanError(mesh, u), largestError(mesh, u));
  std::printf("checksum u %.17g\nchecksum flow %.17g\n", checksum(u), checksum(strength));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (timed) std::printf("seconds %.3f\n", seconds.count());
  return 0;
}

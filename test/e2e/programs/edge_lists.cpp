// Indices inside of an array's elements: the ends of edges, the corners of cells, neighbours with a weight, bit-fields,
// lists at places that lists have. They are looked at before the loop as lists of their own are.
#include <array>
#include <utility>
#include <vector>

#include "show.h"

struct Edge {
  int a, b;
};
struct Link {
  double weight;
  short colour;
  int ends[2];
};
struct Mesh {
  std::vector<std::array<int, 4>> corners;
  std::vector<double> x, volume;
};
struct Packed {
  unsigned low : 12;
  unsigned high : 20;
};

[[clustrix::cluster]]
void differences(const Edge* edges, const double* x, double* flow, int n) {
  for (int e = 0; e < n; ++e) flow[e] = x[edges[e].b] - x[edges[e].a];  // want: parallel
}

// Of no two edges the first end is the same one.
[[clustrix::cluster]]
void leave(const std::vector<Edge>& edges, const double* x, double* to) {
  for (std::size_t e = 0; e < edges.size(); ++e) to[edges[e].a] = x[e] + 1;  // want: parallel
}

[[clustrix::cluster]]
void assemble(const Mesh& mesh, const int* item, int from, int to, double* mass) {
  for (int l = from; l < to; ++l) {  // want: parallel
    const int e = item[l];
    for (int a = 0; a < 4; ++a) mass[mesh.corners[e][a]] += mesh.volume[e];
  }
}

// Each node is the corner of one cell.
[[clustrix::cluster]]
void own(const int (*corners)[4], const double* x, double* y, int n) {
  for (int e = 0; e < n; ++e)  // want: parallel
    for (int c = 0; c < 4; ++c) y[corners[e][c]] = x[4 * e + c];
}

[[clustrix::cluster]]
void links(const Link* link, const double* x, double* y, int n) {
  for (int e = 0; e < n; ++e) {  // want: parallel
    double sum = 0;
    for (int c = 0; c < 2; ++c) sum += x[link[e].ends[c]];
    y[link[e].ends[1]] = sum * link[e].weight;
  }
}

[[clustrix::cluster]]
void neighbours(const int* begin, const std::pair<int, double>* of, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; ++k) sum += of[k].second * x[of[k].first];
    y[i] = sum;
  }
}

// Neither bit-field is a list, nor what both are bits of.
[[clustrix::cluster]]
void packed(const Packed* at, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[i] = x[at[i].high] + x[at[i].low];  // want: parallel
}
[[clustrix::cluster]]
void bits(const Packed* at, const double* x, double* y, int n) {
  for (int i = 0; i < n; ++i) y[at[i].low] = x[i];  // want: serial
}

// The other end is written: what both were before is not what they are.
[[clustrix::cluster]]
void turning(Edge* edges, double* x, int n) {
  for (int e = 0; e < n; ++e) {  // want: serial
    x[edges[e].a] = e;
    edges[(e + 1) % n].a = edges[e].b;
  }
}

int main() {
  constexpr int n = 600;
  Random random(24);
  std::vector<double> x(4 * n), y(4 * n), z(4 * n);
  random.fillUnit(x);
  std::vector<int> once(n), any(4 * n);
  random.fillBelow(any, n);
  for (int i = 0; i < n; ++i) once[i] = (i * 7 + 3) % n;
  std::vector<Edge> edges(n);
  for (int e = 0; e < n; ++e) edges[e] = {once[e], any[e]};
  differences(edges.data(), x.data(), y.data(), n);
  show("differences", y.data(), n);
  leave(edges, x.data(), y.data());
  show("leave", y.data(), n);
  edges[7].a = edges[500].a;
  leave(edges, x.data(), y.data());
  show("leave twice", y.data(), n);

  Mesh mesh;
  mesh.volume.assign(n, 0);
  for (int e = 0; e < n; ++e) {
    mesh.corners.push_back({any[4 * e], any[4 * e + 1], any[4 * e + 2], any[4 * e + 3]});
    mesh.volume[e] = e % 13;
  }
  assemble(mesh, once.data(), 50, n - 20, z.data());
  show("assemble", z.data(), n);

  std::vector<std::array<int, 4>> cells(n);
  for (int e = 0; e < n; ++e)
    for (int c = 0; c < 4; ++c) cells[e][c] = (e * 28 + c * 7 + 5) % (4 * n + 1) % (4 * n);
  own(reinterpret_cast<const int (*)[4]>(cells.data()), x.data(), y.data(), n);
  show("own", y.data(), 4 * n);
  for (int e = 0; e < n; ++e)
    for (int c = 0; c < 4; ++c) cells[e][c] = 4 * once[e] + (c + 1) % 4;
  own(reinterpret_cast<const int (*)[4]>(cells.data()), x.data(), y.data(), n);
  show("own once", y.data(), 4 * n);

  std::vector<Link> link(n);
  for (int e = 0; e < n; ++e) link[e] = {1.5 + e % 7, -1, {any[e], once[e]}};
  links(link.data(), x.data(), y.data(), n);
  show("links", y.data(), n);
  link[n - 1].ends[1] = link[0].ends[1];
  links(link.data(), x.data(), y.data(), n);
  show("links twice", y.data(), n);

  std::vector<int> begin(n + 1);
  std::vector<std::pair<int, double>> of;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 1 + i % 5; ++k) of.push_back({any[i + k], 0.25 * k});
    begin[i + 1] = static_cast<int>(of.size());
  }
  neighbours(begin.data(), of.data(), x.data(), y.data(), n);
  show("neighbours", y.data(), n);

  std::vector<Packed> at(n);
  for (int i = 0; i < n; ++i) at[i] = {static_cast<unsigned>(any[i]), static_cast<unsigned>(once[i])};
  packed(at.data(), x.data(), y.data(), n);
  show("packed", y.data(), n);
  bits(at.data(), x.data(), y.data(), n);
  show("bits", y.data(), n);
  turning(edges.data(), x.data(), n);
  show("turning", x.data(), n);
}

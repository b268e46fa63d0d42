// Containers in containers and owned arrays: vectors of vectors, unique_ptr<T[]>, structures that hold vectors.
#include "show.h"

#include <algorithm>
#include <memory>
#include <string>

// idle: rows_of_vectors, ragged
[[clustrix::cluster]]
void rows_of_vectors(std::vector<std::vector<double>>& rows) {
  for (std::size_t r = 0; r < rows.size(); ++r)       // may: parallel
    for (std::size_t c = 0; c < rows[r].size(); ++c)  // may: parallel
      rows[r][c] = rows[r][c] * 2 + static_cast<double>(r);
}

[[clustrix::cluster]]
void one_row(std::vector<std::vector<double>>& rows, std::size_t r, double add) {
  std::vector<double>& row = rows[r];
  for (std::size_t c = 0; c < row.size(); ++c)  // may: parallel
    row[c] += add;
}

[[clustrix::cluster]]
void ragged(std::vector<std::vector<double>>& rows) {
  for (auto& row : rows)    // may: parallel
    for (double& x : row)   // may: parallel
      x -= 0.5;
}

[[clustrix::cluster]]
void owned(std::unique_ptr<double[]>& a, const std::unique_ptr<double[]>& b, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    a[i] += b[i] * 2;
}

struct Mesh {
  std::vector<double> x, y;
  std::vector<int> left, right;
};

[[clustrix::cluster]]
void relax(const Mesh& mesh, std::vector<double>& out) {
  for (std::size_t i = 0; i < out.size(); ++i)  // may: parallel
    out[i] = 0.5 * (mesh.x[mesh.left[i]] + mesh.x[mesh.right[i]]) + mesh.y[i];
}

[[clustrix::cluster]]
void append_rows(std::vector<std::vector<int>>& rows, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    rows[i % rows.size()].push_back(i);
}

// Each row needs the one before it: no guard about the rows' length changes that.
[[clustrix::cluster]]
void grid_paths(std::vector<std::vector<int>>& ways, int n, int m) {
  for (int i = 1; i <= n; ++i)    // want: serial
    for (int j = 1; j <= m; ++j)  // want: serial
      ways[i][j] = (ways[i - 1][j] + ways[i][j - 1]) % 1000003;
}

[[clustrix::cluster]]
int common_subsequence(const std::string& a, const std::string& b, std::vector<std::vector<int>>& t) {
  for (std::size_t i = 1; i <= a.size(); ++i)    // want: serial
    for (std::size_t j = 1; j <= b.size(); ++j)  // want: serial
      t[i][j] = a[i - 1] == b[j - 1] ? t[i - 1][j - 1] + 1 : std::max(t[i - 1][j], t[i][j - 1]);
  return t[a.size()][b.size()];
}

int main() {
  Random random(72);
  std::vector<std::vector<double>> rows(40);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    rows[r].resize(r * 3 % 50);
    random.fillUnit(rows[r]);
  }
  rows_of_vectors(rows);
  one_row(rows, 7, 0.25);
  ragged(rows);
  std::vector<double> flat;
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  show("rows", flat);
  const int n = 3001;
  auto a = std::make_unique<double[]>(n), b = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i) b[i] = random.unit();
  owned(a, b, n);
  owned(a, a, n);
  show("owned", a.get(), n);
  Mesh mesh;
  for (int i = 0; i < n; ++i) {
    mesh.x.push_back(random.unit());
    mesh.y.push_back(random.unit());
    mesh.left.push_back(random.below(n));
    mesh.right.push_back(random.below(n));
  }
  std::vector<double> out(n);
  relax(mesh, out);
  relax(mesh, mesh.x);
  show("relax", out);
  show("x", mesh.x);
  std::vector<std::vector<int>> lists(9);
  append_rows(lists, 100);
  put("list", lists[3].size() * 100 + lists[8].size());
  std::vector<std::vector<int>> ways(41, std::vector<int>(31, 1)), table(14, std::vector<int>(14));
  grid_paths(ways, 40, 30);
  put("grid_paths", ways[40][30]);
  put("common_subsequence", common_subsequence("abcbdabxyzabc", "bdcabaxzyabcc", table));
}

// Kernels of linear algebra: products in several loop orders, updates, factorisations, convolutions, tiles.
#include "trial.h"

[[clustrix::cluster]]
void product_ijk(double* c, const double* a, const double* b, int n, int m, int p) {
  // Inner products.
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int j = 0; j < m; ++j) {  // want: parallel
      double sum = 0;
      for (int k = 0; k < p; ++k)  // want: parallel
        sum += a[i * p + k] * b[k * m + j];
      c[i * m + j] = sum;
    }
}

[[clustrix::cluster]]
void product_ikj() {
  // Rows added to rows.
  for (int i = 0; i < pitch; ++i)      // want: parallel
    for (int k = 0; k < pitch; ++k)    // want: parallel
      for (int j = 0; j < pitch; ++j)  // want: parallel
        cc[i][j] += aa[i][k] * bb[k][j];
}

[[clustrix::cluster]]
void product_kij() {
  // Outer products.
  for (int k = 0; k < pitch; ++k)      // want: parallel
    for (int i = 0; i < pitch; ++i)    // want: parallel
      for (int j = 0; j < pitch; ++j)  // want: parallel
        cc[i][j] += aa[i][k] * bb[k][j];
}

[[clustrix::cluster]]
void product_tiled() {
  // Tiles with min() bounds.
  for (int ii = 0; ii < pitch; ii += 20)                                  // want: parallel
    for (int jj = 0; jj < pitch; jj += 20)                                // want: parallel
      for (int i = ii; i < (ii + 20 < pitch ? ii + 20 : pitch); ++i)      // want: parallel
        for (int j = jj; j < (jj + 20 < pitch ? jj + 20 : pitch); ++j) {  // want: parallel
          double sum = 0;
          for (int k = 0; k < pitch; ++k)  // want: parallel
            sum += aa[i][k] * bb[k][j];
          cc[i][j] = sum;
        }
}

[[clustrix::cluster]]
void transpose_tiled(double* out, const double* in, int n) {
  // Tiles of sixteen, the last ones cut off by std::min.
  for (int ii = 0; ii < n; ii += 16)                     // want: parallel
    for (int jj = 0; jj < n; jj += 16)                   // want: parallel
      for (int i = ii; i < std::min(ii + 16, n); ++i)    // want: parallel
        for (int j = jj; j < std::min(jj + 16, n); ++j)  // want: parallel
          out[j * n + i] = in[i * n + j];
}

[[clustrix::cluster]]
void tiled_vector(double* a, const double* b, int n, int tile) {
  // Tiles of run-time size.
  for (int ii = 0; ii < n; ii += tile)                 // may: parallel
    for (int i = ii; i < std::min(ii + tile, n); ++i)  // want: parallel
      a[i] = b[i] * 2.0;
}

[[clustrix::cluster]]
void matrix_vector(double* y, const double* m, const double* x, int rows, int columns) {
  // An element of y accumulates.
  for (int i = 0; i < rows; ++i) {  // want: parallel
    y[i] = 0;
    for (int j = 0; j < columns; ++j)  // want: parallel
      y[i] += m[i * columns + j] * x[j];
  }
}

[[clustrix::cluster]]
void transposed_matrix_vector(double* y, const double* m, const double* x, int rows, int columns) {
  // Rows added to y.
  for (int i = 0; i < rows; ++i)       // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      y[j] += m[i * columns + j] * x[i];
}

[[clustrix::cluster]]
void rank_one(double* m, const double* x, const double* y, int rows, int columns) {
  // A matrix takes an outer product.
  for (int i = 0; i < rows; ++i)       // want: parallel
    for (int j = 0; j < columns; ++j)  // want: parallel
      m[i * columns + j] += x[i] * y[j];
}

[[clustrix::cluster]]
void symmetric_rank_k() {
  // Only the lower triangle.
  for (int i = 0; i < pitch; ++i)   // want: parallel
    for (int j = 0; j <= i; ++j) {  // want: parallel
      cc[i][j] *= 0.5;
      for (int k = 0; k < pitch; ++k)  // want: parallel
        cc[i][j] += aa[i][k] * aa[j][k];
    }
}

[[clustrix::cluster]]
void triangular_product() {
  // In place from above: rows below are still old.
  for (int i = 0; i < pitch; ++i)          // want: serial
    for (int j = 0; j < pitch; ++j)        // want: parallel
      for (int k = i + 1; k < pitch; ++k)  // want: parallel
        bb[i][j] += aa[k][i] * bb[k][j];
}

[[clustrix::cluster]]
void lu_steps() {
  // Gaussian elimination without pivots.
  for (int k = 0; k < pitch - 1; ++k) {  // want: serial
    for (int i = k + 1; i < pitch; ++i)  // want: parallel
      aa[i][k] /= aa[k][k];
    for (int i = k + 1; i < pitch; ++i)    // want: parallel
      for (int j = k + 1; j < pitch; ++j)  // want: parallel
        aa[i][j] -= aa[i][k] * aa[k][j];
  }
}

[[clustrix::cluster]]
void cholesky() {
  // Column by column, an inner product for each element.
  for (int j = 0; j < pitch; ++j) {  // want: serial
    double diagonal = aa[j][j];
    for (int k = 0; k < j; ++k)  // want: parallel
      diagonal -= aa[j][k] * aa[j][k];
    aa[j][j] = std::sqrt(diagonal);
    for (int i = j + 1; i < pitch; ++i) {  // want: parallel
      double sum = aa[i][j];
      for (int k = 0; k < j; ++k)  // want: parallel
        sum -= aa[i][k] * aa[j][k];
      aa[i][j] = sum / aa[j][j];
    }
  }
}

// idle: shortest_paths
[[clustrix::cluster]]
void shortest_paths() {
  // Floyd and Warshall: row k and column k are read and perhaps written in step k.
  for (int k = 0; k < pitch; ++k)      // want: serial
    for (int i = 0; i < pitch; ++i)    // may: parallel
      for (int j = 0; j < pitch; ++j)  // may: parallel
        if (aa[i][k] + aa[k][j] < aa[i][j]) aa[i][j] = aa[i][k] + aa[k][j];
}

[[clustrix::cluster]]
void convolution(double* out, const double* in, const double* kernel, int n, int m) {
  // A full window for each output.
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int k = 0; k < m; ++k)  // want: parallel
      sum += in[i + m - 1 - k] * kernel[k];
    out[i] = sum;
  }
}

[[clustrix::cluster]]
void convolution_by_weight(double* out, const double* in, const double* kernel, int n, int m) {
  // The same, weight by weight.
  for (int k = 0; k < m; ++k)    // want: parallel
    for (int i = 0; i < n; ++i)  // want: parallel
      out[i] += in[i + m - 1 - k] * kernel[k];
}

[[clustrix::cluster]]
void orthogonalised() {
  // Gram and Schmidt, modified: columns in order, work on the later ones in any.
  for (int k = 0; k < pitch; ++k) {  // want: serial
    double norm = 0;
    for (int i = 0; i < pitch; ++i)  // want: parallel
      norm += bb[i][k] * bb[i][k];
    norm = std::sqrt(norm + 0.001);
    for (int i = 0; i < pitch; ++i)  // want: parallel
      bb[i][k] /= norm;
    for (int j = k + 1; j < pitch; ++j) {  // want: parallel
      double r = 0;
      for (int i = 0; i < pitch; ++i)  // want: parallel
        r += bb[i][k] * bb[i][j];
      for (int i = 0; i < pitch; ++i)  // want: parallel
        bb[i][j] -= 0.5 * r * bb[i][k];
    }
  }
}

void positiveDefinite() {
  for (int i = 0; i < pitch; ++i)
    for (int j = 0; j <= i; ++j) aa[j][i] = aa[i][j] = i == j ? 10.0 + 0.1 * i : 0.25 * aa[i][j];
}

int main() {
  trial("product_ijk", [](Data& x, int) { product_ijk(x.a, x.b, x.c, 40, 30, 50); }, {1});
  trial("product_ikj", [](Data&, int) { product_ikj(); }, {1});
  trial("product_kij", [](Data&, int) { product_kij(); }, {1});
  trial("product_tiled", [](Data&, int) { product_tiled(); }, {1});
  trial("transpose_tiled", [](Data& x, int n) { transpose_tiled(x.a, x.b, n); }, {50, 3, 0});
  trial("tiled_vector", [](Data& x, int n) { tiled_vector(x.a, x.b, n, 64); });
  trial("matrix_vector", [](Data& x, int) { matrix_vector(x.a, x.b, x.c, 50, 40); }, {1});
  trial("matrix_vector_overlapping", [](Data& x, int) { matrix_vector(x.b + 90, x.b, x.c, 50, 40); }, {1});
  trial("transposed_matrix_vector", [](Data& x, int) { transposed_matrix_vector(x.a, x.b, x.c, 50, 40); }, {1});
  trial("rank_one", [](Data& x, int) { rank_one(x.a, x.b, x.c, 50, 40); }, {1});
  trial("rank_one_overlapping", [](Data& x, int) { rank_one(x.a, x.b, x.a + 60, 50, 40); }, {1});
  trial("symmetric_rank_k", [](Data&, int) { symmetric_rank_k(); }, {1});
  trial("triangular_product", [](Data&, int) { triangular_product(); }, {1});
  trial("lu_steps",
        [](Data&, int) {
          positiveDefinite();
          lu_steps();
        },
        {1});
  trial("cholesky",
        [](Data&, int) {
          positiveDefinite();
          cholesky();
        },
        {1});
  trial("shortest_paths",
        [](Data&, int) {
          for (auto& row : aa)
            for (double& x : row) x += 0.75;
          shortest_paths();
        },
        {1});
  trial("convolution", [](Data& x, int n) { convolution(x.a, x.b, x.c, n, 20); });
  trial("convolution_by_weight", [](Data& x, int n) { convolution_by_weight(x.a, x.b, x.c, n, 20); });
  trial("orthogonalised", [](Data&, int) { orthogonalised(); }, {1});
}

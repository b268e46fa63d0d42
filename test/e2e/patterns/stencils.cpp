// Stencils in one to three dimensions: from another array, in place, with time steps, coloured, with boundaries.
#include "trial.h"

[[clustrix::cluster]]
void three_points(double* out, const double* in, int n) {
  // One dimension, another array.
  for (int i = 1; i < n - 1; ++i)  // want: parallel
    out[i] = 0.25 * in[i - 1] + 0.5 * in[i] + 0.25 * in[i + 1];
}

[[clustrix::cluster]]
void three_points_in_place(double* a, int n) {
  // One dimension, in place.
  for (int i = 1; i < n - 1; ++i)  // want: serial
    a[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
}

[[clustrix::cluster]]
void periodic(double* out, const double* in, int n) {
  // The neighbours of the ends are the other ends.
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int left = i == 0 ? n - 1 : i - 1;
    const int right = i == n - 1 ? 0 : i + 1;
    out[i] = in[left] - 2.0 * in[i] + in[right];
  }
}

[[clustrix::cluster]]
void clamped(double* out, const double* in, int n) {
  // Beyond the ends the ends' values.
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int k = -2; k <= 2; ++k) {  // want: parallel
      int at = i + k;
      if (at < 0) at = 0;
      if (at > n - 1) at = n - 1;
      sum += in[at];
    }
    out[i] = sum / 5.0;
  }
}

[[clustrix::cluster]]
void jacobi(int steps) {
  // Two grids, steps in order.
  for (int t = 0; t < steps; ++t) {        // want: serial
    for (int i = 1; i < pitch - 1; ++i)    // want: parallel
      for (int j = 1; j < pitch - 1; ++j)  // want: parallel
        bb[i][j] = 0.25 * (aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]);
    for (int i = 1; i < pitch - 1; ++i)    // want: parallel
      for (int j = 1; j < pitch - 1; ++j)  // want: parallel
        aa[i][j] = bb[i][j];
  }
}

[[clustrix::cluster]]
void gauss_seidel() {
  // New values as soon as they are there.
  for (int i = 1; i < pitch - 1; ++i)    // want: serial
    for (int j = 1; j < pitch - 1; ++j)  // want: serial
      aa[i][j] = 0.25 * (aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]);
}

[[clustrix::cluster]]
void red_black(int colour) {
  // Points of one colour have neighbours of the other colour only.
  for (int i = 1; i < pitch - 1; ++i)                          // may: parallel
    for (int j = 1 + (i + colour) % 2; j < pitch - 1; j += 2)  // want: parallel
      aa[i][j] = 0.25 * (aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]);
}

[[clustrix::cluster]]
void nine_points(double* out, const double* in, int rows, int columns, const double* weight) {
  // A window as two inner loops.
  for (int i = 1; i < rows - 1; ++i)         // want: parallel
    for (int j = 1; j < columns - 1; ++j) {  // want: parallel
      double sum = 0;
      for (int di = -1; di <= 1; ++di)    // want: parallel
        for (int dj = -1; dj <= 1; ++dj)  // want: parallel
          sum += weight[(di + 1) * 3 + dj + 1] * in[(i + di) * columns + j + dj];
      out[i * columns + j] = sum;
    }
}

[[clustrix::cluster]]
void seven_points(double* out, const double* in, int nx, int ny, int nz) {
  // Three dimensions, run-time pitches.
  for (int i = 1; i < nx - 1; ++i)      // want: parallel
    for (int j = 1; j < ny - 1; ++j)    // want: parallel
      for (int k = 1; k < nz - 1; ++k)  // want: parallel
        out[(i * ny + j) * nz + k] =
            in[(i * ny + j) * nz + k] * 0.5 +
            0.1 * (in[((i - 1) * ny + j) * nz + k] + in[((i + 1) * ny + j) * nz + k] + in[(i * ny + j - 1) * nz + k] +
                   in[(i * ny + j + 1) * nz + k] + in[(i * ny + j) * nz + k - 1] + in[(i * ny + j) * nz + k + 1]);
}

[[clustrix::cluster]]
void plane_by_plane(double (*u)[12][12], int n) {
  // Three dimensions in place, but only the plane before is read.
  for (int i = 1; i < n; ++i)       // want: serial
    for (int j = 1; j < 11; ++j)    // want: parallel
      for (int k = 1; k < 11; ++k)  // want: parallel
        u[i][j][k] = 0.25 * (u[i - 1][j - 1][k] + u[i - 1][j + 1][k] + u[i - 1][j][k - 1] + u[i - 1][j][k + 1]);
}

[[clustrix::cluster]]
void staggered() {
  // Two fields, each from the other's differences.
  for (int i = 1; i < pitch; ++i)    // want: parallel
    for (int j = 1; j < pitch; ++j)  // want: parallel
      aa[i][j] -= 0.5 * (bb[i][j] - bb[i - 1][j]) + 0.25 * (cc[i][j] - cc[i][j - 1]);
  for (int i = 0; i < pitch - 1; ++i)      // want: parallel
    for (int j = 0; j < pitch - 1; ++j) {  // want: parallel
      bb[i][j] -= 0.5 * (aa[i + 1][j] - aa[i][j]);
      cc[i][j] += 0.5 * (aa[i][j + 1] - aa[i][j]);
    }
}

[[clustrix::cluster]]
void swapped_buffers(double* now, double* next, int n, int steps) {
  // The two arrays change roles in each step.
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 1; i < n - 1; ++i)  // want: parallel
      next[i] = 0.5 * (now[i - 1] + now[i + 1]);
    double* keep = now;
    now = next;
    next = keep;
  }
}

[[clustrix::cluster]]
void upwind(double* out, const double* in, const double* speed, int n) {
  // The direction decides which neighbour.
  for (int i = 1; i < n - 1; ++i) {  // want: parallel
    const double slope = speed[i] > 0.0 ? in[i] - in[i - 1] : in[i + 1] - in[i];
    out[i] = in[i] - 0.5 * speed[i] * slope;
  }
}

int main() {
  trial("three_points", [](Data& x, int n) { three_points(x.a, x.b, n); });
  trial("three_points_overlapping", [](Data& x, int n) { three_points(x.a, x.a + 1, n); });
  trial("three_points_in_place", [](Data& x, int n) { three_points_in_place(x.a, n); });
  trial("periodic", [](Data& x, int n) { periodic(x.a, x.b, n); });
  trial("clamped", [](Data& x, int n) { clamped(x.a, x.b, n); });
  trial("jacobi", [](Data&, int) { jacobi(5); }, {1});
  trial("gauss_seidel", [](Data&, int) { gauss_seidel(); }, {1});
  trial("red_black",
        [](Data&, int) {
          red_black(0);
          red_black(1);
        },
        {1});
  trial("nine_points", [](Data& x, int) { nine_points(x.a, x.b, 50, 40, x.c); }, {1});
  trial("seven_points", [](Data& x, int) { seven_points(x.a, x.b, 14, 13, 12); }, {1});
  static double cube[20][12][12];
  Random random(8);
  for (auto& plane : cube)
    for (auto& row : plane) random.fillUnit(row);
  plane_by_plane(cube, 20);
  show("plane_by_plane", cube[0][0], 20 * 12 * 12);
  trial("staggered", [](Data&, int) { staggered(); }, {1});
  trial("swapped_buffers", [](Data& x, int n) { swapped_buffers(x.a, x.b, n, 5); });
  trial("upwind", [](Data& x, int n) { upwind(x.a, x.b, x.c, n); });
}

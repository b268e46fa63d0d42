// A solver of block-tridiagonal systems: five coupled fields on a cube, one line of cells after the other.
//
//     blocks [--time] [STEPS]
//
// Pressure, velocity and temperature of a slow, warm flow obey five equations of convection and diffusion. Pressure has
// an equation of its own (artificial compressibility), the viscosity and the conduction of heat grow with the
// temperature, and warm fluid rises. A forcing term balances the fluxes of a solution that is known, towards which the
// fields settle.
//
// An implicit time step is split by direction: along each line of cells in x, then in y, then in z, the five fields of
// a cell depend on those of its two neighbours, which is a tridiagonal system of blocks of 5 x 5 numbers. Lines are
// independent. What a line needs, its Jacobians and its blocks, lies in arrays at file scope that the next line uses
// again; each OpenMP thread has its own.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

constexpr int N = 24;  // cells in each direction
constexpr int kMax = N, jMax = N, iMax = N;
constexpr double kH = 1.0 / (N - 1);  // distance of cells
constexpr double kDt = 0.01;          // time step
constexpr double kSound2 = 1.5;       // square of the artificial speed of sound
constexpr double kSmooth = 0.02;      // diffusion of the pressure
constexpr double kViscosity = 0.03, kViscosityRise = 0.4;
constexpr double kHeat = 0.05, kHeatRise = 0.2;
constexpr double kBuoyancy = 0.8;
constexpr double kDissipation = 0.0005;  // damps what alternates from cell to cell

// Planes are padded by a row and a column, lest powers of two meet in the cache.
static double u[kMax][jMax + 1][iMax + 1][5];  // pressure, velocity in x, y, z, temperature
static double rhs[kMax][jMax + 1][iMax + 1][5];
static double forcing[kMax][jMax + 1][iMax + 1][5];
static double viscosity[kMax][jMax + 1][iMax + 1];
static double heat[kMax][jMax + 1][iMax + 1];

// One line's: the Jacobians of convection and diffusion, and the blocks left of, on and right of the diagonal.
enum { kLeft, kDiagonal, kRight };
static double fjac[N][5][5];
static double njac[N][5][5];
static double lhs[N][3][5][5];
#pragma omp threadprivate(fjac, njac, lhs)

// The solution that is known.

[[clustrix::cluster]] void exactSolution(double x, double y, double z, double exact[5]) {
  static constexpr double shape[5][4] = {{1.0, 0.1, 0.2, 0.10},
                                         {0.3, 0.2, -0.1, 0.15},
                                         {0.2, -0.2, 0.1, 0.05},
                                         {0.1, 0.1, 0.2, -0.10},
                                         {0.5, 0.3, 0.1, 0.20}};
  for (int m = 0; m < 5; ++m)
    exact[m] = shape[m][0] + shape[m][1] * std::sin(2 * x + m) * std::cos(y - m) + shape[m][2] * z * (1 - x) +
               shape[m][3] * y * y * z;
}

// The right-hand side.

double viscosityAt(double temperature) { return kViscosity * (1 + kViscosityRise * temperature); }

double heatAt(double temperature) { return kHeat * (1 + kHeatRise * temperature); }

/// What two neighbours along one direction of space, 0 to 2, add to the change of a cell in time.
[[clustrix::cluster]]
void addFluxes(const double before[5], const double here[5], const double after[5], double viscosityBefore,
               double viscosityAfter, double heatBefore, double heatAfter, int direction, double change[5]) {
  const double speedBefore = before[1 + direction], speedAfter = after[1 + direction];
  change[0] -= kSound2 * (speedAfter - speedBefore) / (2 * kH);
  for (int m = 1; m < 5; ++m) change[m] -= (speedAfter * after[m] - speedBefore * before[m]) / (2 * kH);
  change[1 + direction] -= (after[0] - before[0]) / (2 * kH);

  change[0] += kSmooth * (after[0] - 2 * here[0] + before[0]) / (kH * kH);
  for (int m = 1; m < 4; ++m)
    change[m] += (viscosityAfter * (after[m] - here[m]) - viscosityBefore * (here[m] - before[m])) / (kH * kH);
  change[4] += (heatAfter * (after[4] - here[4]) - heatBefore * (here[4] - before[4])) / (kH * kH);
}

/// The forcing is what the fluxes of the known solution lack, line by line in each direction.
[[clustrix::cluster]] void computeForcing() {
  double exact[N][5], viscous[N], conducting[N];
#pragma omp parallel for
  for (int k = 0; k < kMax; ++k)
    for (int j = 0; j < jMax; ++j)
      for (int i = 0; i < iMax; ++i)
        for (int m = 0; m < 5; ++m) forcing[k][j][i][m] = 0;

#pragma omp parallel for private(exact, viscous, conducting)
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j) {
      for (int i = 0; i < iMax; ++i) {
        exactSolution(i * kH, j * kH, k * kH, exact[i]);
        viscous[i] = viscosityAt(exact[i][4]);
        conducting[i] = heatAt(exact[i][4]);
      }
      for (int i = 1; i < iMax - 1; ++i)
        addFluxes(exact[i - 1], exact[i], exact[i + 1], 0.5 * (viscous[i - 1] + viscous[i]),
                  0.5 * (viscous[i] + viscous[i + 1]), 0.5 * (conducting[i - 1] + conducting[i]),
                  0.5 * (conducting[i] + conducting[i + 1]), 0, forcing[k][j][i]);
    }

#pragma omp parallel for private(exact, viscous, conducting)
  for (int k = 1; k < kMax - 1; ++k)
    for (int i = 1; i < iMax - 1; ++i) {
      for (int j = 0; j < jMax; ++j) {
        exactSolution(i * kH, j * kH, k * kH, exact[j]);
        viscous[j] = viscosityAt(exact[j][4]);
        conducting[j] = heatAt(exact[j][4]);
      }
      for (int j = 1; j < jMax - 1; ++j)
        addFluxes(exact[j - 1], exact[j], exact[j + 1], 0.5 * (viscous[j - 1] + viscous[j]),
                  0.5 * (viscous[j] + viscous[j + 1]), 0.5 * (conducting[j - 1] + conducting[j]),
                  0.5 * (conducting[j] + conducting[j + 1]), 1, forcing[k][j][i]);
    }

#pragma omp parallel for private(exact, viscous, conducting)
  for (int j = 1; j < jMax - 1; ++j)
    for (int i = 1; i < iMax - 1; ++i) {
      for (int k = 0; k < kMax; ++k) {
        exactSolution(i * kH, j * kH, k * kH, exact[k]);
        viscous[k] = viscosityAt(exact[k][4]);
        conducting[k] = heatAt(exact[k][4]);
      }
      for (int k = 1; k < kMax - 1; ++k) {
        addFluxes(exact[k - 1], exact[k], exact[k + 1], 0.5 * (viscous[k - 1] + viscous[k]),
                  0.5 * (viscous[k] + viscous[k + 1]), 0.5 * (conducting[k - 1] + conducting[k]),
                  0.5 * (conducting[k] + conducting[k + 1]), 2, forcing[k][j][i]);
        forcing[k][j][i][3] += kBuoyancy * exact[k][4];
      }
    }

#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        for (int m = 0; m < 5; ++m) forcing[k][j][i][m] = -forcing[k][j][i][m];
}

/// The change of the fields in a time step, if it were explicit.
[[clustrix::cluster]] void computeRhs() {
#pragma omp parallel for
  for (int k = 0; k < kMax; ++k)
    for (int j = 0; j < jMax; ++j)
      for (int i = 0; i < iMax; ++i) {
        viscosity[k][j][i] = viscosityAt(u[k][j][i][4]);
        heat[k][j][i] = heatAt(u[k][j][i][4]);
      }

#pragma omp parallel for
  for (int k = 0; k < kMax; ++k)
    for (int j = 0; j < jMax; ++j)
      for (int i = 0; i < iMax; ++i)
        for (int m = 0; m < 5; ++m) rhs[k][j][i][m] = forcing[k][j][i][m];

  // Along x: the fluxes, then a difference of fourth order, which is one-sided next to the walls.
#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        addFluxes(u[k][j][i - 1], u[k][j][i], u[k][j][i + 1], 0.5 * (viscosity[k][j][i - 1] + viscosity[k][j][i]),
                  0.5 * (viscosity[k][j][i] + viscosity[k][j][i + 1]), 0.5 * (heat[k][j][i - 1] + heat[k][j][i]),
                  0.5 * (heat[k][j][i] + heat[k][j][i + 1]), 0, rhs[k][j][i]);

#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j) {
      for (int m = 0; m < 5; ++m) {
        int i = 1;
        rhs[k][j][i][m] -= kDissipation / kDt * (5 * u[k][j][i][m] - 4 * u[k][j][i + 1][m] + u[k][j][i + 2][m]);
        i = 2;
        rhs[k][j][i][m] -= kDissipation / kDt *
                           (-4 * u[k][j][i - 1][m] + 6 * u[k][j][i][m] - 4 * u[k][j][i + 1][m] + u[k][j][i + 2][m]);
      }
      for (int i = 3; i < iMax - 3; ++i)
        for (int m = 0; m < 5; ++m)
          rhs[k][j][i][m] -= kDissipation / kDt *
                             (u[k][j][i - 2][m] - 4 * u[k][j][i - 1][m] + 6 * u[k][j][i][m] - 4 * u[k][j][i + 1][m] +
                              u[k][j][i + 2][m]);
      for (int m = 0; m < 5; ++m) {
        int i = iMax - 3;
        rhs[k][j][i][m] -= kDissipation / kDt *
                           (u[k][j][i - 2][m] - 4 * u[k][j][i - 1][m] + 6 * u[k][j][i][m] - 4 * u[k][j][i + 1][m]);
        i = iMax - 2;
        rhs[k][j][i][m] -= kDissipation / kDt * (u[k][j][i - 2][m] - 4 * u[k][j][i - 1][m] + 5 * u[k][j][i][m]);
      }
    }

  // Along y.
#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        addFluxes(u[k][j - 1][i], u[k][j][i], u[k][j + 1][i], 0.5 * (viscosity[k][j - 1][i] + viscosity[k][j][i]),
                  0.5 * (viscosity[k][j][i] + viscosity[k][j + 1][i]), 0.5 * (heat[k][j - 1][i] + heat[k][j][i]),
                  0.5 * (heat[k][j][i] + heat[k][j + 1][i]), 1, rhs[k][j][i]);

#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k) {
    int j = 1;
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[k][j][i][m] -= kDissipation / kDt * (5 * u[k][j][i][m] - 4 * u[k][j + 1][i][m] + u[k][j + 2][i][m]);
    j = 2;
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[k][j][i][m] -= kDissipation / kDt *
                           (-4 * u[k][j - 1][i][m] + 6 * u[k][j][i][m] - 4 * u[k][j + 1][i][m] + u[k][j + 2][i][m]);
    for (j = 3; j < jMax - 3; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        for (int m = 0; m < 5; ++m)
          rhs[k][j][i][m] -= kDissipation / kDt *
                             (u[k][j - 2][i][m] - 4 * u[k][j - 1][i][m] + 6 * u[k][j][i][m] - 4 * u[k][j + 1][i][m] +
                              u[k][j + 2][i][m]);
    j = jMax - 3;
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[k][j][i][m] -= kDissipation / kDt *
                           (u[k][j - 2][i][m] - 4 * u[k][j - 1][i][m] + 6 * u[k][j][i][m] - 4 * u[k][j + 1][i][m]);
    j = jMax - 2;
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[k][j][i][m] -= kDissipation / kDt * (u[k][j - 2][i][m] - 4 * u[k][j - 1][i][m] + 5 * u[k][j][i][m]);
  }

  // Along z: here the planes next to the walls are loops of their own.
#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i) {
        addFluxes(u[k - 1][j][i], u[k][j][i], u[k + 1][j][i], 0.5 * (viscosity[k - 1][j][i] + viscosity[k][j][i]),
                  0.5 * (viscosity[k][j][i] + viscosity[k + 1][j][i]), 0.5 * (heat[k - 1][j][i] + heat[k][j][i]),
                  0.5 * (heat[k][j][i] + heat[k + 1][j][i]), 2, rhs[k][j][i]);
        rhs[k][j][i][3] += kBuoyancy * u[k][j][i][4];
      }

  int plane = 1;
#pragma omp parallel for
  for (int j = 1; j < jMax - 1; ++j)
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[plane][j][i][m] -=
            kDissipation / kDt * (5 * u[plane][j][i][m] - 4 * u[plane + 1][j][i][m] + u[plane + 2][j][i][m]);

  plane = 2;
#pragma omp parallel for
  for (int j = 1; j < jMax - 1; ++j)
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[plane][j][i][m] -=
            kDissipation / kDt *
            (-4 * u[plane - 1][j][i][m] + 6 * u[plane][j][i][m] - 4 * u[plane + 1][j][i][m] + u[plane + 2][j][i][m]);

#pragma omp parallel for
  for (int k = 3; k < kMax - 3; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        for (int m = 0; m < 5; ++m)
          rhs[k][j][i][m] -= kDissipation / kDt *
                             (u[k - 2][j][i][m] - 4 * u[k - 1][j][i][m] + 6 * u[k][j][i][m] - 4 * u[k + 1][j][i][m] +
                              u[k + 2][j][i][m]);

  plane = kMax - 3;
#pragma omp parallel for
  for (int j = 1; j < jMax - 1; ++j)
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[plane][j][i][m] -=
            kDissipation / kDt *
            (u[plane - 2][j][i][m] - 4 * u[plane - 1][j][i][m] + 6 * u[plane][j][i][m] - 4 * u[plane + 1][j][i][m]);

  plane = kMax - 2;
#pragma omp parallel for
  for (int j = 1; j < jMax - 1; ++j)
    for (int i = 1; i < iMax - 1; ++i)
      for (int m = 0; m < 5; ++m)
        rhs[plane][j][i][m] -=
            kDissipation / kDt * (u[plane - 2][j][i][m] - 4 * u[plane - 1][j][i][m] + 5 * u[plane][j][i][m]);

#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        for (int m = 0; m < 5; ++m) rhs[k][j][i][m] *= kDt;
}

// Blocks of 5 x 5 numbers.

/// b = b - a * x
[[clustrix::cluster]] void matvecSub(const double a[5][5], const double x[5], double b[5]) {
  for (int m = 0; m < 5; ++m)
    for (int n = 0; n < 5; ++n) b[m] -= a[m][n] * x[n];
}

/// c = c - a * b
[[clustrix::cluster]] void matmulSub(const double a[5][5], const double b[5][5], double c[5][5]) {
  for (int m = 0; m < 5; ++m)
    for (int n = 0; n < 5; ++n)
      for (int p = 0; p < 5; ++p) c[m][n] -= a[m][p] * b[p][n];
}

/// c = b^-1 * c and r = b^-1 * r, by elimination without pivoting; b is lost.
[[clustrix::cluster]] void binvcrhs(double b[5][5], double c[5][5], double r[5]) {
  for (int p = 0; p < 5; ++p) {
    const double inverse = 1 / b[p][p];
    for (int n = p + 1; n < 5; ++n) b[p][n] *= inverse;
    for (int n = 0; n < 5; ++n) c[p][n] *= inverse;
    r[p] *= inverse;
    for (int m = 0; m < 5; ++m) {
      if (m == p) continue;
      const double factor = b[m][p];
      for (int n = p + 1; n < 5; ++n) b[m][n] -= factor * b[p][n];
      for (int n = 0; n < 5; ++n) c[m][n] -= factor * c[p][n];
      r[m] -= factor * r[p];
    }
  }
}

/// r = b^-1 * r
[[clustrix::cluster]] void binvrhs(double b[5][5], double r[5]) {
  for (int p = 0; p < 5; ++p) {
    const double inverse = 1 / b[p][p];
    for (int n = p + 1; n < 5; ++n) b[p][n] *= inverse;
    r[p] *= inverse;
    for (int m = 0; m < 5; ++m) {
      if (m == p) continue;
      const double factor = b[m][p];
      for (int n = p + 1; n < 5; ++n) b[m][n] -= factor * b[p][n];
      r[m] -= factor * r[p];
    }
  }
}

/// How the fluxes in one direction change with the fields of a cell.
[[clustrix::cluster]]
void jacobians(const double q[5], double viscous, double conducting, int direction, double f[5][5], double n[5][5]) {
  for (int row = 0; row < 5; ++row)
    for (int column = 0; column < 5; ++column) f[row][column] = n[row][column] = 0;
  f[0][1 + direction] = kSound2;
  for (int m = 1; m < 5; ++m) {
    f[m][m] = q[1 + direction];
    f[m][1 + direction] += q[m];
  }
  f[1 + direction][0] = 1;
  n[0][0] = kSmooth;
  for (int m = 1; m < 4; ++m) n[m][m] = viscous;
  n[4][4] = conducting;
}

/// The blocks of a line from its Jacobians: identity at the walls, where nothing changes.
[[clustrix::cluster]] void assemble() {
  constexpr double c = kDt / (2 * kH), d = kDt / (kH * kH);
  for (int wall : {0, N - 1})
    for (int m = 0; m < 5; ++m)
      for (int n = 0; n < 5; ++n) {
        lhs[wall][kLeft][m][n] = lhs[wall][kRight][m][n] = 0;
        lhs[wall][kDiagonal][m][n] = m == n ? 1 : 0;
      }
  for (int i = 1; i < N - 1; ++i)
    for (int m = 0; m < 5; ++m)
      for (int n = 0; n < 5; ++n) {
        lhs[i][kLeft][m][n] = -c * fjac[i - 1][m][n] - d * njac[i - 1][m][n];
        lhs[i][kDiagonal][m][n] = (m == n ? 1 + 2 * kDissipation : 0) + 2 * d * njac[i][m][n];
        lhs[i][kRight][m][n] = c * fjac[i + 1][m][n] - d * njac[i + 1][m][n];
      }
}

// The sweeps: each solves one line after the other, forth and back, for the change that stands in rhs.

[[clustrix::cluster]] void xSolve() {
#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j) {
      for (int i = 0; i < iMax; ++i) jacobians(u[k][j][i], viscosity[k][j][i], heat[k][j][i], 0, fjac[i], njac[i]);
      assemble();
      binvcrhs(lhs[0][kDiagonal], lhs[0][kRight], rhs[k][j][0]);
      for (int i = 1; i < iMax - 1; ++i) {
        matvecSub(lhs[i][kLeft], rhs[k][j][i - 1], rhs[k][j][i]);
        matmulSub(lhs[i][kLeft], lhs[i - 1][kRight], lhs[i][kDiagonal]);
        binvcrhs(lhs[i][kDiagonal], lhs[i][kRight], rhs[k][j][i]);
      }
      matvecSub(lhs[iMax - 1][kLeft], rhs[k][j][iMax - 2], rhs[k][j][iMax - 1]);
      matmulSub(lhs[iMax - 1][kLeft], lhs[iMax - 2][kRight], lhs[iMax - 1][kDiagonal]);
      binvrhs(lhs[iMax - 1][kDiagonal], rhs[k][j][iMax - 1]);
      for (int i = iMax - 2; i >= 0; --i)
        for (int m = 0; m < 5; ++m)
          for (int n = 0; n < 5; ++n) rhs[k][j][i][m] -= lhs[i][kRight][m][n] * rhs[k][j][i + 1][n];
    }
}

[[clustrix::cluster]] void ySolve() {
#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int i = 1; i < iMax - 1; ++i) {
      for (int j = 0; j < jMax; ++j) jacobians(u[k][j][i], viscosity[k][j][i], heat[k][j][i], 1, fjac[j], njac[j]);
      assemble();
      binvcrhs(lhs[0][kDiagonal], lhs[0][kRight], rhs[k][0][i]);
      for (int j = 1; j < jMax - 1; ++j) {
        matvecSub(lhs[j][kLeft], rhs[k][j - 1][i], rhs[k][j][i]);
        matmulSub(lhs[j][kLeft], lhs[j - 1][kRight], lhs[j][kDiagonal]);
        binvcrhs(lhs[j][kDiagonal], lhs[j][kRight], rhs[k][j][i]);
      }
      matvecSub(lhs[jMax - 1][kLeft], rhs[k][jMax - 2][i], rhs[k][jMax - 1][i]);
      matmulSub(lhs[jMax - 1][kLeft], lhs[jMax - 2][kRight], lhs[jMax - 1][kDiagonal]);
      binvrhs(lhs[jMax - 1][kDiagonal], rhs[k][jMax - 1][i]);
      for (int j = jMax - 2; j >= 0; --j)
        for (int m = 0; m < 5; ++m)
          for (int n = 0; n < 5; ++n) rhs[k][j][i][m] -= lhs[j][kRight][m][n] * rhs[k][j + 1][i][n];
    }
}

[[clustrix::cluster]] void zSolve() {
#pragma omp parallel for
  for (int j = 1; j < jMax - 1; ++j)
    for (int i = 1; i < iMax - 1; ++i) {
      for (int k = 0; k < kMax; ++k) jacobians(u[k][j][i], viscosity[k][j][i], heat[k][j][i], 2, fjac[k], njac[k]);
      assemble();
      binvcrhs(lhs[0][kDiagonal], lhs[0][kRight], rhs[0][j][i]);
      for (int k = 1; k < kMax - 1; ++k) {
        matvecSub(lhs[k][kLeft], rhs[k - 1][j][i], rhs[k][j][i]);
        matmulSub(lhs[k][kLeft], lhs[k - 1][kRight], lhs[k][kDiagonal]);
        binvcrhs(lhs[k][kDiagonal], lhs[k][kRight], rhs[k][j][i]);
      }
      matvecSub(lhs[kMax - 1][kLeft], rhs[kMax - 2][j][i], rhs[kMax - 1][j][i]);
      matmulSub(lhs[kMax - 1][kLeft], lhs[kMax - 2][kRight], lhs[kMax - 1][kDiagonal]);
      binvrhs(lhs[kMax - 1][kDiagonal], rhs[kMax - 1][j][i]);
      for (int k = kMax - 2; k >= 0; --k)
        for (int m = 0; m < 5; ++m)
          for (int n = 0; n < 5; ++n) rhs[k][j][i][m] -= lhs[k][kRight][m][n] * rhs[k + 1][j][i][n];
    }
}

[[clustrix::cluster]] void add() {
#pragma omp parallel for
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        for (int m = 0; m < 5; ++m) u[k][j][i][m] += rhs[k][j][i][m];
}

/// The known solution on the walls, and between them what lies between their values.
[[clustrix::cluster]] void initialize() {
#pragma omp parallel for
  for (int k = 0; k < kMax; ++k)
    for (int j = 0; j < jMax; ++j)
      for (int i = 0; i < iMax; ++i) {
        const double at[3] = {i * kH, j * kH, k * kH};
        double wall[3][2][5];
        for (int side = 0; side < 2; ++side) {
          exactSolution(side, at[1], at[2], wall[0][side]);
          exactSolution(at[0], side, at[2], wall[1][side]);
          exactSolution(at[0], at[1], side, wall[2][side]);
        }
        for (int m = 0; m < 5; ++m) {
          double between[3];
          for (int d = 0; d < 3; ++d) between[d] = (1 - at[d]) * wall[d][0][m] + at[d] * wall[d][1][m];
          u[k][j][i][m] = (between[0] + between[1] + between[2]) / 3;
        }
      }

#pragma omp parallel for
  for (int k = 0; k < kMax; ++k)
    for (int j = 0; j < jMax; ++j) {
      exactSolution(0, j * kH, k * kH, u[k][j][0]);
      exactSolution(1, j * kH, k * kH, u[k][j][iMax - 1]);
    }
#pragma omp parallel for
  for (int k = 0; k < kMax; ++k)
    for (int i = 0; i < iMax; ++i) {
      exactSolution(i * kH, 0, k * kH, u[k][0][i]);
      exactSolution(i * kH, 1, k * kH, u[k][jMax - 1][i]);
    }
#pragma omp parallel for
  for (int j = 0; j < jMax; ++j)
    for (int i = 0; i < iMax; ++i) {
      exactSolution(i * kH, j * kH, 0, u[0][j][i]);
      exactSolution(i * kH, j * kH, 1, u[kMax - 1][j][i]);
    }
}

// Norms: root mean squares, field by field.

[[clustrix::cluster]] void errorNorm(double norm[5]) {
  double sum[5] = {};
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < kMax; ++k)
    for (int j = 0; j < jMax; ++j)
      for (int i = 0; i < iMax; ++i) {
        double exact[5];
        exactSolution(i * kH, j * kH, k * kH, exact);
        for (int m = 0; m < 5; ++m) {
          const double error = u[k][j][i][m] - exact[m];
          sum[m] += error * error;
        }
      }
  for (int m = 0; m < 5; ++m) norm[m] = std::sqrt(sum[m] / (N * N * N));
}

[[clustrix::cluster]] void rhsNorm(double norm[5]) {
  double sum[5] = {};
#pragma omp parallel for reduction(+ : sum)
  for (int k = 1; k < kMax - 1; ++k)
    for (int j = 1; j < jMax - 1; ++j)
      for (int i = 1; i < iMax - 1; ++i)
        for (int m = 0; m < 5; ++m) sum[m] += rhs[k][j][i][m] * rhs[k][j][i][m];
  for (int m = 0; m < 5; ++m) norm[m] = std::sqrt(sum[m] / (N * N * N)) / kDt;
}

int main(int argc, char** argv) {
  int steps = 150;
  bool time = false;
  for (int a = 1; a < argc; ++a) {
    if (std::strcmp(argv[a], "--time") == 0)
      time = true;
    else
      steps = std::atoi(argv[a]);
  }
  double before[5], after[5], change[5];
  initialize();
  errorNorm(before);
  computeForcing();
  const auto begin = std::chrono::steady_clock::now();
  for (int step = 0; step < steps; ++step) {
    computeRhs();
    xSolve();
    ySolve();
    zSolve();
    add();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  errorNorm(after);
  computeRhs();
  rhsNorm(change);
  std::printf("%d x %d x %d cells, %d steps\n", iMax, jMax, kMax, steps);
  const char* names[5] = {"pressure", "velocity in x", "velocity in y", "velocity in z", "temperature"};
  for (int m = 0; m < 5; ++m)
    std::printf("%-13s: error %.17g, then %.17g, changes by %.17g\n", names[m], before[m], after[m], change[m]);
  if (time) std::printf("%.3f s\n", seconds.count());
  return 0;
}

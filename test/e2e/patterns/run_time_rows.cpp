// Matrices with rows of a run-time length, as arrays of the function's own.
#include "trial.h"

[[clustrix::cluster]]
double filled(int n, int m) {
  // Both lengths are parameters.
  double b[n + 1][m + 1];
  for (int i = 0; i <= n; i++)    // want: parallel
    for (int j = 0; j <= m; j++)  // want: parallel
      b[i][j] = i * 0.5 + j;
  for (int i = 0; i <= n; i++)    // want: parallel
    for (int j = 1; j <= m; j++)  // want: serial
      b[i][j] = b[i][j - 1] * 0.5 + b[i][j];
  for (int i = 1; i <= n; i++)    // want: serial
    for (int j = 0; j <= m; j++)  // want: parallel
      b[i][j] += b[i - 1][j];
  double sum = 0;
  for (int i = 0; i <= n; i++)    // want: parallel
    for (int j = 0; j <= m; j++)  // want: parallel
      sum += b[i][j];
  return sum + b[n][m];
}

[[clustrix::cluster]]
double lengths_that_change(int n) {
  // What the declaration says no longer holds: the run knows the length, and the guard is that rows are long enough.
  int length = n % 50 + 10;
  float u[length][length];
  length -= 2;
  for (int i = 0; i < length; i++)    // want: parallel
    for (int j = 0; j < length; j++)  // want: parallel
      u[i][j] = static_cast<float>(i * 3 - j);
  float temp, sum = 0;
  for (int i = 0; i < length; i++)  // want: parallel
    for (int j = 0; j < length; j++) {  // want: parallel
      temp = u[i][j];
      sum = sum + temp * temp;
    }
  return sum;
}

[[clustrix::cluster]]
double another_length(int n, int m) {
  // The loop knows another variable by the name of the length.
  double t[n + 1][m];
  for (int i = 0; i <= n; i++)   // want: parallel
    for (int j = 0; j < m; j++)  // want: parallel
      t[i][j] = i + j * 0.5;
  double sum = 0;
  {
    int m = 3;
    for (int i = 0; i <= n; i++)   // want: parallel
      for (int j = 0; j < m; j++)  // want: parallel
        t[i][j] *= 2;
    sum += m;
  }
  for (int i = 0; i <= n; i++)   // want: parallel
    for (int j = 0; j < m; j++)  // want: parallel
      sum += t[i][j];
  return sum;
}

[[clustrix::cluster]]
int slanting(int n) {
  // Along the diagonals: a row needs the one before.
  int length = 8;
  if (n > 10) length = 40;
  int t[40][length];
  for (int i = 0; i < 40; i++)        // want: parallel
    for (int j = 0; j < length; j++)  // want: parallel
      t[i][j] = i * j % 7;
  for (int i = 1; i < 40; i++)            // want: serial
    for (int j = 0; j < length - 1; j++)  // want: parallel
      t[i][j] += t[i - 1][j + 1];
  return t[39][0] + t[10][length - 1];
}

[[clustrix::cluster]]
int three_dimensions(int n, int m, const int* at) {
  // Three lengths, one of them fixed, and a subscript with one of its own.
  int cube[n + 2][m][7];
  for (int i = 0; i < n + 2; i++)  // want: parallel
    for (int j = 0; j < m; j++)    // want: parallel
      for (int k = 0; k < 7; k++)  // want: parallel
        cube[i][j][k] = (i * 10 + j) * 10 + k;
  int sum = 0;
  for (int i = 0; i < n; i++)  // want: parallel
    for (int j = 0; j < m; j++)  // want: parallel
      sum += cube[at[i] % (n + 2)][j][cube[0][0][3] + i % 4];
  return sum;
}

[[clustrix::cluster]]
void scratch_of_rows(double* out, const double* b, int n, int m) {
  // An array of the function's own, which every iteration writes and reads again.
  double row[2][m];
  for (int i = 0; i < n; i++) {  // may: parallel
    for (int j = 0; j < m; j++) {  // want: parallel
      row[0][j] = b[i + j];
      row[1][j] = row[0][j] * 2;
    }
    double sum = 0;
    for (int j = 0; j < m; j++) sum += row[1][j] - row[0][j] * 0.5;  // want: parallel
    out[i] = sum;
  }
}

int main() {
  for (const int n : {60, 3, 0}) {
    put("filled", filled(n, 45));
    put("filled_narrow", filled(n, 0));
    put("lengths_that_change", lengths_that_change(n));
    put("another_length", another_length(n, 41));
    put("slanting", slanting(n));
  }
  trial("three_dimensions", [](Data& x, int n) { put("sum", three_dimensions(n < 50 ? n : 50, 9, x.w)); });
  trial("scratch_of_rows", [](Data& x, int n) { scratch_of_rows(x.c, x.b, n, 24); });
}

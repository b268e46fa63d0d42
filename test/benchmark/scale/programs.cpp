// What the simulator runs: loops of the kind that the examples have, over arrays that need not be there.

[[clustrix::cluster]]
void heat(double* a, double* b, long rows, long columns, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (long i = 1; i < rows - 1; ++i)
      for (long j = 1; j < columns - 1; ++j)
        b[i * columns + j] = 0.2 * (a[i * columns + j] + a[(i - 1) * columns + j] + a[(i + 1) * columns + j] +
                                    a[i * columns + j - 1] + a[i * columns + j + 1]);
    double* const c = a;
    a = b;
    b = c;
  }
}

[[clustrix::cluster]]
void multiply(const double* a, const double* b, double* c, long n) {
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      double sum = 0;
      for (long k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
}

[[clustrix::cluster]]
void mandelbrot(unsigned char* picture, long rows, long columns) {
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < columns; ++j) {
      const double x = -2 + 3.0 * static_cast<double>(j) / static_cast<double>(columns);
      const double y = -1.5 + 3.0 * static_cast<double>(i) / static_cast<double>(rows);
      double u = 0, v = 0;
      int n = 0;
      for (; n < 255 && u * u + v * v < 4; ++n) {
        const double w = u * u - v * v + x;
        v = 2 * u * v + y;
        u = w;
      }
      picture[i * columns + j] = static_cast<unsigned char>(n);
    }
}

[[clustrix::cluster]]
void attract(double* position, double* moved, double* velocity, long n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (long i = 0; i < n; ++i) {
      double force = 0;
      for (long j = 0; j < n; ++j) {
        const double d = position[j] - position[i];
        force += d / (1e-9 + d * d);
      }
      velocity[i] += 1e-6 * force;
    }
    for (long i = 0; i < n; ++i) moved[i] = position[i] + velocity[i];
    double* const next = moved;
    moved = position;
    position = next;
  }
}

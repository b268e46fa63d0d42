// The matrix of spmv.cpp and spmv.cu: the 27-point operator of a cube of n * n * n unknowns, in compressed rows.
#pragma once

#include "natural.h"

#include <vector>

struct Matrix {
  std::vector<int> start;  // of each row in column and value, and the end of the last
  std::vector<int> column;
  std::vector<double> value;
};

inline Matrix cube(int n) {
  Matrix m;
  m.start.push_back(0);
  for (int i = 0; i < n * n * n; ++i) {
    const int x = i % n, y = i / n % n, z = i / n / n;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          if (x + dx < 0 || x + dx >= n || y + dy < 0 || y + dy >= n || z + dz < 0 || z + dz >= n) continue;
          m.column.push_back(i + (dz * n + dy) * n + dx);
          m.value.push_back(noise(m.value.size()) - 0.5);
        }
    m.start.push_back(static_cast<int>(m.column.size()));
  }
  return m;
}

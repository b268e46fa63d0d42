// Arrays and scalars at file scope, in a namespace and static in a class.
#include "show.h"

static double field[3000];
static const double table[5] = {0.5, 1.5, -2.5, 3.5, 0.25};
static int count = 3000;

namespace grid {
float cells[32][64];
constexpr int rows = 32, columns = 64;
}  // namespace grid

struct Store {
  static inline long totals[500];
  static constexpr int size = 500;
};

[[clustrix::cluster]]
void fill() {
  for (int i = 0; i < 3000; ++i)  // want: parallel
    field[i] = table[i % 5] * i;
}

[[clustrix::cluster]]
void scale(double factor) {
  for (int i = 0; i < count; ++i)  // may: parallel
    field[i] *= factor;
}

[[clustrix::cluster]]
void cells() {
  for (int r = 0; r < grid::rows; ++r)         // want: parallel
    for (int c = 0; c < grid::columns; ++c)    // want: parallel
      grid::cells[r][c] = static_cast<float>(r * c) * 0.5f;
}

[[clustrix::cluster]]
void totals(const int* a) {
  for (int i = 0; i < Store::size; ++i)  // want: parallel
    Store::totals[i] += a[i];
}

[[clustrix::cluster]]
void copy_out(double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = field[i] + 1;
}

int main() {
  Random random(22);
  fill();
  show("field", field, 3000);
  scale(0.5);
  count = 100;
  scale(4.0);
  show("scaled", field, 3000);
  cells();
  show("cells", &grid::cells[0][0], 32 * 64);
  std::vector<int> a(500);
  random.fillBelow(a, 100);
  totals(a.data());
  totals(a.data());
  show("totals", Store::totals, 500);
  std::vector<double> out(3000);
  copy_out(out.data(), 3000);
  show("out", out);
  copy_out(field, 3000);
  copy_out(field + 1, 2500);
  show("overlap", field, 3000);
}

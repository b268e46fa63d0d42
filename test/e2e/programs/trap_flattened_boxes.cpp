// Traps: quotients and remainders that are not those of the box that is written.
#include "show.h"

[[clustrix::cluster]]
void other_divisor(std::vector<int>& b, int nx, int ny, int n) {
  for (int at = 0; at < n; ++at) {  // want: serial
    const int i = at % nx, j = at / ny;
    b[j * nx + i] = b[j * nx + i] * 3 + at;
  }
}

[[clustrix::cluster]]
void other_dividend(std::vector<int>& b, int nx, int n) {
  for (int at = 0; at < n; ++at) {  // may: parallel
    const int i = (at + 1) % nx, j = at / nx;
    b[j * nx + i] = b[j * nx + i] * 3 + at;
  }
}

[[clustrix::cluster]]
void short_rows(std::vector<int>& b, int nx, int ny, int n) {
  for (int at = 0; at < n; ++at) {  // may: parallel, idle
    const int i = at % nx, j = at / nx;
    b[i * ny + j] = b[i * ny + j] * 3 + at;
  }
}

[[clustrix::cluster]]
void twice_the_same(std::vector<int>& b, int nx, int n) {
  for (int at = 0; at < n; ++at) {  // want: serial
    const int i = at % nx, j = at % nx;
    b[j * nx + i] = b[j * nx + i] * 3 + at;
  }
}

[[clustrix::cluster]]
void remainders_alone(std::vector<int>& b, int nx, int n) {
  for (int at = 0; at < n; ++at)  // want: serial
    b[at % nx] = b[at % nx] * 3 + at;
}

[[clustrix::cluster]]
void neighbour_in_place(std::vector<int>& b, int nx, int ny) {
  for (int at = 0; at < nx * ny; ++at) {  // want: serial
    const int i = at % nx, j = at / nx;
    if (j > 0) b[j * nx + i] += b[(j - 1) * nx + i];
  }
}

// Below zero, quotients are rounded up and remainders are negative.
[[clustrix::cluster]]
void from_below(int* b, int nx, int from, int to) {
  for (int at = from; at < to; ++at) {  // may: parallel
    const int i = at % nx, j = at / nx;
    b[j * nx + i] = b[j * nx + i] * 3 + i + j;
  }
}

[[clustrix::cluster]]
void mirrored_from_below(int* b, int nx, int from, int to) {
  for (int at = from; at < to; ++at) {  // may: parallel
    const int i = at % nx, j = at / nx;
    b[j * nx + nx - 1 - i] = b[j * nx + nx - 1 - i] * 3 + i + j;
  }
}

// What is divided wraps around.
[[clustrix::cluster]]
void wrapped(std::vector<int>& b, unsigned nx, unsigned n, unsigned factor) {
  for (unsigned k = 0; k < n; ++k) {  // may: parallel
    const unsigned at = k * factor;
    const unsigned i = at % nx, j = at / nx;
    if (j < 40) b[j * nx + i] = b[j * nx + i] * 3 + static_cast<int>(k);
  }
}

// The row's length changes on the way.
[[clustrix::cluster]]
void growing(std::vector<int>& b, int nx, int n) {
  for (int at = 0; at < n; ++at) {  // want: serial
    const int i = at % nx, j = at / nx;
    b[j * nx + i] = b[j * nx + i] * 3 + at;
    if (at % 50 == 49) ++nx;
  }
}

int main() {
  Random random(18);
  std::vector<int> b(20000);
  random.fillBelow(b, 1000);
  for (const int nx : {1, 7, 40}) {
    other_divisor(b, nx, 5, 900);
    show("divisor", b);
    other_dividend(b, nx, 900);
    show("dividend", b);
    for (const int ny : {200, 40, 3, 0}) {
      short_rows(b, nx, ny, 900);
      show("short", b);
    }
    twice_the_same(b, nx, 900);
    remainders_alone(b, nx, 900);
    neighbour_in_place(b, nx, 50);
    show("place", b);
    from_below(b.data() + 3000, nx, -800, 900);
    from_below(b.data() + 3000, -nx, -800, 900);
    from_below(b.data() + 3000, nx, 0, 900);
    mirrored_from_below(b.data() + 3000, nx, -800, 900);
    mirrored_from_below(b.data() + 3000, -nx, -800, 900);
    mirrored_from_below(b.data() + 3000, nx, 0, 900);
    show("below", b);
    wrapped(b, static_cast<unsigned>(nx), 3000, 1u << 20);
    wrapped(b, static_cast<unsigned>(nx), 3000, 1);
    show("wrapped", b);
    growing(b, nx, 900);
    show("growing", b);
  }
}

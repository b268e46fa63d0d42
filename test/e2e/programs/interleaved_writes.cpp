// Writes with gaps: what lies between belongs to someone else and must survive.
#include "show.h"

[[clustrix::cluster]]
void even(int* a, const int* v, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[2 * i] = v[i];
}

[[clustrix::cluster]]
void strided(int* a, int n, int stride, int phase) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i * stride + phase] = i + 1;
}

[[clustrix::cluster]]
void colours(unsigned char* image, int pixels) {
  for (int p = 0; p < pixels; ++p) {  // want: parallel
    image[4 * p] = static_cast<unsigned char>(p);
    image[4 * p + 2] = static_cast<unsigned char>(image[4 * p + 1] ^ 85);
  }
}

[[clustrix::cluster]]
void columns(double* a, int rows, int pitch, int first, int last) {
  for (int c = first; c < last; ++c)  // want: parallel
    for (int r = 0; r < rows; ++r)    // want: parallel
      a[r * pitch + c] = r - c;
}

[[clustrix::cluster]]
void diagonal(double* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i * n + i] = 1.0;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i * n + n - 1 - i] += 2.0;
}

[[clustrix::cluster]]
void checkerboard(double* a, int rows, int columns, int colour) {
  for (int r = 1; r < rows - 1; ++r)                                 // want: parallel
    for (int c = 1 + (r + colour) % 2; c < columns - 1; c += 2)      // may: parallel
      a[r * columns + c] = -1.0 - r;
}

int main() {
  Random random(36);
  const int n = 6007;
  std::vector<int> a(4 * n), v(n);
  for (int i = 0; i < 4 * n; ++i) a[i] = -i;
  random.fillBelow(v, 1000);
  even(a.data(), v.data(), n);
  show("even", a);
  even(a.data() + 2 * n + 1, v.data(), 400);
  strided(a.data(), 1000, 3, 2);
  strided(a.data(), 1500, 7, 1);
  show("strided", a);
  strided(a.data(), 100, 0, 1);
  strided(a.data() + 4 * n - 1, 500, -2, 0);
  show("backwards", a);
  std::vector<unsigned char> image(4 * 3001);
  random.fillBelow(image, 256);
  colours(image.data(), 3001);
  show("colours", image);
  std::vector<double> g(81 * 81);
  random.fillUnit(g);
  columns(g.data(), 81, 81, 5, 40);
  show("columns", g);
  diagonal(g.data(), 81);
  show("diagonal", g);
  checkerboard(g.data(), 81, 81, 0);
  checkerboard(g.data(), 81, 81, 1);
  show("board", g);
}

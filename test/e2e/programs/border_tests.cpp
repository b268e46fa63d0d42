// Windows that a test keeps inside the field: no product wraps around where the test holds, and what is read ends where
// the test ends it, so that arrays which lie side by side do not seem to overlap.
#include "show.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

struct Life {
  int rows, columns;
  std::vector<int> cells, next;
  int alive(int r, int c) const {
    if (r < 0 || r >= rows || c < 0 || c >= columns) return 0;
    return cells[r * columns + c];
  }
  [[clustrix::cluster]]
  void step() {
    for (int r = 0; r < rows; ++r)  // want: parallel
      for (int c = 0; c < columns; ++c) {  // want: parallel
        const int around = alive(r - 1, c) + alive(r + 1, c) + alive(r, c - 1) + alive(r, c + 1);
        next[r * columns + c] = around == 2 ? cells[r * columns + c] : around > 2;
      }
  }
};

[[clustrix::cluster]]
void blur(const std::vector<float>& a, std::vector<float>& b, int w, int h, int radius) {
  for (int y = 0; y < h; ++y)  // want: parallel
    for (int x = 0; x < w; ++x) {  // want: parallel
      float sum = 0;
      for (int i = -radius; i <= radius; ++i) {
        const int yy = y + i;
        if (yy < 0 || yy >= h) continue;
        sum += a[yy * w + x];
      }
      b[y * w + x] = sum;
    }
}

[[clustrix::cluster]]
void four_neighbours(const std::vector<float>& a, std::vector<float>& b, int w, int h) {
  for (int y = 0; y < h; ++y)  // want: parallel
    for (int x = 0; x < w; ++x) {  // want: parallel
      float sum = a[y * w + x];
      if (x > 0) sum += a[y * w + x - 1];
      if (x < w - 1) sum += a[y * w + x + 1];
      if (y > 0) sum += a[(y - 1) * w + x];
      if (y < h - 1) sum += a[(y + 1) * w + x];
      b[y * w + x] = sum;
    }
}

[[clustrix::cluster]]
void clamped(const std::vector<float>& a, std::vector<float>& b, int w, int h, int radius) {
  for (int y = 0; y < h; ++y)  // want: parallel
    for (int x = 0; x < w; ++x) {  // want: parallel
      float sum = 0;
      for (int i = -radius; i <= radius; ++i) sum += a[static_cast<std::size_t>(std::clamp(y + i, 0, h - 1)) * w + x];
      b[y * w + x] = sum;
    }
}

// Behind each other in memory: the row that the first iteration reads at the end is no row behind the last.
[[clustrix::cluster]]
void periodic(const float* a, float* b, int w, int h) {
  for (int y = 0; y < h; ++y) {  // want: parallel
    const int above = y == 0 ? h - 1 : y - 1;
    const int below = y == h - 1 ? 0 : y + 1;
    for (int x = 0; x < w; ++x) b[y * w + x] = a[above * w + x] - a[below * w + x];  // want: parallel
  }
}

[[clustrix::cluster]]
void periodic_by_if(const float* a, float* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    int left = i - 3;
    if (left < 0) left += n;
    b[i] = a[i] + a[left];
  }
}

[[clustrix::cluster]]
void every_third(const float* a, float* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    b[i] = 3 * i < n ? a[3 * i] : a[0];
}

// Traps: what the test leaves is too much.
[[clustrix::cluster]]
void a_row_too_far(std::vector<float>& a, int w, int h) {
  for (int y = 0; y < h; ++y)  // want: serial
    for (int x = 0; x < w; ++x)
      if (y > 1) a[y * w + x] += a[(y - 2) * w + x];
}

[[clustrix::cluster]]
void reads_what_lies_before(float* a, int n) {
  for (int i = 0; i < n; ++i) a[i] = i > 0 ? a[i - 1] + 1 : a[n - 1];  // want: serial
}

int main() {
  for (const int h : {1, 2, 17}) {
    const int w = 13, n = w * h;
    Life life{h, w, std::vector<int>(n), std::vector<int>(n)};
    std::vector<float> a(n), b(n);
    for (int i = 0; i < n; ++i) life.cells[i] = i * 7 % 3 == 0, a[i] = static_cast<float>(i * 37 % 101);
    life.step(), show("life", life.next);
    blur(a, b, w, h, 2), show("blur", b);
    four_neighbours(a, b, w, h), show("neighbours", b);
    clamped(a, b, w, h, 2), show("clamped", b);
    // One block, so that they lie side by side in both orders.
    std::vector<float> both(2 * n);
    for (int i = 0; i < 2 * n; ++i) both[i] = static_cast<float>(i * 31 % 97);
    periodic(both.data(), both.data() + n, w, h), periodic(both.data() + n, both.data(), w, h), show("periodic", both);
    periodic_by_if(both.data(), both.data() + n, n), periodic_by_if(both.data() + n, both.data(), n), show("if", both);
    every_third(both.data(), both.data() + n, n), every_third(both.data() + n, both.data(), n), show("third", both);
    a_row_too_far(a, w, h), show("too far", a);
    reads_what_lies_before(a.data(), n), show("before", a);
  }
}

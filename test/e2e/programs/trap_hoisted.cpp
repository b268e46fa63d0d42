// Numbers that look computed once in front of a loop, and are not what they seem there.
#include "show.h"

// idle: changed_since
// What it was computed from has changed.
[[clustrix::cluster]]
void changed_since(double* a, int h, int w) {
  const int s = h * w;
  h = h / 2;
  w = w / 2 + 1;
  for (int y = 0; y < h; ++y)      // may: parallel
    for (int x = 0; x < w; ++x) {  // may: parallel
      a[y * w + x] += 1;
      a[s + y * w + x] = a[y * w + x];
      a[s / 4 + y * w + x] += a[y * w + x];
    }
}

// The variable itself has.
[[clustrix::cluster]]
void assigned_again(double* a, int h, int w) {
  int s = h * w;
  if (h > 3) s = 1;
  for (int y = 0; y < h; ++y) {      // may: parallel, idle
    for (int x = 0; x < w; ++x) {    // may: parallel, idle
      a[y * w + x] += 1;
      a[s + y * w + x] = 2 * a[y * w + x];
    }
  }
}

// It wraps around: planes are the same.
[[clustrix::cluster]]
void wraps(double* a, unsigned h, unsigned w, unsigned rows, unsigned columns) {
  const unsigned s = h * w;
  for (unsigned y = 0; y < rows; ++y)       // may: parallel, idle
    for (unsigned x = 0; x < columns; ++x)  // may: parallel, idle
      a[y + x * 3] = a[s + y + x * 3 + h / 65536 + w / 65536] + 1;
}

// Narrower than what it is computed from.
[[clustrix::cluster]]
void narrow(double* a, int h, int w) {
  const unsigned char s = static_cast<unsigned char>(h * w);
  for (int y = 0; y < h; ++y)      // may: parallel, idle
    for (int x = 0; x < w; ++x) {  // may: parallel, idle
      a[y * w + x] += 1;
      a[s + y * w + x] = 2 * a[y * w + x];
    }
}

// Through a reference, and through a pointer.
[[clustrix::cluster]]
void by_reference(double* a, int h, int w) {
  int& alias = h;
  const int s = h * w;
  alias = 2;
  for (int y = 0; y < 4 * h; ++y)  // may: parallel, idle
    for (int x = 0; x < w; ++x) {  // may: parallel, idle
      a[y * w + x] += 1;
      a[s / 8 + y * w + x] = 2 * a[y * w + x];
    }
}

class Grid {
public:
  Grid(int w, int h) : w_(w), h_(h), f_(static_cast<std::size_t>(4 * w * h), 1.0) {}

  // A call in between changes the members.
  [[clustrix::cluster]]
  void shrunk() {
    const int s = w_ * h_;
    shrink();
    for (int y = 0; y < h_; ++y)      // may: parallel, idle
      for (int x = 0; x < w_; ++x) {  // may: parallel, idle
        f_[y * w_ + x] += 1;
        f_[s / 8 + y * w_ + x] = 2 * f_[y * w_ + x];
      }
  }
  const std::vector<double>& values() const { return f_; }

private:
  void shrink() {
    w_ -= 2;
    h_ -= 1;
  }
  int w_, h_;
  std::vector<double> f_;
};

// In each step of the loop around it another number.
[[clustrix::cluster]]
void moving(double* a, int h, int w) {
  const int s = h * w;
  for (int t = 0; t < 3; ++t) {
    for (int y = 0; y < h; ++y)      // may: parallel, idle
      for (int x = 0; x < w; ++x) {  // may: parallel, idle
        a[y * w + x] += 1;
        a[s / 2 + y * w + x] = 2 * a[y * w + x];
      }
    --h;
  }
}

int main() {
  Random random(11);
  std::vector<double> a(4000);
  random.fillUnit(a);
  changed_since(a.data(), 20, 30);
  show("changed_since", a);
  assigned_again(a.data(), 20, 30);
  assigned_again(a.data(), 2, 30);
  show("assigned_again", a);
  wraps(a.data(), 65536, 65536, 20, 30);
  wraps(a.data(), 2, 3, 20, 30);
  show("wraps", a);
  narrow(a.data(), 20, 30);
  narrow(a.data(), 16, 16);
  show("narrow", a);
  by_reference(a.data(), 20, 30);
  show("by_reference", a);
  Grid grid(20, 16);
  grid.shrunk();
  show("shrunk", grid.values());
  moving(a.data(), 20, 30);
  show("moving", a);
}

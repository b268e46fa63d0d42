// Member arrays of class templates, seen by const member functions: the elements are const there, whatever the member's
// declaration says.
#include "show.h"

template <class T, int R, int C>
struct Matrix {
  T m[R][C];
  T diagonal[R];

  [[clustrix::cluster]]
  Matrix<T, C, R> transposed() const {
    Matrix<T, C, R> r{};
    for (int i = 0; i < R; ++i)    // want: parallel
      for (int j = 0; j < C; ++j)  // want: parallel
        r.m[j][i] = m[i][j];
    return r;
  }

  [[clustrix::cluster]]
  void copied(T* out) const {
    for (int i = 0; i < R; ++i) out[i] = diagonal[i] + this->m[i][0];  // want: parallel
  }

  [[clustrix::cluster]]
  T sum() const {
    T s = 0;
    for (int i = 0; i < R; ++i)    // want: parallel
      for (int j = 0; j < C; ++j)  // want: parallel
        s += m[i][j];
    return s;
  }

  [[clustrix::cluster]]
  void scale(T by) {
    for (int i = 0; i < R; ++i)    // want: parallel
      for (int j = 0; j < C; ++j)  // want: parallel
        m[i][j] *= by;
  }
};

/// A const object's array has const elements outside of its class, too.
template <class T>
[[clustrix::cluster]]
void taken(const Matrix<T, 24, 31>& from, T* out) {
  for (int i = 0; i < 24; ++i)    // want: parallel
    for (int j = 0; j < 31; ++j)  // want: parallel
      out[i * 31 + j] = from.m[i][j] + from.diagonal[i];
}

template <class T>
[[clustrix::cluster]]
void rows(const T (*a)[16], T* out, int n) {
  for (int i = 0; i < n; ++i) out[i] = a[i][3] * 2;  // want: parallel
}

template <class T, int R, int C> struct Cube {
  T m[R][C][4];
  T* other;

  [[clustrix::cluster]]
  void filled(T* out) const {
    for (int i = 0; i < R; ++i)    // want: parallel
      for (int j = 0; j < C; ++j)  // want: parallel
        out[i * C + j] = m[i][j][1] + m[i][j][3] + other[i];
  }
};

int main() {
  Matrix<double, 24, 31> a{};
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 31; ++j) a.m[i][j] = i * 0.5 + j, a.diagonal[i] = i;
  const auto b = a.transposed();
  show("transposed", &b.m[0][0], 24 * 31);
  double out[24 * 31];
  a.copied(out), show("copied", out, 24);
  put("sum", a.sum());
  a.scale(0.5), show("scale", &a.m[0][0], 24 * 31);
  taken(a, out), show("taken", out, 24 * 31);
  std::vector<float> flat(300 * 16), column(300);
  for (std::size_t i = 0; i < flat.size(); ++i) flat[i] = static_cast<float>(i % 53);
  rows<float>(reinterpret_cast<const float(*)[16]>(flat.data()), column.data(), 300), show("rows", column);
  int first[12] = {4, 5, 6}, numbers[60];
  Cube<int, 12, 5> cube{};
  cube.other = first;
  for (int i = 0; i < 12 * 5 * 4; ++i) (&cube.m[0][0][0])[i] = i;
  cube.filled(numbers), show("filled", numbers, 60);
}

// Numbers and arrays of the program's that objects of a library lead to.
#include "show.h"
#include "task_objects.h"

namespace {

/// The constructor counts, and the object may count later.
[[clustrix::cluster]] double meter(int n) {
  double s = 0;
  int count = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Meter meter(count);
    s += count * i;
  }
  return s + count;
}

[[clustrix::cluster]] double meterTicks(int n) {
  double s = 0;
  int count = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Meter meter(count);
    meter.tick();
    s += i;
  }
  return s + count;
}

[[clustrix::cluster]] double meterOuter(int n) {
  double s = 0;
  int count = 0;
  la::Meter meter(count);
  for (int i = 0; i < n; ++i) {  // want: serial
    meter.tick();
    s += count * i;
  }
  return s;
}

/// The subscript is another one than the assignment says.
[[clustrix::cluster]] double meterOfSubscript(int n) {
  double b[64] = {};
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = 0;
    la::Meter meter(k);
    k = i;
    while (k < 20) meter.tick();
    b[k] = i;
  }
  return b[20];
}

[[clustrix::cluster]] double numberAsReference(int n) {
  double b[64] = {};
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = 0;
    int& r = la::number(k);
    k = i;
    r = 0;
    b[k] = i;
  }
  return b[0];
}

[[clustrix::cluster]] double numberAssigned(int n) {
  double s = 0;
  int k = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    la::number(k) = i;
    s += k;
  }
  return s + k;
}

[[clustrix::cluster]] double boundAsReference(int n) {
  double b[64] = {};
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = 0;
    int& r = la::number(k);
    k = i + 1;
    r = n;
    for (int j = i; j < k; ++j) b[j] = i;
  }
  return b[0] + b[10];
}

[[clustrix::cluster]] double rowsOfPointers(int n) {
  double b[64] = {};
  double* rows[2] = {b, b};
  double** p = rows;
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = la::rowsSum(p, n) + 1;
  }
  return b[n / 2];
}

[[clustrix::cluster]] double rowsInArray(int n) {
  double b[64] = {};
  double* rows[2] = {b, b};
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = la::rowsSum(rows, n) + 1;
  }
  return b[n / 2];
}

[[clustrix::cluster]] void matrixBehindPointer(const la::Matrix* p, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = la::normOf(p) + i;  // want: serial
}

[[clustrix::cluster]] double viewOfArray(int n) {
  double b[64] = {};
  for (int i = 0; i < n; ++i) {  // want: serial
    la::View v(b, n);
    v += 1;
    v.at(0) += i;
  }
  return b[0] + b[1];
}

[[clustrix::cluster]] double arrayGiven(int n) {
  double b[64] = {1, 2, 3};
  for (int i = 0; i < n; ++i) {  // want: serial
    b[i] = la::dot(b, n) * 0.01;
  }
  return b[0] + b[n / 2];
}

[[clustrix::cluster]] double arrayScaled(int n) {
  double b[64] = {1, 2, 3};
  for (int i = 0; i < n; ++i) {  // want: serial
    la::scale(b, n);
    b[i] += 1;
  }
  return b[0] + b[n / 2];
}

/// The view was made before the loop: what it shows is known to nobody in it.
[[clustrix::cluster]] void sumsOfView(const la::View& v, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = v.sum() * 0.01 + 1;  // want: serial
}

[[clustrix::cluster]] void elementsOfView(la::View v, double* b, int n) {
  for (int i = 1; i < n; ++i) b[i] = v.at(i - 1) + 1;  // want: serial
}

[[clustrix::cluster]] void copiesOfView(const la::View& v, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    la::View own = v;
    b[i] = own.sum() * 0.01 + 1;
  }
}

[[clustrix::cluster]] void elementsOfCell(const la::Cell& c, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = c.get() + 1;  // want: serial
}

[[clustrix::cluster]] void elementsOfList(const la::List& l, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = l.at(0).sum() + 1;  // want: serial
}

[[clustrix::cluster]] void elementsOfPeek(const la::Peek& p, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = p.get().sum() + 1;  // want: serial
}

/// Those whose elements the model tells: guards find out.
[[clustrix::cluster]] void elementsOfTensor(const la::Tensor& w, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = w.sum() + 1;  // want: serial
}

[[clustrix::cluster]] void elementsOfOwnHandle(const la::Tensor& w, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    la::Tensor x = w;
    b[i] = x.sum() + 1;
  }
}

[[clustrix::cluster]] void elementsOfMatrix(const la::Matrix& m, double* b, int n) {
  for (int i = 0; i < n; ++i) b[i] = m.norm() * 0.01 + 1;  // want: serial
}

[[clustrix::cluster]] void elementAsSum(const la::Matrix& m, double& sum, int n) {
  for (int i = 0; i < n; ++i) sum += m.norm() * 0.001 + 1;  // want: serial
}

[[clustrix::cluster]] void elementAsLastValue(const la::Matrix& m, double& last, int n) {
  for (int i = 0; i < n; ++i) last = m.norm() * 0.001 + i;  // want: serial
}

}  // namespace

int main() {
  for (const int n : {0, 1, 2, 6, 11}) {
    put("meter", meter(n));
    put("meterTicks", meterTicks(n));
    put("meterOuter", meterOuter(n));
    put("meterOfSubscript", meterOfSubscript(n));
    put("numberAsReference", numberAsReference(n));
    put("numberAssigned", numberAssigned(n));
    put("boundAsReference", boundAsReference(n));
    put("rowsOfPointers", rowsOfPointers(n));
    put("rowsInArray", rowsInArray(n));
    put("viewOfArray", viewOfArray(n));
    put("arrayGiven", arrayGiven(n));
    put("arrayScaled", arrayScaled(n));
    std::vector<double> b(12, 0.25);
    sumsOfView(la::View(b.data(), n), b.data(), n);
    show("sumsOfView", b);
    elementsOfView(la::View(b.data(), n), b.data(), n);
    show("elementsOfView", b);
    copiesOfView(la::View(b.data(), n), b.data(), n);
    show("copiesOfView", b);
    const la::Tensor w = la::full(12, 0.5);
    elementsOfCell(w.cell(), w.data(), n);
    put("elementsOfCell", w.sum());
    elementsOfList(la::List{w}, w.data(), n);
    put("elementsOfList", w.sum());
    elementsOfPeek(la::Peek(w), w.data(), n);
    put("elementsOfPeek", w.sum());
    const la::Tensor x = la::full(12, 0.5);
    elementsOfTensor(x, x.data(), n);
    put("elementsOfTensor", x.sum());
    const la::Tensor y = la::full(12, 0.5);
    elementsOfOwnHandle(y, y.data(), n);
    put("elementsOfOwnHandle", y.sum());
    la::Matrix m(4, 3, 0.5);
    elementsOfMatrix(m, m.data(), n);
    put("elementsOfMatrix", m.norm());
    elementAsSum(m, m(1, 1), n);
    put("elementAsSum", m.norm());
    elementAsLastValue(m, m(2, 1), n);
    put("elementAsLastValue", m.norm());
    la::Matrix k(4, 3, 0.5);
    matrixBehindPointer(&k, k.data(), n);
    put("matrixBehindPointer", k.norm());
  }
}

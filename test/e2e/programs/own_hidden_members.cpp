// Members of a base that a derived class hides, named with their class in the derived class's own functions.
#include "show.h"

struct Base {
  std::vector<double> v;
  double w[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  double* p = nullptr;
  int k = 3;
  [[clustrix::cluster]] void own(int n) {
    for (int i = 0; i < n; ++i) v[i] = v[i] * 2 + k;  // want: parallel
  }
};

struct Middle : Base {
  int k = 4;
};

struct Derived : Middle {
  std::vector<double> v;
  double w[8] = {};
  double* p = nullptr;
  int k = 5;

  [[clustrix::cluster]] void elements(int n) {
    for (int i = 0; i < n; ++i) v[i] = Base::v[i] + 1;  // want: parallel
  }
  [[clustrix::cluster]] void written(int n) {
    for (int i = 0; i < n; ++i) Base::v[i] += v[i] * this->Base::v[i];  // want: parallel
  }
  [[clustrix::cluster]] void numbers(int n) {
    for (int i = 0; i < n; ++i) v[i] += Base::k * 100 + Middle::k * 10 + k;  // want: parallel
  }
  [[clustrix::cluster]] void arrays(int n) {
    for (int i = 0; i < n; ++i) v[i] += Base::w[i % 8] - w[i % 8];  // want: parallel
  }
  [[clustrix::cluster]] void pointers(int n) {
    for (int i = 0; i < n; ++i) p[i] = Base::p[i] + 2;  // want: parallel
  }
  // One element of the other vector behind the one that is written is no dependence.
  [[clustrix::cluster]] void shifted(int n) {
    for (int i = 1; i < n; ++i) v[i] = Base::v[i - 1];  // want: parallel
  }
  [[clustrix::cluster]] void running(int n) {
    for (int i = 1; i < n; ++i) Base::v[i] = this->Base::v[i - 1] * 0.5 + v[i];
  }
};

int main() {
  const int n = 4001;
  Random random(23);
  Derived d;
  std::vector<double> first(n), second(n);
  d.v.resize(n);
  d.Base::v.resize(n);
  for (double& x : d.v) x = random.unit();
  for (double& x : d.Base::v) x = random.unit();
  for (double& x : first) x = random.unit();
  d.p = second.data();
  d.Base::p = first.data();
  d.own(n);
  d.elements(n);
  d.written(n);
  d.numbers(n);
  d.arrays(n);
  d.pointers(n);
  show("derived", d.v);
  show("base", d.Base::v);
  show("pointers", second);
  d.shifted(n);
  show("shifted", d.v);
  d.running(n);
  show("running", d.Base::v);
}

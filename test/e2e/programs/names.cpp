// Names that could collide with generated code: the contract's words as variables, shadowed names, odd spellings.
#include "show.h"

[[clustrix::cluster]]
void contract_words(double* at, const double* chunk, int loop, double site) {
  double footprint = site;
  for (int k = 0; k < loop; ++k) {  // want: parallel
    const double partial = chunk[k] * footprint;
    double kernel = partial + 1;
    at[k] = kernel * kernel - at[k];
  }
}

[[clustrix::cluster]]
double total(const double* touched, int order) {
  double total = 0, left = 1;
  for (int index = 0; index < order; ++index) {  // want: parallel
    const double right = touched[index];
    total += right;
    left = right > left ? right : left;
  }
  return total + left;
}

[[clustrix::cluster]]
void shadowed(int* i, int n, int m) {
  int x = 5;
  for (int n = 0; n < m; ++n) {  // want: parallel
    int m = x + n;
    {
      int x = m * 2;
      i[n] += x;
    }
    i[n] += x;
  }
  i[0] += n;
}

namespace clustrix_like {
struct clustrix {
  int Loop;
};
}  // namespace clustrix_like

[[clustrix::cluster]]
void runtime_named(clustrix_like::clustrix* a, int* trips, int Index, int Memory) {
  for (int Chunk = 0; Chunk < Index; ++Chunk)  // want: parallel
    trips[Chunk] += a[Chunk].Loop * Memory;
}

[[clustrix::cluster]]
void underscores(double* a_, double* a, int n_, int n) {
  for (int i_ = 0; i_ < n_; ++i_)  // want: parallel
    a_[i_] += a[i_] + n;
}

struct Box {
  double* data_;
  int size_;
  [[clustrix::cluster]] void data(double* data, int size) {
    for (int i = 0; i < size && i < size_; ++i)  // may: parallel
      data_[i] = data[i] + size;
    for (int size_ = 0; size_ < size; ++size_)  // want: parallel
      this->data_[size_] += 2;
  }
};

int main() {
  Random random(47);
  const int n = 4001;
  std::vector<double> a(n), b(n);
  std::vector<int> v(n);
  random.fillUnit(a);
  random.fillBelow(v, 100);
  for (double& x : b) x = random.coarse();
  contract_words(a.data(), b.data(), n, 0.5);
  show("words", a);
  put("total", total(b.data(), n));
  shadowed(v.data(), 9, n);
  show("shadowed", v);
  std::vector<clustrix_like::clustrix> like(n, {3});
  runtime_named(like.data(), v.data(), n, 7);
  show("named", v);
  underscores(a.data(), b.data(), n, 4);
  show("underscores", a);
  Box box{a.data(), 3000};
  box.data(b.data(), 2000);
  show("box", a);
}

// Where kernels have to be placed: local types, anonymous namespaces, private members, types declared late.
#include "show.h"

namespace {
struct Hidden {
  double value;
  int rank;
};

[[clustrix::cluster]]
void hidden(Hidden* h, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    h[i].value *= 2;
    h[i].rank += i;
  }
}
}  // namespace

class Bank {
  struct Account {
    long balance;
    int owner;
  };
  static constexpr int rate = 3;
  std::vector<Account> accounts_;

public:
  explicit Bank(int n) : accounts_(n) {
    for (int i = 0; i < n; ++i) accounts_[i] = {100 + i, i % 7};
  }
  [[clustrix::cluster]] void interest() {
    for (std::size_t i = 0; i < accounts_.size(); ++i)  // may: parallel
      accounts_[i].balance += accounts_[i].balance * rate / 100;
  }
  [[clustrix::cluster]] long sum(int owner) const {
    long total = 0;
    for (const Account& account : accounts_)  // may: parallel
      if (account.owner == owner) total += account.balance;
    return total;
  }
};

[[clustrix::cluster]]
double local_type(int n) {
  struct Sample {
    double x, y;
  };
  std::vector<Sample> samples(n);
  for (int i = 0; i < n; ++i) {  // may: parallel
    samples[i].x = 0.5 * i;
    samples[i].y = 0.25 * i;
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    sum += samples[i].x - samples[i].y;
  return sum;
}

struct Late;
void scale(Late* values, int n);
struct Late {
  float value;
  using Number = float;
  static constexpr Number factor = 1.5f;
};

[[clustrix::cluster]]
void scale(Late* values, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    values[i].value *= Late::factor;
}

[[clustrix::cluster]]
void local_constants(double* a, int n) {
  constexpr double weights[] = {0.25, 0.5, 0.25};
  static constexpr int shift = 4;
  const double bias = 0.125;
  enum { Wide = 3 };
  for (int i = 1; i < n - 1; ++i)  // want: parallel
    a[i] = a[i] * weights[i % Wide] + bias * shift;
}

int main() {
  const int n = 3001;
  std::vector<Hidden> h(n);
  for (int i = 0; i < n; ++i) h[i] = {0.5 * i, -i};
  hidden(h.data(), n);
  std::vector<double> values;
  for (const Hidden& x : h) values.push_back(x.value + x.rank);
  show("hidden", values);
  Bank bank(n);
  bank.interest();
  put("bank", bank.sum(3));
  put("local", local_type(n));
  std::vector<Late> late(n, Late{2.0f});
  scale(late.data(), n);
  put("late", late[n - 1].value);
  local_constants(values.data(), n);
  show("constants", values);
}

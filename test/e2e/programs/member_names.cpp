// Private members whose names, with their class in front, read alike or are a macro's: each is reached as itself.
#include "show.h"

#define Scaled_factor 3
#define Shifted_by_tag 4

class Plain {
  int k = 2, k_ = 5, k__ = 11;
  std::vector<int> v = std::vector<int>(64, 3);

 public:
  int at(int i) const { return k + 10 * k_ + 100 * k__ + v[i & 63]; }
};

class Row {
  int own_size = 7;
  std::vector<int> v = std::vector<int>(64, 4);

 public:
  int at(int i) const { return own_size + v[i & 63]; }
};

class Row_own {
  int size = 13;
  std::vector<int> v = std::vector<int>(64, 5);

 public:
  int at(int i) const { return size + v[i & 63]; }
};

class Scaled {
  int factor = 17;
  std::vector<int> v = std::vector<int>(64, 6);

 public:
  int at(int i) const { return factor + Scaled_factor + v[i & 63]; }
};

class Shifted {
  int by = 19;
  std::vector<int> v = std::vector<int>(64, 7);

 public:
  int at(int i) const { return by + Shifted_by_tag + v[i & 63]; }
};

namespace first {
class Held {
  static inline int k = 23;
  std::vector<int> v = std::vector<int>(64, 8);

 public:
  int at(int i) const { return k + v[i & 63]; }
};
}  // namespace first

class first_Held {
  static inline int k = 29;
  std::vector<int> v = std::vector<int>(64, 9);

 public:
  int at(int i) const { return k + v[i & 63]; }
};

[[clustrix::cluster]]
void plain(int* a, int n, const Plain& own) {
  for (int i = 0; i < n; ++i) a[i] = own.at(i);  // want: parallel
}

[[clustrix::cluster]]
void rows(int* a, int n, const Row& row, const Row_own& own) {
  for (int i = 0; i < n; ++i) a[i] = row.at(i) * 100 + own.at(i);  // want: parallel
}

[[clustrix::cluster]]
void scaled(int* a, int n, const Scaled& own) {
  for (int i = 0; i < n; ++i) a[i] = own.at(i);  // want: parallel
}

[[clustrix::cluster]]
void shifted(int* a, int n, const Shifted& own) {
  for (int i = 0; i < n; ++i) a[i] = own.at(i);  // want: parallel
}

[[clustrix::cluster]]
void held(int* a, int n, const first::Held& one, const first_Held& other) {
  for (int i = 0; i < n; ++i) a[i] = one.at(i) * 100 + other.at(i);  // want: parallel
}

int main() {
  std::vector<int> a(3000);
  const int n = static_cast<int>(a.size());
  plain(a.data(), n, {});
  show("plain", a);
  rows(a.data(), n, {}, {});
  show("rows", a);
  scaled(a.data(), n, {});
  show("scaled", a);
  shifted(a.data(), n, {});
  show("shifted", a);
  held(a.data(), n, {}, {});
  show("held", a);
}

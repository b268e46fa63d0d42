// Names in a loop's text that nobody reads: the kernel has to know them all the same. And arrays that are members and are
// named as a whole, which no kernel can take.
#include "show.h"

#include <array>
#include <iterator>

struct Parts {
  int x = 3;
  int table[64] = {1, 2, 3, 9, 7};

  int first(int i) const { return *std::begin(table) + i; }
  std::size_t size() const { return std::size(table); }
};

class Closed {
  int table_[64] = {5, 2, 3, 9, 7};

 public:
  int first(int i) const {
    auto it = std::begin(table_);
    return *it + i;
  }
};

[[clustrix::cluster]]
void statements(int* a, int n, int p, double t) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p;
    a[i] = i;
  }
  for (int i = 0; i < n; ++i) {  // want: parallel
    (void)p;
    static_cast<void>(t), a[i] += 3;
  }
}

[[clustrix::cluster]]
void commas(int* a, int n, int p, double t, const Parts& own) {
  for (int i = 0; i < n; ++i) a[i] = (p, 2 * i);                // want: parallel
  for (int i = 0; i < n; ++i) a[(own.x, i + 0)] += (t, i + 1);  // want: parallel
  for (int i = 0; i < n; ++i) {                                 // want: parallel
    int k = 3;
    k;
    (p, k) = 4;
    a[i] += k + (n, k);
  }
}

[[clustrix::cluster]]
void pointers(int* a, int n, int p, int* other, const int** places) {
  for (int i = 0; i < n; ++i) a[i] += *(p, a + i);  // want: parallel
  for (int i = 0; i < n; ++i) a[i] += (other, places, 3);
  for (int i = 0; i < n; ++i) {  // want: parallel
    const int* from = (p, a + i);
    a[i] += *from;
  }
}

[[clustrix::cluster]]
void heads(int* a, int n, int p) {
  for (int i = (p, 0); i < n; p, ++i) a[i] += i;
  for (int i = 0; i < (p, n); ++i) a[i] += i;
  for (int i = 0; i < n / 3; ++i)  // want: parallel
    for (int j = (p, 0); j < 3; p, ++j) a[i * 3 + j] += j;
}

[[clustrix::cluster]]
void choices(int* a, int n, int p, double t) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if ((p, i > 3)) a[i] += 4;
  for (int i = 0; i < n; ++i) a[i] += i > 5 ? (t, 3) : (p, 4);  // want: parallel
  for (int i = 0; i < n; ++i) i > 5 ? (void)t : (void)p, a[i] += 1;  // want: parallel
}

[[clustrix::cluster]]
int sums(const int* a, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i], sum;
  return sum;
}

[[clustrix::cluster]]
void arrays(int* a, int n, const Parts& own, const Closed& closed) {
  for (int i = 0; i < n; ++i) a[i] += *std::begin(own.table) + own.table[i & 7];
  for (int i = 0; i < n; ++i) a[i] += own.first(i) + static_cast<int>(own.size());
  for (int i = 0; i < n; ++i) a[i] += closed.first(i);
}

int main() {
  std::vector<int> a(3000);
  const int n = static_cast<int>(a.size());
  const int* places[2] = {a.data(), a.data()};
  statements(a.data(), n, 4, 1.5);
  show("statements", a);
  commas(a.data(), n, 4, 1.5, {});
  show("commas", a);
  pointers(a.data(), n, 4, a.data(), places);
  show("pointers", a);
  heads(a.data(), n, 4);
  show("heads", a);
  choices(a.data(), n, 4, 1.5);
  show("choices", a);
  put("sums", sums(a.data(), n));
  arrays(a.data(), n, {}, {});
  show("arrays", a);
}

// Addresses that a loop writes into an array around it come home: no device has the host's.
#include "show.h"

struct Link {
  int* to;
  int weight;
};

/// The array of pointers is the function's own, and read by the host.
[[clustrix::cluster]]
void filled(int* a, int n) {
  for (int step = 0; step < 3; ++step) {
    int* links[40] = {};
    for (int i = 0; i < 40; ++i) links[i] = &a[2 * i];  // may: parallel
    for (int i = 0; i < n; ++i)
      if (links[i]) *links[i] = (a[step] + i) % 1024;
    a[1] += *links[step];
  }
}

[[clustrix::cluster]]
long places(int* a) {
  int* sums[30];
  for (int i = 0; i < 30; ++i) sums[i] = a + i;  // may: parallel
  Link links[20];
  for (int i = 0; i < 20; ++i) links[i].to = &a[i];  // may: parallel
  struct {
    int* rows[3];
  } table;
  for (int i = 0; i < 3; ++i) table.rows[i] = a + 5 * i;  // may: parallel
  int* square[3][5];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) square[i][j] = a + i * j;  // may: parallel
  int(*planes[10])[4];
  for (int i = 0; i < 10; ++i) planes[i] = reinterpret_cast<int(*)[4]>(a) + i;  // may: parallel
  return (sums[9] - a) + (links[7].to - a) + (table.rows[2] - a) + (square[2][4] - a) + (*planes[3] - a);
}

/// Each iteration's own: nobody sees them.
[[clustrix::cluster]]
void own(std::vector<int>& a) {
  for (std::size_t i = 0; i + 1 < a.size(); i += 2) {  // may: parallel
    int* pair[2];
    pair[0] = &a[i];
    pair[1] = &a[i + 1];
    *pair[0] += 2;
    *pair[1] -= *pair[0];
  }
}

int main() {
  std::vector<int> a(300);
  for (int i = 0; i < 300; ++i) a[i] = i * 7 % 31;
  for (const int n : {0, 1, 12, 40}) {
    filled(a.data(), n);
    show("filled", a);
  }
  std::printf("%ld\n", places(a.data()));
  own(a);
  show("own", a);
}

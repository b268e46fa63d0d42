// Elements that an iteration reads, writes and reads again: the two values are not the same, and nothing that is made of
// both may count as if they were.
#include "show.h"

#include <vector>

/// The difference is not zero, although both are `list[i]`.
[[clustrix::cluster]]
void differences(int* list, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const int before = list[i];
    list[i] = 5;
    const int after = list[i];
    a[i + before - after] += i;
  }
}

/// Two choices by one element, which has changed in between.
[[clustrix::cluster]]
void choices(int* list, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const int one = list[i] > 5 ? 1 : 0;
    list[i] = 3;
    const int other = list[i] > 5 ? 1 : 0;
    a[i + one - other] += i;
  }
}

/// A condition that holds before the change alone.
[[clustrix::cluster]]
void conditions(int* list, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    int k = list[i];
    if (k > 7) k = 7;
    list[i] = 9;
    if (k - list[i] < 0) a[k] = i;
  }
}

/// The list is written by another of its names.
[[clustrix::cluster]]
void byAnotherName(const int* list, int* other, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    const int before = list[i];
    other[i] = 5;
    const int after = list[i];
    a[i + before - after] += i;
  }
}

/// A bound of a loop inside, changed on the way.
[[clustrix::cluster]]
void bounds(int* row, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const int begin = row[i];
    row[i] = begin + 1;
    for (int j = begin; j < row[i]; ++j) a[j] += i;
  }
}

int main() {
  const int n = 600;
  for (const int seed : {1, 2, 3}) {
    Random random(static_cast<unsigned>(seed));
    std::vector<int> list(n);
    const auto fill = [&] {
      for (int& one : list) one = random.below(11);
    };
    std::vector<double> a(n + 40);
    double* const inside = a.data() + 20;
    fill();
    differences(list.data(), inside, n);
    show("differences", a);
    fill();
    choices(list.data(), inside, n);
    show("choices", a);
    show("list", list);
    fill();
    conditions(list.data(), inside, n);
    show("conditions", a);
    fill();
    byAnotherName(list.data(), list.data(), inside, n);
    show("by another name", a);
    std::vector<int> apart(n, 4);
    byAnotherName(list.data(), apart.data(), inside, n);
    show("apart", a);
    fill();
    bounds(list.data(), inside, n);
    show("bounds", a);
  }
}

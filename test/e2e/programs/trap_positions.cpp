// Positions of extrema that are not what they look like: assigned twice, or by two extrema.
#include "show.h"

[[clustrix::cluster]]
int assigned_twice(const int* a, int n) {
  int best = 1 << 30, at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] < best) {
      best = a[i];
      at = i;
      at = i + 3;
    }
  }
  return at;
}

[[clustrix::cluster]]
int row_and_column_in_one(const int* a, int rows, int columns) {
  int best = 1 << 30, at = -1;
  for (int r = 0; r < rows; ++r) {       // want: serial
    for (int c = 0; c < columns; ++c) {  // want: serial
      if (a[r * columns + c] < best) {
        best = a[r * columns + c];
        at = c;
        at = r;
      }
    }
  }
  return at;
}

[[clustrix::cluster]]
int shared_by_two(const int* a, int n) {
  int low = 1 << 30, high = -(1 << 30), at = -1;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (a[i] < low) {
      low = a[i];
      at = i;
    }
    if (a[i] > high) {
      high = a[i];
      at = i;
    }
  }
  return at;
}

int main() {
  Random random(31);
  std::vector<int> a(1500);
  for (int& value : a) value = random.below(700);
  for (const int n : {0, 1, 2, 9, 1500}) {
    put("twice", assigned_twice(a.data(), n));
    put("two", shared_by_two(a.data(), n));
  }
  put("matrix", row_and_column_in_one(a.data(), 30, 50));
  put("row", row_and_column_in_one(a.data(), 1, 50));
}

// Every direction and comparison of a counted loop: up and down, <, <=, >, >=, !=, swapped operands, post-decrement.
#include "show.h"

[[clustrix::cluster]]
void upwards(int* a, int first, int last) {
  for (int i = first; i < last; ++i)  // want: parallel
    a[i] += 3 * i;
  for (int i = first; i <= last - 1; i++)  // want: parallel
    a[i] ^= i;
  for (int i = first; last > i; i += 1)  // want: parallel
    a[i] -= 7;
  for (int i = first; i != last; ++i)  // want: parallel
    a[i] = a[i] * 5 + 1;
  for (int i = first; i < last; i = i + 1)  // want: parallel
    a[i] += 11;
}

[[clustrix::cluster]]
void downwards(int* a, const int* b, int n) {
  for (int i = n - 1; i >= 0; --i)  // want: parallel
    a[i] += b[i];
  for (int i = n - 1; i > -1; i--)  // want: parallel
    a[i] ^= 2 * b[i];
  for (int i = n; i-- > 0;)  // want: parallel
    a[i] -= b[n - 1 - i];
  for (int i = n; i > 0; i -= 1)  // want: parallel
    a[i - 1] += i;
  for (int i = n - 1; 0 <= i; i = i - 1)  // want: parallel
    a[i] = a[i] * 3 - i;
}

int main() {
  Random random(11);
  const int n = 20011;
  std::vector<int> a(n), b(n);
  random.fillBelow(a, 1000);
  random.fillBelow(b, 1000);
  upwards(a.data(), 0, n);
  show("up", a);
  upwards(a.data(), 777, 15001);
  show("middle", a);
  upwards(a.data(), 9, 9);
  downwards(a.data(), b.data(), n);
  show("down", a);
  downwards(a.data(), b.data(), 1);
  downwards(a.data(), b.data(), 0);
  show("little", a);
}

// Traps: `x = x && e` stops to evaluate `e` once the result is certain. What would be noticed of it, or might fail, must
// not happen in an iteration that the program never comes to.
#include "show.h"

[[clustrix::cluster]]
int counted(const int* a, int n) {
  int count = 0;
  bool any = false;
  for (int i = 0; i < n; ++i) any = any || (++count, a[i] > 50);  // want: serial
  return count + any;
}

[[clustrix::cluster]]
bool copied(const int* a, int* b, int n) {
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && (b[i] = a[i]) < 50;  // want: serial
  return ok;
}

[[clustrix::cluster]]
bool divided(const int* a, const int* b, int n) {
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && 100 / a[i] > b[i];  // want: serial
  return ok;
}

[[clustrix::cluster]]
bool led_to(const std::vector<int>& a, const int* index, int n) {
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && a[index[i]] < 50;  // want: serial
  return ok;
}

[[clustrix::cluster]]
bool pointed_to(int* const* p, int n) {
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && *p[i] < 50;  // want: serial
  return ok;
}

struct Node {
  int x;
};

[[clustrix::cluster]]
bool arrowed(Node* const* p, int n) {
  bool ok = true;
  for (int i = 0; i < n; ++i) ok = ok && p[i]->x < 50;  // want: serial
  return ok;
}

// The last element is smaller than none: the program stops in front of the end. A guard asks whether there is room.
[[clustrix::cluster]]
bool stops_inside(const std::vector<int>& a, std::size_t n) {
  bool ok = true;
  for (std::size_t i = 0; i < n; ++i) ok = ok && a[i] > 0;  // may: parallel
  return ok;
}

[[clustrix::cluster]]
bool all_of_them(const std::vector<int>& a, int limit) {
  bool ok = true;
  for (std::size_t i = 0; i < a.size(); ++i) ok = ok && a[i] < limit;  // want: parallel
  return ok;
}

// What stands in front is evaluated anyway.
[[clustrix::cluster]]
int in_front(const int* a, int n) {
  int count = 0;
  bool any = false;
  for (int i = 0; i < n; ++i) {  // want: parallel
    count += a[i] & 1;
    any = (7 / (1 + a[i] * a[i]) > 3) || any;
  }
  return count + any;
}

int main() {
  const int n = 300;
  Random random(5);
  std::vector<int> a(n), b(n);
  for (int& x : a) x = 1 + random.below(49);
  std::vector<int> zeros = a;
  a[40] = 60;
  zeros[20] = 60;
  zeros[30] = 0;
  put("counted", counted(a.data(), n));
  put("copied", copied(a.data(), b.data(), n));
  show("copies", b);
  std::fill(b.begin(), b.end(), 1);
  put("divided", divided(zeros.data(), b.data(), n));
  std::vector<int> index(n, 3);
  index[20] = 40;
  index[50] = 1 << 30;
  put("led_to", led_to(a, index.data(), n));
  std::vector<int*> pointers(n, &a[3]);
  pointers[20] = &a[40];
  pointers[30] = nullptr;
  put("pointed_to", pointed_to(pointers.data(), n));
  Node small{3}, large{60};
  std::vector<Node*> nodes(n, &small);
  nodes[20] = &large;
  nodes[30] = nullptr;
  put("arrowed", arrowed(nodes.data(), n));
  a.back() = 0;
  put("stops_inside", stops_inside(a, 1000000000));
  put("stops_not", stops_inside(a, n - 1));
  put("all_of_them", all_of_them(a, 61));
  put("not_all", all_of_them(a, 60));
  put("in_front", in_front(a.data(), n));
}

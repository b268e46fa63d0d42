// Traps: what pointers are, beside where they lead: null or not, before or behind another one, a number, a value to be
// kept. On a device arrays lie elsewhere.
#include "show.h"

#include <string_view>

struct Node {
  int value = 0;
  Node* next = nullptr;
};
struct View {
  double* first = nullptr;
  int size = 0;
};
struct Masked {
  const double* values;
  const double* bias;
  bool hasBias() const { return bias; }
  double at(int i) const { return values[i] + (bias ? bias[i] : 0.5); }
};

[[clustrix::cluster]]
void optional_bias(const double* a, const double* bias, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = a[i] + (bias ? bias[i] : 0.25);  // want: parallel
}

[[clustrix::cluster]]
void optional_mask(double* a, const int* mask, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (mask != nullptr && mask[i] == 0) continue;
    a[i] = nullptr == mask ? a[i] * 2 : a[i] * 3;
  }
}

static double pick(const double* p, int i) { return p ? p[i] : 1.5; }

[[clustrix::cluster]]
void asked_in_a_call(const double* p, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = pick(p, i) * 2;  // may: parallel
}

[[clustrix::cluster]]
void asked_in_a_member(const Masked& m, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = m.hasBias() ? m.at(i) : -m.at(i);  // may: parallel
}

[[clustrix::cluster]]
void through_a_copy(const double* a, const double* b, double* o, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    const double* p = i % 2 ? a : b;
    o[i] = p ? p[i] : 7;
  }
}

[[clustrix::cluster]]
void row_table(double** rows, double* data, int n, int columns) {
  for (int i = 0; i < n; ++i) rows[i] = data + i * columns;  // may: parallel
}

[[clustrix::cluster]]
void linked(Node* p, int n) {
  for (int i = 0; i < n; ++i) p[i].next = i + 1 < n ? &p[i + 1] : nullptr;  // may: parallel
}

[[clustrix::cluster]]
void views(View* v, double* data, int n) {
  for (int i = 0; i < n; ++i) v[i] = View{data + 3 * i, 3};  // may: parallel
}

[[clustrix::cluster]]
void appended(std::vector<double*>& out, double* data, int n) {
  for (int i = 0; i < n; ++i) out.push_back(data + i);  // may: parallel
}

[[clustrix::cluster]]
void before_the_middle(double* a, const double* middle, int n) {
  for (int i = 0; i < n; ++i) a[i] = &a[i] < middle ? 1.0 : 2.0;  // may: parallel
}

[[clustrix::cluster]]
void distances(const double* a, const double* origin, long* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = &a[i] - origin;  // may: parallel
}

[[clustrix::cluster]]
void numbers(const double* a, std::uintptr_t* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = reinterpret_cast<std::uintptr_t>(a + i);  // may: parallel
}

[[clustrix::cluster]]
long how_many_point_to(Node* const* q, Node* base, int n) {
  long count = 0;
  for (int i = 0; i < n; ++i) count += q[i] == base + 3 ? 1 : 0;  // may: parallel
  return count;
}

[[clustrix::cluster]]
double* last_above(double* a, int n, double limit) {
  double* last = nullptr;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] > limit) last = &a[i];
  return last;
}

// What is only moved from memory to memory, or compared with its like, is the host's anywhere.
[[clustrix::cluster]]
void reversed(Node** from, Node** to, int n) {
  for (int i = 0; i < n; ++i) to[i] = from[n - 1 - i];  // want: parallel
}

[[clustrix::cluster]]
long how_many_are_set(Node** q, int n) {
  long count = 0;
  for (int i = 0; i < n; ++i) count += q[i] != nullptr;  // want: parallel
  return count;
}

// Pointers into one array are before each other on a device as well.
[[clustrix::cluster]]
void cursors_in_rows(const double* a, double* sums, int n, int m) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double s = 0;
    for (const double* p = a + i * m; p != a + (i + 1) * m; ++p) s += *p;
    sums[i] = s;
  }
}

int main() {
  const int n = 300;
  Random random(7);
  std::vector<double> a(n), bias(n), o(n), data(4 * n);
  std::vector<int> mask(n);
  random.fillUnit(a);
  random.fillUnit(bias);
  random.fillUnit(data);
  random.fillBelow(mask, 2);
  for (const double* given : {static_cast<const double*>(nullptr), static_cast<const double*>(bias.data())}) {
    optional_bias(a.data(), given, o.data(), n);
    show("optional_bias", o);
    asked_in_a_call(given, o.data(), n);
    show("asked_in_a_call", o);
    asked_in_a_member({a.data(), given}, o.data(), n);
    show("asked_in_a_member", o);
    through_a_copy(a.data(), given, o.data(), n);
    show("through_a_copy", o);
  }
  for (const int* given : {static_cast<const int*>(nullptr), static_cast<const int*>(mask.data())}) {
    optional_mask(o.data(), given, n);
    show("optional_mask", o);
  }
  std::vector<double*> rows(n);
  row_table(rows.data(), data.data(), n, 4);
  put("row_table", static_cast<long>(rows[77] - data.data()));
  std::vector<Node> nodes(n);
  linked(nodes.data(), n);
  put("linked", static_cast<long>(nodes[7].next - nodes.data()));
  std::vector<View> parts(n);
  views(parts.data(), data.data(), n);
  put("views", static_cast<long>(parts[9].first - data.data()));
  std::vector<double*> added;
  appended(added, data.data(), n);
  put("appended", static_cast<long>(added[123] - data.data()));
  before_the_middle(o.data(), o.data() + 100, n);
  show("before_the_middle", o);
  std::vector<long> far(n);
  distances(data.data(), data.data() + 5, far.data(), n);
  show("distances", far);
  std::vector<std::uintptr_t> number(n);
  numbers(a.data(), number.data(), n);
  put("numbers", static_cast<int>(number[8] == reinterpret_cast<std::uintptr_t>(a.data() + 8)));
  std::vector<Node*> to(n), back(n);
  for (int i = 0; i < n; ++i) to[i] = i % 5 ? &nodes[i % 7] : nullptr;
  put("how_many_point_to", how_many_point_to(to.data(), nodes.data(), n));
  reversed(to.data(), back.data(), n);
  put("reversed", static_cast<int>(back[0] == to[n - 1] && back[n - 1] == to[0]));
  put("how_many_are_set", how_many_are_set(back.data(), n));
  if (double* last = last_above(a.data(), n, 0.5)) *last = 77;
  show("last_above", a);
  cursors_in_rows(data.data(), o.data(), n, 4);
  show("cursors_in_rows", o);
}

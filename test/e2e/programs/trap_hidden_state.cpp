// Traps: state that is not in sight: static locals, globals behind calls, members, captured references, generators.
#include "show.h"

#include <functional>

static int ticket = 0;
int next_ticket() { return ++ticket; }

[[clustrix::cluster]]
void numbered(int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = next_ticket();
}

[[clustrix::cluster]]
void static_local(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    static int carried = 1;
    carried = carried * 5 % 1013;
    a[i] += carried;
  }
}

[[clustrix::cluster]]
void generated(std::uint32_t* a, int n, std::uint32_t seed) {
  for (int i = 0; i < n; ++i) {  // want: serial
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    a[i] = seed;
  }
}

[[clustrix::cluster]]
void by_random(Random& random, int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = random.below(100);
}

[[clustrix::cluster]]
void by_function_object(const std::function<int(int)>& f, int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = f(a[i]);
}

[[clustrix::cluster]]
void by_function_pointer(int (*f)(int), int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    a[i] = f(i);
}

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double by) = 0;
};
struct Growing final : Shape {
  double side = 1;
  double area(double by) override {
    side += by;
    return side * side;
  }
};

[[clustrix::cluster]]
void virtual_call(Shape& shape, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    out[i] = shape.area(0.5);
}

[[clustrix::cluster]]
int global_pointer(int* a, int n) {
  int* const counter = &ticket;
  int sum = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    *counter = (*counter + a[i]) % 499;
    a[i] = ticket;
    sum += ticket;
  }
  return sum;
}

int main() {
  Random random(62);
  const int n = 3001;
  std::vector<int> a(n);
  std::vector<std::uint32_t> u(n);
  std::vector<double> d(n);
  numbered(a.data(), n);
  static_local(a.data(), n);
  static_local(a.data(), n);
  show("a", a);
  generated(u.data(), n, 77);
  show("u", u);
  by_random(random, a.data(), n);
  int calls = 0;
  by_function_object([&calls](int x) { return x + ++calls; }, a.data(), n);
  show("called", a);
  by_function_pointer([](int x) { return x + ++ticket; }, a.data(), n);
  show("pointed", a);
  Growing shape;
  virtual_call(shape, d.data(), n);
  show("d", d);
  put("global", global_pointer(a.data(), n));
  put("ticket", ticket);
}

// Writing a part of an element leaves the rest of it as it was: a base, a member, half of a union, one of its numbers.
#include "show.h"

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <utility>

struct Point {
  int x, y;
};
struct Named {
  int name;
  Named() = default;
  Named(int n) : name(n) {}
};
struct Cell : Point {
  int weight;
};
struct Both : Named, Point {
  double value;
};
struct Tail {
  Tail() = default;
  Tail(int l, char s) : large(l), small(s) {}
  int large = 0;
  char small = 0;
};
struct Filled : Tail {
  char inside = 0;  // where Tail is padded
};
struct Nothing {};
struct Empty : Nothing {
  int value;
};
union Number {
  int i;
  double d;
};
struct Box {
  Point corner;
  int sizes[4];
  Point inner[2];
};

[[clustrix::cluster]]
void bases(Cell* p, int n) {
  for (int i = 0; i < n; ++i) static_cast<Point&>(p[i]) = Point{i, 2};  // want: parallel
}

[[clustrix::cluster]]
void references(Cell* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    Point& r = p[i];
    r = Point{2 * i, 3};
  }
}

[[clustrix::cluster]]
void operators(Cell* p, int n) {
  for (int i = 0; i < n; ++i) p[i].Point::operator=(Point{i, 4});  // may: parallel
}

[[clustrix::cluster]]
void pointers(Cell* p, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    Point* r = p + i;
    *r = Point{3 * i, 5};
  }
}

void place(Point& p, int i) { p = Point{i, i + 1}; }

[[clustrix::cluster]]
void helpers(Both* p, int n) {
  for (int i = 0; i < n; ++i) place(p[i], i);  // want: parallel
}

[[clustrix::cluster]]
void second(Both* p, const Both* q, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].x = q[i].name;
    static_cast<Named&>(p[i]) = Named(i);
  }
}

[[clustrix::cluster]]
void each(Cell* p, int n) {
  std::for_each(p, p + n, [](Point& one) { one = Point{one.y, one.x}; });  // may: parallel
}

[[clustrix::cluster]]
void tails(Filled* p, int n) {
  for (int i = 0; i < n; ++i) static_cast<Tail&>(p[i]) = Tail(i, 'x');  // want: parallel
}

[[clustrix::cluster]]
void nothings(Empty* p, int n) {
  for (int i = 0; i < n; ++i) static_cast<Nothing&>(p[i]) = Nothing();  // may: parallel
}

[[clustrix::cluster]]
void unions(Number* p, int n) {
  for (int i = 0; i < n; ++i) p[i].i = i;  // want: parallel
}

[[clustrix::cluster]]
void members(Box* p, int n) {
  for (int i = 0; i < n; ++i) p[i].corner = Point{i, 1};  // want: parallel
}

[[clustrix::cluster]]
void membersOfMembers(Box* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].corner.y = i;
    p[i].inner[1].x = 2 * i;
    p[i].sizes[i % 4] = 3;
  }
}

[[clustrix::cluster]]
void arrays(Box* p, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    for (int j = 0; j < 3; ++j) p[i].sizes[j] = i * j;
}

[[clustrix::cluster]]
void whole(Point* p, const int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].x = a[i];
    p[i].y = -a[i];
  }
}

[[clustrix::cluster]]
void sometimes(Point* p, const int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].x = a[i];
    if (a[i] > 9) p[i].y = -a[i];
  }
}

[[clustrix::cluster]]
void every(Point* p, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[2 * i].x = i;
    p[2 * i + 1].y = i;
  }
}

[[clustrix::cluster]]
void parts(std::complex<double>* z, std::pair<int, char>* q, std::array<int, 3>* r, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    z[i].imag(i);
    q[i].second = static_cast<char>(i % 100);
    r[i][1] = i;
  }
}

[[clustrix::cluster]]
void read(int* a, const Both* p, const Box* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const Point& seen = p[i];
    a[i] = seen.y + static_cast<const Named&>(p[i]).name + b[i].inner[i % 2].y;
  }
}

template <class T>
void bytes(const char* name, const std::vector<T>& values) {
  std::vector<unsigned char> all(values.size() * sizeof(T));
  std::memcpy(all.data(), static_cast<const void*>(values.data()), all.size());
  show(name, all);
}

template <class T>
std::vector<T> filled(int n, int with) {
  std::vector<T> values(n);
  std::memset(static_cast<void*>(values.data()), with, n * sizeof(T));
  return values;
}

int main() {
  constexpr int n = 2000;
  auto cells = filled<Cell>(n, 3);
  bases(cells.data(), n), bytes("bases", cells);
  references(cells.data(), n), bytes("references", cells);
  operators(cells.data(), n), bytes("operators", cells);
  pointers(cells.data(), n), bytes("pointers", cells);
  each(cells.data(), n), bytes("each", cells);
  auto both = filled<Both>(n, 5), other = filled<Both>(n, 4);
  helpers(both.data(), n), bytes("helpers", both);
  second(both.data(), other.data(), n), bytes("second", both);
  auto tailed = filled<Filled>(n, 7);
  tails(tailed.data(), n), bytes("tails", tailed);
  auto empty = filled<Empty>(n, 8);
  nothings(empty.data(), n), bytes("nothings", empty);
  auto numbers = filled<Number>(n, 9);
  unions(numbers.data(), n), bytes("unions", numbers);
  auto boxes = filled<Box>(n, 10);
  members(boxes.data(), n), bytes("members", boxes);
  membersOfMembers(boxes.data(), n), bytes("membersOfMembers", boxes);
  arrays(boxes.data(), n), bytes("arrays", boxes);
  std::vector<int> a(n);
  Random random(5);
  random.fillBelow(a, 30);
  auto points = filled<Point>(n, 11);
  sometimes(points.data(), a.data(), n), bytes("sometimes", points);
  every(points.data(), n / 2), bytes("every", points);
  whole(points.data(), a.data(), n), bytes("whole", points);
  auto z = filled<std::complex<double>>(n, 0);
  auto q = filled<std::pair<int, char>>(n, 12);
  auto r = filled<std::array<int, 3>>(n, 13);
  parts(z.data(), q.data(), r.data(), n), bytes("z", z), bytes("q", q), bytes("r", r);
  read(a.data(), both.data(), boxes.data(), n), show("read", a);
}

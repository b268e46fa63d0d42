// Members of unnamed unions and structures: in objects from outside, in elements, at namespace and block scope. Writes
// through one member of a union are seen through the others.
#include "show.h"

struct Mixed {
  union {
    int i;
    float f;
  };
  struct {
    int x, y;
    union {
      long z;
      double w;
    };
  };
  int k;
};
static union {
  int global_number;
  float global_bits;
};
namespace inner {
static union {
  int count;
  char bytes[4];
};
}

[[clustrix::cluster]] void of_object(double* a, const Mixed& m, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += m.i + m.y * i + m.z;
}
[[clustrix::cluster]] void of_copy(double* a, Mixed m, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += m.x + i;
}
[[clustrix::cluster]] void of_elements(Mixed* m, double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    m[i].i = i;
    m[i].x = i;
    m[i].w = 2.5;
    a[i] += m[i].x;
  }
}
[[clustrix::cluster]] void of_scopes(double* a, int n) {
  global_number = 4;
  inner::count = 5;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += global_number;
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] += inner::count;
}
// No lambda can capture the member.
[[clustrix::cluster]] void of_block(double* a, int n) {
  union {
    int whole;
    float part;
  };
  part = 1.5f;
  for (int i = 0; i < n; ++i)
    a[i] += part;
}
[[clustrix::cluster]] void summed(double* a, Mixed& m, int n) {
  m.y = 0;
  for (int i = 0; i < n; ++i)  // want: parallel
    m.y += i % 3;
  a[0] += m.y;
}
struct Vector {
  union {
    double v[3];
    struct {
      double x, y, z;
    };
  };
  [[clustrix::cluster]] void add_to(double* a, int n) const {
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += v[i % 3] + y;
  }
  [[clustrix::cluster]] void run_through(int n) {
    for (int i = 0; i < n; ++i) {  // want: serial
      y += 1;
      v[i % 3] *= 2;
    }
  }
};
union Shared {
  double d[100];
  long l[100];
  int i[200];
  struct {
    long head, tail[99];
  } s;
};
[[clustrix::cluster]] void through_both(double* a, int n) {
  Shared s;
  for (int i = 0; i < 100; ++i)  // want: parallel
    s.l[i] = i;
  for (int i = 0; i < n - 1; ++i)  // want: serial
    s.d[i] = static_cast<double>(s.l[i + 1] % 7 + s.l[0] % 5);
  for (int i = 0; i < n - 1; ++i)
    a[i] += s.d[i];
}

// Through a pointer, smaller elements, a number in front, and members that a loop finds far enough apart.
[[clustrix::cluster]] void through_pointer(Shared* p, int n, int away) {
  for (int i = 0; i < 100; ++i)  // want: parallel
    p->l[i] = i * 5;
  for (int i = 0; i < n - 1; ++i)  // want: serial
    p->d[i] = static_cast<double>(p->l[i + 1] % 7);
  for (int i = 0; i < 200; ++i)  // want: parallel
    p->i[i] = i * 3;
  for (int i = 0; i < n - 1; ++i)  // want: serial
    p->d[i] = p->i[i] % 11;
  for (int i = 0; i < 100; ++i)  // want: parallel
    p->l[i] = i * 4;
  for (int i = 0; i < n - 1; ++i)  // want: serial
    p->l[i] = p->s.head % 1000 + i;
  for (int i = 0; i < n - 1; ++i)  // want: serial
    p->s.tail[i] = p->l[i] % 1000 + i;
  for (int i = 0; i < 100; ++i)  // want: parallel
    p->l[i] = i * 2;
  for (int i = 0; i < n / 4; ++i)  // want: parallel
    p->d[i] = static_cast<double>(p->l[i + 50] % 9);
  for (int i = 0; i < n / 4; ++i)  // want: parallel
    p->d[i] = static_cast<double>(p->l[i + away] % 9);
}
[[clustrix::cluster]] void changed(double* a, Mixed& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    a[i] += m.i;
    m.f += 1;
  }
}

int main() {
  std::vector<double> a(300, 1.0);
  std::vector<Mixed> elements(300);
  Mixed m{};
  m.i = 7;
  m.x = 3;
  m.y = 2;
  m.z = 9;
  of_object(a.data(), m, 300);
  of_copy(a.data(), m, 299);
  of_elements(elements.data(), a.data(), 300);
  of_scopes(a.data(), 300);
  of_block(a.data(), 300);
  summed(a.data(), m, 300);
  Vector v{{{1, 2, 3}}};
  v.add_to(a.data(), 298);
  v.run_through(20);
  v.add_to(a.data(), 0);
  through_both(a.data(), 90);
  Shared shared;
  for (int n : {90, 100, 3}) {
    through_pointer(&shared, n, 60);
    show("shared", shared.d, 20);
    through_pointer(&shared, n, 3);
    show("shared", shared.d, 20);
  }
  m.f = 1.5f;
  changed(a.data(), m, 30);
  show("a", a.data(), 300);
  put("y", v.y);
  put("w", elements[7].w);
}

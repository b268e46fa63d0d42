// Methods that call those of their bases: the base is a part of the same object.
#include "show.h"

#include <vector>

struct Named {
  int id = 0;
  int tag() const { return id % 7; }
  void number(int k) { id = k; }
};

struct Point {
  double x = 0, y = 0;
  double square() const { return x * x + y * y; }
  void move(double dx, double dy) {
    x += dx;
    y += dy;
  }
};

struct Particle : Named, Point {
  double mass = 1;
  double energy() const { return 0.5 * mass * this->square() + tag(); }
  void kick(double f) { move(f / mass, -f / mass); }
  void rename(int k) {
    this->number(k);
    if (Named::tag() == 3) kick(1);
  }
};

class Hidden : private Point {
 public:
  Hidden(double a, double b) {
    x = a;
    y = b;
  }
  double size() const { return Point::square(); }
};

template <class Own>
struct Doubled {
  double twice() const { return 2 * static_cast<const Own*>(this)->value; }
};
struct Leaf : Doubled<Leaf> {
  double value = 0;
  double four() const { return 2 * twice(); }
};

/// Objects of the iteration's own.
[[clustrix::cluster]]
void own(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    Particle p;
    p.mass = 1 + a[i];
    p.move(a[i], 2);
    p.rename(i);
    p.kick(0.25);
    b[i] = p.energy() + Hidden(a[i], p.x).size();
  }
}

/// Elements.
[[clustrix::cluster]]
void elements(Particle* p, const double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].rename(3 * i);
    p[i].kick(a[i]);
  }
}

/// Each reads what the one before it has moved.
[[clustrix::cluster]]
void neighbours(Particle* p, int n) {
  for (int i = 1; i < n; ++i) p[i].kick(p[i - 1].square() * 0.001);  // want: serial
}

/// One base is read of the neighbour, and the other one is written.
[[clustrix::cluster]]
void halves(Particle* p, int n) {
  for (int i = 0; i < n - 1; ++i) p[i].move(0.125 * p[i + 1].tag(), 0);  // want: parallel
}

/// A base that asks for what is derived from it.
[[clustrix::cluster]]
void curious(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    Leaf leaf;
    leaf.value = a[i];
    b[i] = leaf.four();
  }
}

int main() {
  const int n = 500;
  std::vector<double> a(n), b(n);
  Random random(6);
  random.fillUnit(a);
  std::vector<Particle> p(n);
  const auto all = [&] {
    std::vector<double> out;
    for (const Particle& one : p) {
      out.push_back(one.x);
      out.push_back(one.y);
      out.push_back(one.id);
    }
    return out;
  };
  for (const int size : {n, 0, 2, 77}) {
    own(a.data(), b.data(), size);
    show("own", b);
    elements(p.data(), a.data(), size);
    show("elements", all());
    neighbours(p.data(), size);
    show("neighbours", all());
    halves(p.data(), size);
    show("halves", all());
    curious(a.data(), b.data(), size);
    show("curious", b);
  }
}

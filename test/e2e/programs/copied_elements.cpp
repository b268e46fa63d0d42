// Local copies of elements that are structures: members that the loop does not use are not read.
#include "show.h"

struct Vec {
  double x, y, z;
  Vec operator-(const Vec& other) const { return {x - other.x, y - other.y, z - other.z}; }
  double dot(const Vec& other) const { return x * other.x + y * other.y + z * other.z; }
};
struct Body {
  Vec r, v;
  double m;
};
struct Point {
  double x, y, z, m;
};
struct Named {
  double v[3], w;
  int at;
};

[[clustrix::cluster]]
void one_member(Point* p, const int* from, double* out, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const Point t = p[from[i]];
    out[i] = t.x;
    p[i].y = t.x + t.z;
  }
}

[[clustrix::cluster]]
void forces(std::vector<Body>& bodies, double dt) {
  const int n = static_cast<int>(bodies.size());
  for (int i = 0; i < n; ++i) {  // want: parallel
    Vec a{0, 0, 0};
    const Body one = bodies[i];
    for (int j = 0; j < n; ++j) {
      if (i == j) continue;
      const Body other = bodies[j];
      const Vec d = other.r - one.r;
      const double k = other.m / (d.dot(d) + 1e-3);
      a.x += k * d.x, a.y += k * d.y, a.z += k * d.z;
    }
    bodies[i].v.x += a.x * dt, bodies[i].v.y += a.y * dt, bodies[i].v.z += a.z * dt;
  }
}

[[clustrix::cluster]]
void bound(std::vector<Point>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: parallel
    auto [x, y, z, m] = p[i - 1];
    p[i].y = x + z;
  }
}

[[clustrix::cluster]]
void over_copies(std::vector<Point>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (const Point q : p) sum += q.m * (q.x - p[i].x);
    p[i].y += sum;
  }
}

[[clustrix::cluster]]
void member_array(std::vector<Named>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 0; i < n; ++i) {  // want: parallel
    double sum = 0;
    for (int j = 0; j < n; ++j) {
      Named q = p[j];
      q.v[0] += 1;
      for (int d = 0; d < 3; ++d) sum += q.v[d];
    }
    p[i].w = sum;
  }
}

// --- Traps: what another iteration writes is used, one way or another.

[[clustrix::cluster]]
void reads_it(Point* p, const int* from, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    const Point t = p[from[i]];
    p[i].x = t.x + t.y;
  }
}

[[clustrix::cluster]]
void reads_it_bound(std::vector<Point>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: serial
    auto [x, y, z, m] = p[i - 1];
    p[i].y = x + y;
  }
}

[[clustrix::cluster]]
void as_a_whole(std::vector<Point>& p, std::vector<Point>& copies) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: serial
    const Point t = p[i - 1];
    p[i].y += t.x;
    copies[i] = t;
  }
}

static double all(const Point& p) { return p.x + p.y + p.z; }
[[clustrix::cluster]]
void handed_on(std::vector<Point>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: serial
    const Point t = p[i - 1];
    p[i].y = all(t) * 0.5 + t.x;
  }
}

[[clustrix::cluster]]
void by_address(std::vector<Point>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: serial
    Point t = p[i - 1];
    const Point* q = &t;
    p[i].y = 0.5 * q->y + t.x;
  }
}

[[clustrix::cluster]]
void in_a_lambda(std::vector<Point>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: serial
    const Point t = p[i - 1];
    const auto get = [&] { return 0.5 * t.y; };
    p[i].y = get() + t.x;
  }
}

[[clustrix::cluster]]
void inner_member(std::vector<Body>& p) {
  const int n = static_cast<int>(p.size());
  for (int i = 1; i < n; ++i) {  // want: serial
    const Body t = p[i - 1];
    p[i].v.x = 0.5 * t.v.dot(t.r);
  }
}

// One copy in each iteration, of a member that the iteration has written before.
[[clustrix::cluster]]
void in_turn(std::vector<Point>& p, std::vector<double>& out) {
  const int n = static_cast<int>(p.size());
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].y = p[i].x * 2;
    Point t = p[i];
    t.y += 1;
    out[i] = t.y;
  }
}

int main() {
  Random random(5);
  for (const int n : {0, 1, 2, 700}) {
    std::vector<Point> p(n), copies(n);
    std::vector<Body> bodies(n);
    std::vector<Named> named(n);
    std::vector<double> out(n);
    std::vector<int> from(n);
    for (int& one : from) one = random.below(n);
    for (Point& one : p) one = {random.unit(), random.unit(), random.unit(), random.unit()};
    for (Body& one : bodies)
      one = {{random.unit(), random.unit(), random.unit()}, {random.unit(), random.unit(), random.unit()}, 1};
    for (Named& one : named) one = {{random.unit(), random.unit(), random.unit()}, random.unit(), 3};
    const auto points = [&](const char* name) {
      show(name, n == 0 ? nullptr : &p[0].x, 4LL * n);
    };
    one_member(p.data(), from.data(), out.data(), n), points("member"), show("out", out);
    forces(bodies, 0.01), show("forces", n == 0 ? nullptr : &bodies[0].r.x, 7LL * n);
    bound(p), points("bound");
    over_copies(p), points("copies");
    member_array(named);
    for (const Named& one : named) put("array", one.w), put("array", one.v[0]), put("array", one.at);
    reads_it(p.data(), from.data(), n), points("reads");
    reads_it_bound(p), points("reads bound");
    as_a_whole(p, copies), points("whole"), show("taken", n == 0 ? nullptr : &copies[0].x, 4LL * n);
    handed_on(p), points("handed");
    by_address(p), points("address");
    in_a_lambda(p), points("lambda");
    inner_member(bodies), show("inner", n == 0 ? nullptr : &bodies[0].r.x, 7LL * n);
    in_turn(p, out), points("turn"), show("turned", out);
  }
}

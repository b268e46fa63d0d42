// Arrays inside the elements of an array, where elements of one member meet after all, or are not all written.
#include "show.h"

#include <array>

struct Body {
  double position[4];
  double speed[4];
};
struct Triple {
  double c[3];
};

[[clustrix::cluster]]
void along(Body* bodies, int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 1; k < 4; ++k)  // want: serial
      bodies[i].position[k] = bodies[i].position[k - 1] * 0.5;
}

[[clustrix::cluster]]
void neighbour(Body* bodies, int n) {
  for (int i = 0; i + 1 < n; ++i)  // want: serial
    for (int k = 0; k < 4; ++k)    // want: parallel
      bodies[i + 1].position[k] = bodies[i].position[k] * 0.5;
}

[[clustrix::cluster]]
void behind_a_pointer(Body* bodies, double* out, int n) {
  // p[-1] is the element that the next iteration's neighbour reads.
  for (int i = 0; i + 1 < n; ++i) {  // want: serial
    double* const p = &bodies[i + 1].position[1];
    p[-1] = i;
    out[i] = bodies[i].position[0];
  }
}

[[clustrix::cluster]]
void chosen(Body* bodies, const int* which, int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 0; k < 4; ++k)  // want: serial
      bodies[i].position[which[k]] = bodies[i].speed[k] + k;
}

[[clustrix::cluster]]
void two_of_three(Triple* triples, int n) {
  // The third stays what it was: no element is written whole.
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 0; k < 2; ++k)  // want: parallel
      triples[i].c[k] = i + k;
}

[[clustrix::cluster]]
void kept_from_before(const double* x, double* out, int n) {
  // Each iteration writes two parts of t[0], and reads the third, which another one has written.
  Triple t[1] = {{{1, 2, 3}}};
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int k = 0; k < 2; ++k) t[0].c[k] = x[i] + k;
    out[i] = t[0].c[0] + t[0].c[1] * t[0].c[2];
    t[0].c[2] = x[i];
  }
}

[[clustrix::cluster]]
void folded(Body* bodies, int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 0; k < 4; ++k)  // want: serial
      bodies[i].position[k / 2] = bodies[i].speed[k];
}

[[clustrix::cluster]]
void one_for_all(Body* bodies, const double* x, int n) {
  for (int i = 0; i < n; ++i)    // want: serial
    for (int k = 0; k < 4; ++k)  // want: parallel
      bodies[0].position[k] = bodies[0].position[k] * 0.5 + x[i];
}

int main() {
  Random random(19);
  const int n = 401;
  std::vector<Body> bodies(n);
  std::vector<Triple> triples(n, Triple{{7, 8, 9}});
  std::vector<double> x(n), out(n), shown;
  random.fillUnit(x);
  for (Body& body : bodies)
    for (int k = 0; k < 4; ++k) body.position[k] = random.unit(), body.speed[k] = random.unit();
  const auto showBodies = [&](const char* name) {
    shown.clear();
    for (const Body& body : bodies)
      for (int k = 0; k < 4; ++k) shown.push_back(body.position[k] + 3 * body.speed[k]);
    show(name, shown);
  };
  along(bodies.data(), n);
  showBodies("along");
  behind_a_pointer(bodies.data(), out.data(), n);
  show("behind_a_pointer", out);
  const int which[4] = {2, 0, 2, 1};
  chosen(bodies.data(), which, n);
  showBodies("chosen");
  folded(bodies.data(), n);
  showBodies("folded");
  one_for_all(bodies.data(), x.data(), n);
  neighbour(bodies.data(), n);
  showBodies("neighbour");
  two_of_three(triples.data(), n - 3);
  shown.clear();
  for (const Triple& triple : triples) shown.insert(shown.end(), triple.c, triple.c + 3);
  show("two_of_three", shown);
  kept_from_before(x.data(), out.data(), n);
  show("kept_from_before", out);
}

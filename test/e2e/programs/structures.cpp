// Arrays of structures: single fields, nested structures, arrays inside, and structure-valued results.
#include "show.h"

struct Vec {
  double x, y, z;
};

struct Particle {
  Vec position, velocity;
  float mass;
  int hits[4];
};

[[clustrix::cluster]]
void drift(Particle* p, int n, double dt) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p[i].position.x += dt * p[i].velocity.x;
    p[i].position.y += dt * p[i].velocity.y;
    p[i].position.z -= dt * p[i].velocity.z;
  }
}

[[clustrix::cluster]]
void bounce(std::vector<Particle>& all) {
  for (Particle& p : all) {  // want: parallel
    if (p.position.x > 0.9) {
      p.velocity.x = -p.velocity.x;
      ++p.hits[0];
    }
    if (p.position.z < 0.1) p.hits[3] += 2;
  }
}

[[clustrix::cluster]]
double energy(const Particle* p, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const Vec& v = p[i].velocity;
    sum += 0.5 * p[i].mass * (v.x * v.x + v.y * v.y + v.z * v.z);
  }
  return sum;
}

[[clustrix::cluster]]
void gather(const Particle* p, double* x, Vec* v, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    x[i] = p[i].position.x;
    v[i].x = p[i].velocity.y;
    v[i].y = p[i].velocity.x;
  }
}

[[clustrix::cluster]]
void whole_copies(Vec* out, const Vec* in, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    out[i] = in[n - 1 - i];
}

int main() {
  Random random(42);
  const int n = 4003;
  std::vector<Particle> all(n);
  for (Particle& p : all) {
    p = {{random.unit(), random.unit(), random.unit()}, {random.unit(), random.unit(), random.unit()}, 1.5f, {}};
    p.mass = static_cast<float>(random.below(16)) / 8;
  }
  drift(all.data(), n, 0.25);
  bounce(all);
  bounce(all);
  put("energy", energy(all.data(), n));
  std::vector<double> x(n), flat;
  std::vector<Vec> v(n, Vec{7, 8, 9}), w(n);
  gather(all.data(), x.data(), v.data(), n);
  show("x", x);
  whole_copies(w.data(), v.data(), n);
  whole_copies(v.data(), v.data(), n);
  for (int i = 0; i < n; ++i) flat.insert(flat.end(), {v[i].x, v[i].y, v[i].z, w[i].x, w[i].y, w[i].z});
  show("copies", flat);
  std::vector<int> hits;
  for (const Particle& p : all) hits.insert(hits.end(), p.hits, p.hits + 4);
  show("hits", hits);
}

// Functions inside a class whose loops use the class itself, which no kernel in front of it knows: objects are read by
// their members, and loops over arrays of them stay as they are. Outside of the class both are loops like others.
#include "show.h"

struct Particle {
  double x = 0, v = 0;
  int kind = 0;

  // Of another object of the class, by its members.
  [[clustrix::cluster]] void push(double* a, const Particle& other, int n) const {
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += other.x * v + other.kind;
  }
  [[clustrix::cluster]] static void move(Particle* all, double dt, int n) {
    for (int i = 0; i < n; ++i)  // may: parallel
      all[i].x += all[i].v * dt;
  }
  [[clustrix::cluster]] static void fresh(double* a, int n) {
    for (int i = 0; i < n; ++i) {  // may: parallel
      Particle one;
      one.x = i;
      a[i] = one.x + one.kind + static_cast<double>(sizeof(Particle) % 8);
    }
  }
  [[clustrix::cluster]] static double sum(const std::vector<Particle>& all) {
    double total = 0;
    for (const Particle& one : all) total += one.x * one.v;  // may: parallel
    return total;
  }
  [[clustrix::cluster]] static void outside(Particle* all, double dt, int n);

  struct Box {
    double low = 0, high = 1;
    [[clustrix::cluster]] static void clip(Particle* all, const Box& box, int n) {
      for (int i = 0; i < n; ++i)  // may: parallel
        all[i].x = all[i].x < box.low ? box.low : all[i].x > box.high ? box.high : all[i].x;
    }
  };
};

void Particle::outside(Particle* all, double dt, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    all[i].x += all[i].v * dt;
}

// What a declaration names of itself stands behind the kernel, too.
const int step = 3, scale = 5, raised = [] [[clustrix::cluster]] (double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] += step * scale;  // may: parallel
  return 7;
}(nullptr, 0);
struct Operation {
  double k;
  double (*run)(double*, int);
} operation = {2.5, [] [[clustrix::cluster]] (double* a, int n) -> double {
                 for (int i = 0; i < n; ++i) {  // may: parallel
                   const Operation one{0.5 * i, nullptr};
                   a[i] += one.k;
                 }
                 return n > 0 ? a[0] : 0;
               }};
const auto doubled = [] [[clustrix::cluster]] (double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] *= 2 * step;  // want: parallel
};
namespace {
enum class Colour { red, green } colour = [] [[clustrix::cluster]] (double* a, int n) {
  for (int i = 0; i < n; ++i) a[i] += static_cast<int>(Colour::green);  // may: parallel
  return Colour::green;
}(nullptr, 0);
}  // namespace

int main() {
  Random random(31);
  for (const int n : {0, 3, 3000}) {
    std::vector<double> a(n);
    std::vector<Particle> all(n);
    random.fillUnit(a);
    for (int i = 0; i < n; ++i) all[i] = {random.unit(), random.unit() - 0.5, i % 3};
    const auto places = [&](const char* name) {
      std::vector<double> x(n);
      for (int i = 0; i < n; ++i) x[i] = all[i].x;
      show(name, x);
    };
    Particle one{0.5, 2, 4};
    one.push(a.data(), Particle{0.25, 1, 3}, n);
    show("push", a);
    Particle::move(all.data(), 0.5, n);
    places("move");
    Particle::outside(all.data(), 0.25, n);
    places("outside");
    Particle::Box::clip(all.data(), {0.125, 0.75}, n);
    places("clip");
    put("sum", Particle::sum(all));
    Particle::fresh(a.data(), n);
    show("fresh", a);
    put("operation", operation.run(a.data(), n));
    doubled(a.data(), n);
    show("doubled", a);
    put("raised", raised + static_cast<int>(colour));
  }
}

// Arrays that could stay on the devices from loop to loop, with host code in between that sees and changes them: every
// value that the host meets on the way is printed, so that a stale one shows.
#include "show.h"

#include <utility>

double limit = 0.4;
double* shared = nullptr;
int calls = 0;

void report(const double* a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += a[i] * (i % 7 + 1);
  put("report", sum);
  ++calls;
}

void nudge(double* a, int n) {
  for (int i = 0; i < n; i += 97) a[i] += 0.5;
}

// Pointers are swapped, and an element is read in each step.
[[clustrix::cluster]]
double swapped(double* a, double* b, int n, int steps) {
  double last = 0;
  for (int t = 0; t < steps; ++t) {           // want: serial
    for (int i = 1; i < n - 1; ++i)           // want: parallel
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    std::swap(a, b);
    last += a[n / 2];
    b[0] = a[0] + last;
  }
  return last + a[1];
}

// The host writes single elements, and a part of the array in a loop of its own.
[[clustrix::cluster]]
void written(double* a, double* b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {  // want: serial
    a[0] = std::sin(0.1 * t);
    a[n - 1] += 1;
    for (int i = 1; i < n; ++i)  // want: parallel
      b[i] = a[i] + a[0];
    for (int i = 1; i < 40 && i < n; ++i) b[i] = b[i - 1] * 0.5 + b[i];  // want: serial
    for (int i = 1; i < n; ++i)  // want: parallel
      a[i] = 0.5 * (a[i] + b[i]);
  }
}

// Functions that nobody knows see and change everything, now and then.
[[clustrix::cluster]]
void reported(double* a, double* b, int n, int steps) {
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] * 1.25;
    if (t % 3 == 0) report(b, n);
    if (t % 4 == 1)
      nudge(b, n);
    else
      b[t] = -1;
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = b[i] - 0.25 * a[i];
  }
}

// Left by convergence: the condition, a break and a return see what the loops have left.
[[clustrix::cluster]]
double converged(double* a, double* b, int n) {
  int steps = 0;
  b[0] = 1;
  while (b[0] > 1e-3) {  // want: serial
    double change = 0;
    for (int i = 0; i < n; ++i) {  // want: parallel
      const double next = a[i] * 0.5;
      change = std::fmax(change, std::fabs(next - a[i]));
      a[i] = next;
    }
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = b[i] * 0.75 + a[i] * 0.0625;
    if (change < 1e-9) break;
    if (++steps > 60) return a[n - 1];
  }
  return b[0] + a[n / 3];
}

// Memory of its own, inside and outside of the steps.
[[clustrix::cluster]]
void locals(double* a, int n, int steps) {
  std::vector<double> work(n), kept(n, 1.0);
  double few[32];
  for (int i = 0; i < 32; ++i) few[i] = i;
  for (int t = 0; t < steps; ++t) {  // want: serial
    std::vector<double> fresh(n, 0.5 * t);
    double row[64];
    for (int i = 0; i < n; ++i)  // want: parallel
      work[i] = a[i] + fresh[i];
    for (int i = 0; i < 64; ++i)  // want: parallel
      row[i] = work[i % n] + few[i % 32];
    for (int i = 0; i < n; ++i) {  // want: parallel
      fresh[i] = work[i] * row[i % 64];
      kept[i] += fresh[i];
    }
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] = 0.5 * fresh[i] - 0.25 * a[i];
    few[t % 32] = row[t % 64];
  }
  show("work", work);
  show("kept", kept);
  show("few", few, 32);
}

// Globals, references to elements, and numbers in memory that a loop reads and writes.
[[clustrix::cluster]]
void numbers(double* a, double* out, const double& scale, int n, int steps) {
  double& first = a[0];
  for (int t = 0; t < steps; ++t) {  // want: serial
    for (int i = 1; i < n; ++i)  // want: parallel
      a[i] = a[i] * scale + limit;
    first = a[n - 1];
    limit = 0.5 * a[n / 2];
    double top = 0;
    for (int i = 0; i < n; ++i)  // want: parallel
      top = std::fmax(top, a[i]);
    *out = *out + top;
    first += *out;
    for (int i = 1; i < n; ++i)  // want: parallel
      shared[i] = shared[i] * 0.5 + a[i];
    put("shared", shared[n - 1]);
  }
}

struct Field {
  std::vector<double> now, next;
  double dt = 0.125, energy = 0;
  int steps = 0;
  double *front = nullptr, *back = nullptr;

  [[clustrix::cluster]]
  void step(int count) {
    const int n = static_cast<int>(now.size());
    for (int t = 0; t < count; ++t) {  // want: serial
      for (int i = 1; i < n - 1; ++i)  // want: parallel
        next[i] = now[i] + dt * (now[i - 1] - 2 * now[i] + now[i + 1]);
      now.swap(next);
      dt = 0.125 + 0.001 * now[n / 2];
      energy = 0;
      for (int i = 0; i < n; ++i)  // want: parallel
        energy += now[i] * now[i];
      ++steps;
      if (energy < 1e-6) return;
    }
  }

  [[clustrix::cluster]]
  void turn(int n, int count) {
    for (int t = 0; t < count; ++t) {  // want: serial
      for (int i = 0; i < n; ++i)  // want: parallel
        back[i] = 0.75 * front[i] + dt;
      std::swap(front, back);
      dt = front[t] - front[t] + dt * 0.5;
    }
  }
};

// Containers grow, move and go away between the loops.
[[clustrix::cluster]]
void moved(std::vector<double>& a, std::vector<double>& b, int steps) {
  for (int t = 0; t < steps; ++t) {  // want: serial
    const int n = static_cast<int>(a.size());
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] * 0.5 + t;
    std::swap(a, b);
    b = a;
    a.resize(a.size() + 11, 0.25);
    b.resize(a.size());
    b.back() = a[n - 1];
    std::vector<double>(b).swap(b);
    const int more = static_cast<int>(a.size());
    for (int i = 0; i < more; ++i)  // want: parallel
      a[i] += b[i];
    if (t % 2 == 0) a.shrink_to_fit();
  }
}

template <class T>
[[clustrix::cluster]] T typed(T* a, T* b, int n, int steps) {
  T top = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) b[i] = a[i] + static_cast<T>(t);
    for (int i = 0; i < n; ++i) a[i] = b[i] / 2 + a[i];
    top += a[t % n];
  }
  return top;
}

// Statements without braces, conditions with effects, every kind of loop around the launches.
[[clustrix::cluster]]
void shapes(double* a, double* b, int n, int kind) {
  int t = 0;
  if (kind > 0)
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += kind;
  if (a[0] > 1)
    b[0] = a[1];
  else if (a[n - 1] > 0.5)
    b[1] = a[2];
  else
    report(a, n);
  do {  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      b[i] = a[i] + b[i] * 0.5;
  } while (b[t++] < 2 && t < 4);
  for (double step : {0.5, 0.25})  // want: serial
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += b[i] * step;
  switch (static_cast<int>(a[0]) % 4) {
    case 0:
      for (int i = 0; i < n; ++i)  // want: parallel
        a[i] -= 1;
      [[fallthrough]];
    case 1:
      b[0] = a[3];
      break;
    case 2: {
      put("case", a[4]);
      break;
    }
    default:
      report(a, n);
  }
  const auto at = [&](int i) { return a[i] + b[i]; };
  put("at", at(1));
  for (int i = 0; i < n; ++i)  // want: parallel
    a[i] = 0.5 * a[i];
  put("at", at(2));
}

int main() {
  Random random(91);
  const int n = 2017;
  std::vector<double> a(n), b(n), c(n);
  random.fillUnit(a);
  random.fillUnit(b);
  random.fillUnit(c);
  const auto all = [&](const char* name) {
    std::printf("-- %s\n", name);
    show("a", a);
    show("b", b);
    show("c", c);
  };
  for (const int steps : {0, 1, 2, 7}) {
    put("swapped", swapped(a.data(), b.data(), n, steps));
    all("swapped");
  }
  put("overlap", swapped(a.data(), a.data() + 1, n - 1, 3));
  written(a.data(), b.data(), n, 6);
  all("written");
  reported(a.data(), b.data(), n, 9);
  all("reported");
  put("converged", converged(a.data(), b.data(), n));
  all("converged");
  random.fillUnit(a);
  locals(a.data(), n, 5);
  all("locals");
  shared = c.data();
  double out = 0.5;
  numbers(a.data(), &out, b[3], n, 4);
  put("out", out);
  all("numbers");
  numbers(a.data(), &b[7], b[7], n, 3);
  all("numbers in an array");
  shared = a.data();
  numbers(a.data(), &out, limit, n, 2);
  all("one array");
  Field field;
  field.now = b;
  field.next = c;
  field.step(6);
  show("now", field.now);
  put("dt", field.dt);
  put("energy", field.energy);
  put("steps", field.steps);
  field.front = a.data();
  field.back = b.data();
  field.turn(n, 3);
  all("turned");
  put("front", field.front == b.data());
  moved(a, b, 4);
  all("moved");
  std::vector<int> i(n), j(n);
  std::vector<float> f(n, 0.5f), g(n);
  random.fillBelow(i, 100);
  put("typed", typed(i.data(), j.data(), n, 4));
  put("typed", typed(f.data(), g.data(), n, 4));
  show("i", i);
  show("j", j);
  show("f", f);
  show("g", g);
  for (const int kind : {0, 1, 2, 5}) {
    shapes(a.data(), b.data(), n, kind);
    all("shapes");
  }
  put("calls", calls);
}

// Loops whose iterations make and change objects of a library of their own, and read those from outside.
// counted: shared, readHandles, lists
#include "task_objects.h"
#include "show.h"

#include <cstring>
#include <stdexcept>
#include <utility>

namespace {

const la::Matrix weights(3, 3, 0.25);
const la::Tensor scales = la::full(4, 0.5);

[[clustrix::cluster]] void own(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Tensor x = la::full(3, i);
    x.add_(1.0).add_(2.0);
    a[i] = x.sum();
  }
}

[[clustrix::cluster]] void shared(double* a, const la::Tensor& w, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) a[i] = w.t().item() + m(i % 2, 1) * m.norm();  // want: parallel
}

[[clustrix::cluster]] void copies(double* a, const la::Tensor& w, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Matrix x = m;
    x(0, 0) = i;
    x.row(1) = 2.0;
    x += m;
    const la::Tensor y = w.clone();
    y.add_(i);
    a[i] = x.norm() + y.sum();
  }
}

[[clustrix::cluster]] void handlesOfOwn(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Tensor x = la::full(2, i);
    la::Tensor y = x, z;
    z = y.t();
    z.add_(1.0);
    a[i] = x.sum();
  }
}

[[clustrix::cluster]] void readHandles(double* a, const la::Tensor& w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Tensor x;
    if (i % 3 == 0)
      x = w;
    else
      x = la::full(2, i);
    a[i] = x.sum() + (w + x).item();
  }
}

/// Own again once it leads to new elements: which of its values a variable has where is not followed.
[[clustrix::cluster]] void reassigned(double* a, const la::Tensor& w, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    la::Tensor x = w;
    x = x.clone();
    x += w;
    a[i] = x.sum();
  }
}

[[clustrix::cluster]] void references(double* a, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto& outer = m;
    la::Matrix x(2, 2, i);
    auto& same = x;
    double& element = same(0, 1);
    element += outer(1, 1);
    const double& read = outer(0, 0);
    a[i] = same.norm() + read;
  }
}

[[clustrix::cluster]] void views(double* a, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Matrix x = m;
    la::View row = x.row(1), same = row;
    same.fill(i);
    row += 1;
    row.at(0) = 7;
    a[i] = x.norm();
  }
}

[[clustrix::cluster]] void ownArrays(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double own[4] = {1, 2, 3, static_cast<double>(i)};
    la::scale(own, 4);
    la::View view(own, 4);
    view += 1;
    a[i] = la::dot(own, 4);
  }
}

[[clustrix::cluster]] void numbers(double* a, const double* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double below = 0;
    const double above = la::least(x[i] - 0.5, below);
    a[i] = above + below * la::ones(2).sum();
  }
}

[[clustrix::cluster]] void writesElement(double* a, const double* x, const la::Tensor& w, int n) {
  for (int i = 0; i < n; ++i) la::least(x[i] - 0.5 - w.item(), a[i]);  // want: parallel
}

[[clustrix::cluster]] double sums(const double* x, const la::Matrix& m, int n) {
  double sum = 0, most = -1e9;
  int positive = 0;
  for (int i = 0; i < n; ++i) {  // want: parallel
    const la::Matrix y = m * la::Matrix(3, 2, x[i] - 0.5);
    sum += y.norm();
    if (y(0, 0) > 0) ++positive;
    if (y(1, 1) > most) most = y(1, 1);
  }
  return sum + positive * 1000 + most;
}

[[clustrix::cluster]] void appends(std::vector<double>& kept, const double* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    kept.push_back(la::full(3, x[i]).sum());
  }
}

[[clustrix::cluster]] void appendsSome(std::vector<double>& kept, const double* x, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    const double value = la::full(3, x[i]).sum();
    if (value > 1.5) kept.push_back(value);
  }
}

[[clustrix::cluster]] void conditions(double* a, const la::Tensor& w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Tensor x = la::full(2, i);
    if (i % 2) x.add_(w.item());
    switch (i % 3) {
      case 0:
        x = la::full(3, 1.0);
        break;
      case 1:
        x.add_(3.0);
        [[fallthrough]];
      default:
        x.add_(1.0);
    }
    if (x.item() > 5 && x.size() == 2) continue;
    a[i] = x.sum();
  }
}

[[clustrix::cluster]] void innerLoops(double* a, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Matrix x(3, 3, i % 5);
    for (int k = 0; k < m.rows(); ++k)
      for (int j = 0; j < 3; ++j) x(k, j) += m(k, j);
    int steps = 0;
    while (x.norm() > 1 && steps < 5) {
      for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) x(k, j) *= 0.5;
      ++steps;
    }
    a[i] = x.norm() + steps;
  }
}

/// Elements that are gone through by iterators of the library's.
[[clustrix::cluster]] void ranged(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    la::Matrix x(3, 3, i % 5);
    for (double& element : x) element *= 0.5;
    a[i] = x.norm();
  }
}

/// The structure comes from the outer loop, and the inner one appends nothing to it.
[[clustrix::cluster]] void nest(double* a, const la::Matrix& m, int n, int width) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const la::Matrix x = m * la::Matrix(3, 3, i);
    for (int j = 0; j < width; ++j) a[i * width + j] = x(j % 2, 0) + j;
  }
}

[[clustrix::cluster]] void globals(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Matrix x = weights * la::Matrix(3, 1, i);
    a[i] = x.norm() + scales.sum();
  }
}

double normOf(const la::Matrix& x) { return x.norm(); }
void shiftAll(la::Matrix& x, double by) {
  for (int i = 0; i < x.rows(); ++i) x(i, 0) += by;
}
double weighted(const la::Tensor& w, int i) {
  la::Tensor x = la::full(2, i);
  x += w;
  return x.sum() + weights(0, 0);
}
void addTwice(la::Tensor& x) { x.add_(1.0).add_(1.0); }

[[clustrix::cluster]] void helpers(double* a, const la::Tensor& w, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Matrix x = m;
    shiftAll(x, i);
    la::Tensor y = la::ones(2);
    addTwice(y);
    a[i] = normOf(x) + normOf(m) + weighted(w, i) + y.sum();
  }
}

[[clustrix::cluster]] void lambdas(double* a, const la::Tensor& w, int n) {
  const auto scaled = [&](double x) { return w.item() * x; };
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Tensor x = la::full(2, i);
    const auto add = [&x](double by) { x.add_(by); };
    add(1.0);
    add(scaled(2));
    a[i] = x.sum();
  }
}

[[clustrix::cluster]] void moved(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Matrix x(2, 2, i);
    la::Matrix y = std::move(x);
    la::Matrix z(1, 1);
    z = std::move(y);
    la::Tensor s = la::full(1, i), t = la::ones(2);
    la::swap(s, t);
    s.add_(1.0);
    a[i] = z.norm() + s.sum() + t.sum();
  }
}

[[clustrix::cluster]] void lists(double* a, const la::Tensor& w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::List x{la::full(1, i)};
    x.push(la::ones(2));
    x.at(1).add_(1.0);
    a[i] = x.at(0).sum() + x.at(1).sum() + la::total({w, x.at(0)});
  }
}

[[clustrix::cluster]] void points(double* a, const la::Point& from, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Point all[2] = {la::Point(i, 1), from};
    all[1].shift(i);
    all[0].x() += from.x();
    a[i] = all[0].x() * all[1].y() + all[1].x();
  }
}

[[clustrix::cluster]] void cells(double* a, const la::Tensor& w, int n) {
  const la::Cell first = w.cell();
  for (int i = 0; i < n; ++i) {  // want: parallel
    la::Tensor x = la::full(1, i);
    la::Cell cell = x.cell();
    cell.put(cell.get() + 1).put(cell.get() + 2);
    a[i] = x.sum() + w.cell().get();
  }
  a[0] += first.get();
}

/// The first iteration that throws ends the loop: those behind it have done nothing.
[[clustrix::cluster]] void throwing(double* a, double& sum, std::vector<double>& kept, const la::Matrix& m, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const double value = la::checked(m, i) + i;
    sum += value;
    a[i] = value;
    kept.push_back(value);
  }
}

[[clustrix::cluster]] int firstAbove(const double* x, const la::Tensor& w, int n) {
  int found = -1;
  for (int i = 0; i < n; ++i) {  // may: parallel
    if (la::full(2, x[i]).sum() > w.item()) {
      found = i;
      break;
    }
  }
  return found;
}

class Net {
 public:
  Net(la::Tensor weight, la::Matrix bias) : weight_(std::move(weight)), bias_(std::move(bias)) {}
  [[clustrix::cluster]] void forward(double* a, int n) const {
    for (int i = 0; i < n; ++i) {  // want: parallel
      la::Tensor x = la::full(3, i);
      x += weight_;
      a[i] = x.sum() + this->bias_(0, 1) + activate(x);
    }
  }
  double apply(int i) const { return weight_.sum() * i + bias_(1, 0); }

  la::Tensor weight_;

 private:
  double activate(const la::Tensor& x) const { return x.item() > weight_.item() ? x.sum() : 0; }
  la::Matrix bias_;
};

[[clustrix::cluster]] void members(double* a, const Net& net, int n) {
  for (int i = 0; i < n; ++i) a[i] = net.weight_.sum() + net.apply(i);  // want: parallel
}

std::vector<double> data(int n) {
  Random random(static_cast<unsigned>(n) + 11);
  std::vector<double> values(static_cast<std::size_t>(n) + 1);
  random.fillUnit(values);
  return values;
}

}  // namespace

int main() {
  for (const int n : {0, 1, 2, 7, 40}) {
    const auto x = data(n);
    auto a = data(4 * n);
    la::Tensor w(std::vector<double>{0.5, 2, 3});
    la::Matrix m(3, 3, 0.5);
    const auto report = [&](const char* name) { show(name, a); };
    own(a.data(), n), report("own");
    shared(a.data(), w, m, n), report("shared");
    copies(a.data(), w, m, n), report("copies");
    handlesOfOwn(a.data(), n), report("handlesOfOwn");
    readHandles(a.data(), w, n), report("readHandles");
    reassigned(a.data(), w, n), report("reassigned");
    references(a.data(), m, n), report("references");
    views(a.data(), m, n), report("views");
    ownArrays(a.data(), n), report("ownArrays");
    numbers(a.data(), x.data(), n), report("numbers");
    writesElement(a.data(), x.data(), w, n), report("writesElement");
    put("sums", sums(x.data(), m, n));
    std::vector<double> kept;
    appends(kept, x.data(), n);
    show("appends", kept);
    appendsSome(kept, x.data(), n);
    show("appendsSome", kept);
    conditions(a.data(), w, n), report("conditions");
    innerLoops(a.data(), m, n), report("innerLoops");
    ranged(a.data(), n), report("ranged");
    nest(a.data(), m, n, 3), report("nest");
    globals(a.data(), n), report("globals");
    helpers(a.data(), w, m, n), report("helpers");
    lambdas(a.data(), w, n), report("lambdas");
    moved(a.data(), n), report("moved");
    lists(a.data(), w, n), report("lists");
    points(a.data(), la::Point(2, 3), n), report("points");
    cells(a.data(), w, n), report("cells");
    put("firstAbove", firstAbove(x.data(), w, n));
    const Net net(w, m);
    net.forward(a.data(), n), report("forward");
    members(a.data(), net, n), report("members");
    for (const int rows : {0, 1, 5, 100}) {
      double sum = 1;
      try {
        throwing(a.data(), sum, kept, la::Matrix(rows, 1, 0.5), n);
        put("whole", n);
      } catch (const std::out_of_range& problem) {
        put("thrown", static_cast<int>(std::strlen(problem.what())));
      }
      put("sum", sum);
      show("kept", kept);
      report("throwing");
    }
    // The last row ends in the array that is written: its elements lie apart in the other calls.
    la::Matrix self(3, 3, 0.25);
    shared(self.data() + 2, w, self, 6);
    show("self", self.data(), 9);
    put("w", w.sum());
  }
}

// std::optional of numbers: as variables of an iteration, as what functions return, and from outside the loop.
#include "show.h"

#include <optional>

[[clustrix::cluster]]
void assigned(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    std::optional<double> x;
    if (w[i] > 0.5) x = w[i] * 2;
    v[i] = x.value_or(-1.0);
  }
}

[[clustrix::cluster]]
void tested(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    const std::optional<double> x = w[i] > 0.5 ? std::optional<double>(w[i]) : std::nullopt;
    if (x)
      v[i] = *x;
    else
      v[i] = 0;
  }
}

[[clustrix::cluster]]
void changed(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    std::optional<int> x{3};
    if (w[i] > 0.5) x = std::nullopt;
    if (w[i] < 0.25) x.emplace(static_cast<int>(i));
    if (w[i] > 0.9) x.reset();
    if (x.has_value()) *x += 1;
    v[i] = x != std::nullopt ? *x : -1;
  }
}

static std::optional<double> root(double x) {
  if (x < 0.5) return std::nullopt;
  return std::sqrt(x - 0.5);
}

[[clustrix::cluster]]
double returned(std::vector<double>& v, const std::vector<double>& w) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    if (const auto x = root(w[i])) {
      v[i] = *x;
      sum += *x;
    } else {
      v[i] = root(1 - w[i]).value_or(0.125);
    }
  }
  return sum;
}

[[clustrix::cluster]]
void outside(std::vector<double>& v, const std::optional<double>& scale, std::optional<int> shift) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    if (scale) v[i] *= *scale;
    v[i] += shift.value_or(2);
  }
}

[[clustrix::cluster]]
std::optional<double> last_above(const std::vector<double>& v, double limit) {
  std::optional<double> last;
  for (std::size_t i = 0; i < v.size(); ++i)  // may: parallel
    if (v[i] > limit) last = v[i];
  return last;
}

[[clustrix::cluster]]
void carried(std::vector<double>& v) {
  std::optional<double> before;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    const double now = v[i];
    if (before) v[i] += *before;
    before = now;
  }
}

[[clustrix::cluster]]
int throwing(const std::vector<double>& v) {
  int count = 0;
  try {
    for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
      std::optional<double> x;
      if (v[i] < 0.95) x = v[i];
      count += x.value() > 0.5 ? 2 : 1;
    }
  } catch (const std::bad_optional_access&) {
    return -count;
  }
  return count;
}

int main() {
  for (const int n : {0, 1, 40, 3000}) {
    Random random(9);
    std::vector<double> v(n), w(n);
    random.fillUnit(w);
    assigned(v, w);
    show("assigned", v);
    tested(v, w);
    show("tested", v);
    changed(v, w);
    show("changed", v);
    put("returned", returned(v, w));
    show("returned.v", v);
    outside(v, 0.5, std::nullopt);
    outside(v, std::nullopt, 3);
    show("outside", v);
    put("last_above", last_above(w, 0.75).value_or(-2));
    carried(v);
    show("carried", v);
    put("throwing", throwing(w));
  }
}

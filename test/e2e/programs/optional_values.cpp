// std::optional::value() where something has said that there is one, and traps where nothing has.
#include "show.h"

#include <optional>

[[clustrix::cluster]]
void behind_a_test(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    std::optional<double> x;
    if (w[i] > 0.5) x = w[i] * 2;
    if (x.has_value()) v[i] = x.value() + 1;
  }
}

[[clustrix::cluster]]
void in_a_choice(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    std::optional<double> x;
    if (w[i] > 0.5) x.emplace(w[i]);
    v[i] = !x ? -1.0 : x.value();
    if (x && x.value() > 0.75) v[i] = 7;
    if (x == std::nullopt || x.value() < 0.625) v[i] += 2;
  }
}

[[clustrix::cluster]]
void assigned(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    std::optional<double> x = w[i], y;
    if (w[i] < 0.25) x = 3.0;
    y = x;
    v[i] = x.value() * y.value();
  }
}

static std::optional<double> root(double x) {
  if (x < 0.5) return std::nullopt;
  return std::sqrt(x - 0.5);
}

[[clustrix::cluster]]
void returned(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: parallel
    const auto x = root(w[i]);
    if (!x) continue;
    v[i] = x.value();
  }
}

[[clustrix::cluster]]
void from_outside(std::vector<double>& v, const std::optional<double>& scale) {
  for (std::size_t i = 0; i < v.size(); ++i)  // want: parallel
    if (scale != std::nullopt) v[i] *= scale.value();
}

// The function that asks is called for several optionals.
static double or_zero(const std::optional<double>& x) {
  if (!x) return 0;
  return x.value();
}

[[clustrix::cluster]]
void by_a_function(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // may: parallel
    const std::optional<double> x = root(w[i]), y = root(1 - w[i]);
    v[i] = or_zero(x) + 2 * or_zero(y);
  }
}

// Reset behind the test, in a branch, and in a loop.
[[clustrix::cluster]]
int reset_again(std::vector<double>& v, const std::vector<double>& w) {
  int thrown = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    std::optional<double> x = w[i];
    if (w[i] > 0.9) x.reset();
    try {
      v[i] = x.value();
    } catch (const std::bad_optional_access&) {
      ++thrown;
    }
  }
  return thrown;
}

[[clustrix::cluster]]
void tested_before_it_changes(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    std::optional<double> x = root(w[i]);
    const bool has = x.has_value();
    if (has) v[i] = x.value();
  }
}

[[clustrix::cluster]]
void in_a_loop(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    std::optional<double> x = w[i];
    for (int j = 0; j < 3; ++j) {  // may: parallel
      v[i] += x.value();
      if (w[i] > 2) x.reset();
    }
  }
}

[[clustrix::cluster]]
void the_other_branch(std::vector<double>& v, const std::vector<double>& w) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    const std::optional<double> x = w[i] < 2 ? std::optional<double>(w[i]) : std::nullopt;
    if (!x || w[i] > 0.5) v[i] = x.value();
  }
}

int main() {
  Random random(71);
  for (const int n : {0, 1, 9, 2000}) {
    std::vector<double> v(n, 1.5), w(n);
    random.fillUnit(w);
    behind_a_test(v, w);
    show("behind_a_test", v);
    in_a_choice(v, w);
    show("in_a_choice", v);
    assigned(v, w);
    show("assigned", v);
    returned(v, w);
    show("returned", v);
    from_outside(v, 0.75);
    from_outside(v, std::nullopt);
    show("from_outside", v);
    by_a_function(v, w);
    show("by_a_function", v);
    put("reset_again", reset_again(v, w));
    tested_before_it_changes(v, w);
    show("tested_before_it_changes", v);
    in_a_loop(v, w);
    show("in_a_loop", v);
    the_other_branch(v, w);
    show("the_other_branch", v);
  }
}

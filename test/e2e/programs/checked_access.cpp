// Checked access: `at` with an index that is surely in range, through pointers and owners as well, and `at` that throws.
#include "show.h"

#include <array>
#include <memory>
#include <stdexcept>

using Values = std::vector<double>;

[[clustrix::cluster]]
void all(Values& v) {
  for (std::size_t i = 0; i < v.size(); ++i) v.at(i) = v.at(i) * 2 + 1;  // want: parallel
}

[[clustrix::cluster]]
void neighbours(const Values& v, Values& w) {
  for (std::size_t i = 1; i < v.size(); ++i) w[i] = v.at(i) - v.at(i - 1);  // want: parallel
}

[[clustrix::cluster]]
void counted_by_int(Values& v) {
  for (int i = 0; i < static_cast<int>(v.size()); ++i) v.at(i) += i;  // want: parallel
}

[[clustrix::cluster]]
void fixed(std::array<double, 100>& z) {
  for (int i = 0; i < 100; ++i) z.at(i) += i;  // want: parallel
}

[[clustrix::cluster]]
void pointed(Values* v) {
  for (std::size_t i = 0; i < v->size(); ++i) v->at(i) += 0.5;  // want: parallel
}

[[clustrix::cluster]]
void owned(std::unique_ptr<Values>& v) {
  for (std::size_t i = 0; i < v->size(); ++i) v->at(i) = (*v)[i] * 2;  // want: parallel
  for (std::size_t i = 1; i < v->size(); ++i) v->at(i) += v->at(i - 1);  // want: serial
}

[[clustrix::cluster]]
void pointed_data(const Values* v, Values& w) {
  for (std::size_t i = 0; i < v->size(); ++i) w[i] = v->data()[i] + v->back();  // want: parallel
}

// These may throw.
[[clustrix::cluster]]
void too_far(Values& v, int n) {
  for (int i = 0; i < n; ++i) v.at(i) += 1;  // want: serial
}

[[clustrix::cluster]]
void of_another(const Values& v, Values& w) {
  for (std::size_t i = 0; i < v.size(); ++i) w.at(i) += v[i];  // want: serial
}

[[clustrix::cluster]]
void one_behind(Values& v) {
  for (std::size_t i = 0; i < v.size(); ++i) v.at(i + 1) = 1;  // want: serial
}

template <class Call> void attempt(const char* name, const Call& call) {
  try {
    call();
    put(name, 0);
  } catch (const std::out_of_range&) {
    put(name, 1);
  }
}

int main() {
  Random random(3);
  for (const int n : {0, 1, 3, 700, 20020}) {
    Values v(n), w(n + 1, 0.5);
    random.fillUnit(v);
    all(v);
    show("all", v);
    neighbours(v, w);
    show("neighbours", w);
    counted_by_int(v);
    show("counted", v);
    std::array<double, 100> z{};
    fixed(z);
    show("fixed", z.data(), 100);
    pointed(&v);
    show("pointed", v);
    auto owner = std::make_unique<Values>(v);
    owned(owner);
    show("owned", *owner);
    if (n > 0) pointed_data(&v, w);
    show("data", w);
    attempt("enough", [&] { too_far(v, n); });
    attempt("too_far", [&] { too_far(v, n + 1); });
    show("v", v);
    attempt("of_another", [&] { of_another(v, w); });
    Values less(n / 2, 1.0);
    attempt("less", [&] { of_another(v, less); });
    show("less", less);
    attempt("one_behind", [&] { one_behind(v); });
    show("v", v);
  }
}

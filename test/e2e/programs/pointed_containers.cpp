// Containers behind pointers: `(*v)[i]`, where the kernel has the container's elements under its name.
#include "show.h"

#include <array>
#include <memory>
#include <span>

using Values = std::vector<double>;

[[clustrix::cluster]]
void read(const Values* v, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = (*v)[i] * 2;  // want: parallel
}

[[clustrix::cluster]]
void written(Values* v, int n) {
  for (int i = 0; i < n; ++i) (*v)[i] = (*v)[i] * 0.5 + i;  // want: parallel
}

/// Each element is the one before: not parallel through a pointer either.
[[clustrix::cluster]]
void carried(Values* v, int n) {
  for (int i = 1; i < n; ++i) (*v)[i] += (*v)[i - 1] * 0.5;  // want: serial
}

[[clustrix::cluster]]
void two(Values* to, const Values* from, int n) {
  for (int i = 1; i < n; ++i) (*to)[i] = (*from)[i - 1] + 1;  // want: parallel
}

[[clustrix::cluster]]
void own_pointer(Values& w, double* o, int n) {
  Values* v = &w;
  for (int i = 0; i < n; ++i) o[i] += (*v)[i];  // want: parallel
}

[[clustrix::cluster]]
double allocated(int n) {
  auto* v = new Values(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) (*v)[i] = i * 0.25;  // want: parallel
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += (*v)[i];  // want: parallel
  delete v;
  return sum;
}

[[clustrix::cluster]]
double owned(int n) {
  const auto v = std::make_unique<Values>(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) (*v)[i] = i * 0.75;  // want: parallel
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += ((*v))[i];  // want: parallel
  return sum;
}

[[clustrix::cluster]]
void of_an_array(std::array<double, 300>* v, double* o) {
  for (int i = 0; i < 300; ++i) o[i] = (*v)[i] + 1;  // want: parallel
}

[[clustrix::cluster]]
void of_a_view(std::span<double>* v, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = (*v)[i] - 1;  // want: parallel
}

[[clustrix::cluster]]
void of_a_plain_array(double (*v)[300], double* o) {
  for (int i = 0; i < 300; ++i) o[i] = (*v)[i] + (*(v + 0))[299 - i];  // want: parallel
}

[[clustrix::cluster]]
void in_a_lambda(Values* v, double* o, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto at = [&](int k) { return (*v)[k]; };
    o[i] = at(i) + at(n - 1 - i);
  }
}

[[clustrix::cluster]]
void over_it(Values* v, int by) {
  for (double& x : *v) x += by;  // want: parallel
}

[[clustrix::cluster]]
void of_its_size(Values* v, double* o) {
  for (std::size_t i = 0; i < v->size(); ++i) (*v)[i] += 1;  // want: parallel
  const auto n = static_cast<int>((*v).size());
  for (int i = 0; i < n; ++i) o[i] = (*v)[i] / static_cast<double>(v->size() + (*v).size());  // want: parallel
}

/// It grows meanwhile.
[[clustrix::cluster]]
void growing(Values* v, int n) {
  for (int i = 0; i < n; ++i) (*v).push_back(0.5 * i);  // may: parallel
  for (int i = 0; i < n; ++i) (*v).push_back(static_cast<double>(v->size()));  // want: serial
}

/// Followed in some iterations alone: the pointer may be null.
[[clustrix::cluster]]
void sometimes(const Values* v, double* o, int n) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    if (i > 400) o[i] = (*v)[i];
  }
}

/// Another container in each iteration.
[[clustrix::cluster]]
void of_a_table(Values** v, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = (*v[i & 1])[i];  // may: parallel
}

struct Holder {
  Values* values;
  Values own;
  double at(int i) const { return (*values)[i]; }

  [[clustrix::cluster]]
  void mix(double* o, int n) {
    Values* w = &own;
    for (int i = 0; i < n; ++i) o[i] = (*values)[i] + (*this->values)[i] + (*w)[i] + (*this).own[i];  // may: parallel
  }
};

[[clustrix::cluster]]
void of_a_member(const Holder& h, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = (*h.values)[i] + h.at(i);  // want: parallel
}

[[clustrix::cluster]]
void of_a_pointed_member(const Holder* h, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] = (*(h->values))[i] + (*(*h).values)[i];  // want: parallel
}

template <class Container>
[[clustrix::cluster]]
void of_any(Container* v, double* o, int n) {
  for (int i = 0; i < n; ++i) o[i] += (*v)[i];  // want: parallel
}

int main() {
  for (const int n : {0, 1, 7, 300, 1001}) {
    Random random(11);
    Values v(static_cast<std::size_t>(n + 1)), w(v.size()), o(v.size());
    random.fillUnit(v), random.fillUnit(w);
    read(&v, o.data(), n), show("read", o);
    written(&v, n), show("written", v);
    carried(&v, n), show("carried", v);
    two(&w, &v, n), show("two", w);
    two(&v, &v, n), show("same", v);
    own_pointer(v, o.data(), n), show("own_pointer", o);
    put("allocated", allocated(n));
    put("owned", owned(n));
    std::span<double> view(v);
    of_a_view(&view, o.data(), n), show("of_a_view", o);
    in_a_lambda(&v, o.data(), n), show("in_a_lambda", o);
    of_its_size(&v, o.data()), show("of_its_size", o);
    Values grown(3);
    growing(&grown, n), show("growing", grown);
    over_it(&v, 3), show("over_it", v);
    sometimes(n > 400 ? &v : nullptr, o.data(), n), show("sometimes", o);
    Values* table[2] = {&v, &w};
    of_a_table(table, o.data(), n), show("of_a_table", o);
    Holder h{&v, w};
    h.mix(o.data(), n), show("mix", o);
    of_a_member(h, o.data(), n), show("of_a_member", o);
    of_a_pointed_member(&h, o.data(), n), show("of_a_pointed_member", o);
    of_any(&v, o.data(), n), show("of_any", o);
  }
  std::array<double, 300> fixed{};
  double plain[300] = {}, o[300] = {};
  for (int i = 0; i < 300; ++i) fixed[static_cast<std::size_t>(i)] = plain[i] = i * 0.125;
  of_an_array(&fixed, o), show("of_an_array", o, 300);
  of_a_plain_array(&plain, o), show("of_a_plain_array", o, 300);
}

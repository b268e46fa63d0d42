// Variables that look combined and are not: also read, combined by two functions, by one that is not declared, or by
// one that does more than to combine.
#include "show.h"

struct Sum {
  double total = 0;
  long count = 0;
};
[[clustrix::reduction(Sum{})]] Sum join(const Sum& a, const Sum& b) { return {a.total + b.total, a.count + b.count}; }
[[clustrix::reduction(Sum{})]] Sum last(const Sum& a, const Sum& b) { return b.count > 0 ? b : a; }
Sum decay(const Sum& a, const Sum& b) { return {a.total * 0.5 + b.total, a.count + b.count}; }

int joins = 0;
[[clustrix::reduction(Sum{})]] Sum counted(const Sum& a, const Sum& b) {
  ++joins;
  return {a.total + b.total, a.count + b.count};
}

[[clustrix::cluster]]
Sum read_elsewhere(const std::vector<double>& v, std::vector<double>& running) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    sum = join(sum, {v[i], 1});
    running[i] = sum.total;
  }
  return sum;
}

[[clustrix::cluster]]
Sum read_in_operand(const std::vector<double>& v) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) sum = join(sum, {v[i] + 0.001 * sum.total, 1});  // want: serial
  return sum;
}

[[clustrix::cluster]]
Sum read_in_lambda(const std::vector<double>& v, std::vector<double>& running) {
  Sum sum;
  const auto so_far = [&] { return sum.total; };
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    sum = join(sum, {v[i], 1});
    running[i] = so_far();
  }
  return sum;
}

[[clustrix::cluster]]
Sum member_written(const std::vector<double>& v) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    sum = join(sum, {v[i], 1});
    if (v[i] > 0.9) sum.count = 0;
  }
  return sum;
}

[[clustrix::cluster]]
Sum through_reference(const std::vector<double>& v, std::vector<double>& running, Sum& sum, const Sum& same) {
  for (std::size_t i = 0; i < v.size(); ++i) {  // may: parallel
    sum = join(sum, {v[i], 1});
    running[i] = same.total;
  }
  return sum;
}

[[clustrix::cluster]]
Sum two_functions(const std::vector<double>& v) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    sum = join(sum, {v[i], 1});
    if (v[i] > 0.95) sum = last(sum, {v[i], 1});
  }
  return sum;
}

[[clustrix::cluster]]
Sum not_declared(const std::vector<double>& v) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) sum = decay(sum, {v[i], 1});  // want: serial
  return sum;
}

[[clustrix::cluster]]
Sum other_side(const std::vector<double>& v) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) sum = last({v[i], 1}, sum);  // want: serial
  return sum;
}

[[clustrix::cluster]]
Sum other_variable(const std::vector<double>& v) {
  Sum sum, before{2, 1};
  for (std::size_t i = 0; i < v.size(); ++i) {  // want: serial
    sum = join(before, {v[i], 1});
    before = sum;
  }
  return sum;
}

[[clustrix::cluster]]
Sum counts_calls(const std::vector<double>& v) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) sum = counted(sum, {v[i], 1});  // want: serial
  return sum;
}

[[clustrix::cluster]]
Sum value_used(const std::vector<double>& v, std::vector<double>& running) {
  Sum sum;
  for (std::size_t i = 0; i < v.size(); ++i) running[i] = (sum = join(sum, {v[i], 1})).total;  // want: serial
  return sum;
}

void put(const char* name, const Sum& sum) {
  put(name, sum.total);
  put(name, sum.count);
}

int main() {
  for (const int n : {0, 1, 50, 4000}) {
    Random random(12);
    std::vector<double> v(n), running(n);
    for (double& x : v) x = random.coarse();
    put("read_elsewhere", read_elsewhere(v, running));
    show("read_elsewhere.running", running);
    put("read_in_operand", read_in_operand(v));
    put("read_in_lambda", read_in_lambda(v, running));
    show("read_in_lambda.running", running);
    put("member_written", member_written(v));
    Sum sum, other{5, 5};
    put("through_reference", through_reference(v, running, sum, sum));
    show("through_reference.running", running);
    put("through_reference.apart", through_reference(v, running, sum, other));
    show("through_reference.apart.running", running);
    put("two_functions", two_functions(v));
    put("not_declared", not_declared(v));
    put("other_side", other_side(v));
    put("other_variable", other_variable(v));
    put("counts_calls", counts_calls(v));
    put("joins", joins);
    put("value_used", value_used(v, running));
    show("value_used.running", running);
  }
}

// push_back: once per iteration, after earlier elements, and in some iterations only.
#include "show.h"

[[clustrix::cluster]]
void squares(std::vector<double>& out, const std::vector<double>& in) {
  for (std::size_t i = 0; i < in.size(); ++i)  // may: parallel
    out.push_back(in[i] * in[i]);
}

[[clustrix::cluster]]
std::vector<int> selected(const std::vector<int>& in, int limit) {
  std::vector<int> out;
  for (int x : in)  // may: parallel
    if (x < limit) out.push_back(x);
  return out;
}

[[clustrix::cluster]]
int counted(const int* in, int* out, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i)  // may: parallel
    if (in[i] % 3 == 1) out[k++] = i;
  return k;
}

[[clustrix::cluster]]
void resized(std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (static_cast<std::size_t>(i) >= v.size()) v.resize(v.size() + 10, i);
    v[i] += 1;
  }
}

int main() {
  Random random(52);
  std::vector<double> in(2003), out(3, -1.0);
  std::vector<int> v(2003), w(2003, -1);
  random.fillUnit(in);
  random.fillBelow(v, 1000);
  squares(out, in);
  squares(out, {});
  show("squares", out);
  show("selected", selected(v, 300));
  put("counted", counted(v.data(), w.data(), 2003));
  show("w", w);
  resized(v, 2500);
  show("resized", v);
}

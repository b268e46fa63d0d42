// Appends that are none: into the vector that is read, in an expression, in a loop that is left, into one of many.
#include "show.h"

#include <string>

[[clustrix::cluster]]
void doubled(std::vector<int>& v, const std::vector<int>& in, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)  // want: parallel
    v.push_back(in[i] * 2);
}

[[clustrix::cluster]]
void fibonacci(std::vector<long>& v, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    v.push_back((v[v.size() - 1] + v[v.size() - 2]) % 1000003);
}

[[clustrix::cluster]]
void by_size(std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    v.push_back(static_cast<int>(v.size()) * 3);
}

[[clustrix::cluster]]
void until(std::vector<int>& v, std::size_t n) {
  for (std::size_t i = 0; v.size() < n; ++i)  // want: serial
    v.push_back(static_cast<int>(i));
}

[[clustrix::cluster]]
void triangle(std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i)     // want: parallel
    for (int j = 0; j <= i; ++j)  // want: parallel
      v.push_back(i - j);
}

[[clustrix::cluster]]
void leaving(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    if (x[i] > 990) break;
    v.push_back(x[i]);
  }
}

[[clustrix::cluster]]
void skipping(std::vector<int>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (x[i] % 7 == 0) continue;
    v.push_back(x[i]);
  }
}

[[clustrix::cluster]]
void either(std::vector<int>& v, std::vector<int>& w, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    x[i] > 500 ? v.push_back(x[i]) : w.push_back(i);
}

[[clustrix::cluster]]
void two_names(std::vector<int>& v, std::vector<int>& w, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    v.push_back(i);
    w.push_back(-i);
  }
}

[[clustrix::cluster]]
void popped(std::vector<int>& v, int n) {
  for (int i = 0; i < n; ++i) {  // want: serial
    v.push_back(i);
    if (i % 3 == 0) v.pop_back();
  }
}

[[clustrix::cluster]]
void bits(std::vector<bool>& v, const int* x, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    v.push_back(x[i] > 500);
}

[[clustrix::cluster]]
void words(std::vector<std::string>& v, int n) {
  for (int i = 0; i < n; ++i)  // want: serial
    v.push_back("w");
}

[[clustrix::cluster]]
void own_elements(std::vector<int>& v, const int* old, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    v.push_back(old[i] + 1);
}

int main() {
  Random random(84);
  std::vector<int> x(1500), v{1, 2, 3}, w;
  random.fillBelow(x, 1000);
  doubled(v, x, x.size());
  doubled(v, v, 3);  // of itself
  doubled(v, v, v.size());
  show("doubled", v);
  std::vector<long> f{1, 1};
  fibonacci(f, 60);
  show("fibonacci", f);
  by_size(w, 100);
  until(w, 150);
  until(w, 20);
  triangle(w, 40);
  leaving(w, x.data(), 1500);
  skipping(w, x.data(), 1500);
  either(v, w, x.data(), 1500);
  show("v", v);
  show("w", w);
  two_names(v, w, 100);
  two_names(v, v, 100);
  show("names", v);
  popped(v, 100);
  show("popped", v);
  std::vector<bool> b;
  bits(b, x.data(), 1500);
  put("bits", b.size());
  std::vector<std::string> s;
  words(s, 30);
  put("words", s.size());
  std::vector<int> roomy{5, 6, 7};
  roomy.reserve(5000);
  own_elements(roomy, roomy.data(), 3);
  own_elements(roomy, roomy.data(), 1000);  // reads what it adds
  show("own", roomy);
}

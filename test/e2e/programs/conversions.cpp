// Arithmetic whose result depends on the exact types: narrowing, mixed signs, integer division, shifts, chars, enums.
#include "show.h"

enum class Colour : unsigned char { Red, Green, Blue };

[[clustrix::cluster]]
void narrowing(const int* a, std::int8_t* out, std::uint16_t* wide, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    out[i] = static_cast<std::int8_t>(a[i]);
    wide[i] = static_cast<std::uint16_t>(a[i] * 3);
  }
}

[[clustrix::cluster]]
void division(const int* a, int* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = a[i] / 7 + a[i] % 7 * 1000 + (a[i] >> 3) + (a[i] / -3);
}

[[clustrix::cluster]]
void mixed_signs(const int* a, const unsigned* b, long long* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = static_cast<long long>(a[i] + b[i]) + (b[i] > 5u ? -1 : 1);
}

[[clustrix::cluster]]
void floats(const float* a, double* out, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    out[i] = a[i] * 0.1f + a[i] / 3 + static_cast<int>(a[i] * 100);
}

[[clustrix::cluster]]
void colours(Colour* c, const int* a, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    c[i] = a[i] % 3 == 0 ? Colour::Red : a[i] % 3 == 1 ? Colour::Green : Colour::Blue;
}

[[clustrix::cluster]]
void text(char* s, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (s[i] >= 'a' && s[i] <= 'z') s[i] = static_cast<char>(s[i] - 'a' + 'A');
}

int main() {
  Random random(46);
  const int n = 5003;
  std::vector<int> a(n), out(n);
  for (int& x : a) x = random.below(100000) - 50000;
  std::vector<std::int8_t> small(n);
  std::vector<std::uint16_t> wide(n);
  narrowing(a.data(), small.data(), wide.data(), n);
  show("small", small);
  show("wide", wide);
  division(a.data(), out.data(), n);
  show("division", out);
  std::vector<unsigned> b(n);
  for (unsigned& x : b) x = random.bits();
  std::vector<long long> longs(n);
  mixed_signs(a.data(), b.data(), longs.data(), n);
  show("signs", longs);
  std::vector<float> f(n);
  std::vector<double> d(n);
  random.fillUnit(f);
  floats(f.data(), d.data(), n);
  show("floats", d);
  std::vector<Colour> colour(n);
  colours(colour.data(), a.data(), n);
  std::vector<int> shown;
  for (Colour c : colour) shown.push_back(static_cast<int>(c));
  show("colours", shown);
  std::vector<char> s(n);
  for (char& c : s) c = static_cast<char>('A' + random.below(58));
  text(s.data(), n);
  show("text", s);
}

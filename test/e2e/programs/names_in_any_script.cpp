// Names that are not ASCII, in every place where a loop may have one, and others that hide nothing.
#include "show.h"

int é = 3;
int größe = 7;
int total$ = 11;
double Σ = 13;

[[clustrix::cluster]]
void counters(double* a, int n) {
  for (int é = 0; é < n; ++é) a[é] = é * 2;  // want: parallel
}

[[clustrix::cluster]]
void parameters(double* a, int n, int größe) {
  for (int i = 0; i < n; ++i) a[i] = größe + é;  // want: parallel
}

[[clustrix::cluster]]
void locals(double* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double ñ = i, n\u00F5 = 2;
    a[i] = ñ + nõ;
  }
}

[[clustrix::cluster]]
double sums(const double* a, int n) {
  double Σ = 0;
  for (int i = 0; i < n; ++i) Σ += a[i];  // want: parallel
  return Σ;
}

[[clustrix::cluster]]
int places(const double* größen, int n) {
  double größte = -1;
  int стелка = -1;
  for (int i = 0; i < n; ++i)  // want: parallel
    if (größen[i] > größte) {
      größte = größen[i];
      стелка = i;
    }
  return стелка;
}

[[clustrix::cluster]]
void dollars(double* a, int n, int total$) {
  for (int $i = 0; $i < n; ++$i) a[$i] = total$ - $i;  // want: parallel
}

[[clustrix::cluster]]
void spelled(double* a, int n, int gr\u00F6\u00DFe) {
  for (int \u00E9 = 0; \u00E9 < n; ++é) a[é] = größe * \u00E9;  // want: parallel
}

[[clustrix::cluster]]
void joined(double* a, int n, int fac\
tor) {
  for (int i = 0; i < n; ++i) a[i] = fact\
or * i;
}

struct Größe {
  double länge = 2, 面 = 3;
  double werte[256];
  double maß(int i) const { return länge * i + 面; }
};

[[clustrix::cluster]]
void members(double* a, const Größe& g, int n) {
  for (int i = 0; i < n; ++i) a[i] = g.maß(i) + g.werte[i % 256];  // may: parallel
}

namespace räume {
double halb(double x) { return x / 2; }
template <class Zahl>
[[clustrix::cluster]] void füllen(Zahl* größe, const Zahl* é, int n) {
  for (int ı = 0; ı < n; ++ı) größe[ı] = halb(é[ı]) + ı;  // want: parallel
}
}  // namespace räume

// The same but for one letter: what is made of the names must not be the same.
[[clustrix::cluster]] void f_ä(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 1; } [[clustrix::cluster]] void f_ö(double* a, int n) { for (int i = 0; i < n; ++i) a[i] = 2; }

[[clustrix::cluster]]
void alike(double* ä, const double* ö, int ü, int á, int n) {
  for (int i = 0; i < n; ++i) ä[i] = ö[i] * ü + á;  // want: parallel
}

[[clustrix::cluster]]
void appended(std::vector<double>& ключи, const double* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    if (a[i] > 0.5) ключи.push_back(a[i]);
}

[[clustrix::cluster]]
void lambdas(double* a, int n, double β) {
  const auto γ = [β](double x) { return x * β; };
  for (int i = 0; i < n; ++i) a[i] = γ(i);  // may: parallel
}

int main() {
  constexpr int n = 3000;
  std::vector<double> a(n, -1), b(n, 2);
  counters(a.data(), n), show("counters", a);
  parameters(a.data(), n, 5), show("parameters", a);
  locals(a.data(), n), show("locals", a);
  put("sums", sums(a.data(), n));
  put("places", places(a.data(), n));
  dollars(a.data(), n, 4), show("dollars", a);
  spelled(a.data(), n, 6), show("spelled", a);
  joined(a.data(), n, 9), show("joined", a);
  static Größe g;
  for (int i = 0; i < 256; ++i) g.werte[i] = i;
  members(a.data(), g, n), show("members", a);
  räume::füllen(a.data(), b.data(), n), show("räume", a);
  f_ä(a.data(), n), show("ä", a);
  f_ö(a.data(), n), show("ö", a);
  alike(a.data(), b.data(), 3, 4, n), show("alike", a);
  std::vector<double> found;
  appended(found, b.data(), n), show("appended", found);
  lambdas(a.data(), n, 1.5), show("lambdas", a);
  put("globals", é + größe + total$ + static_cast<int>(Σ));
}

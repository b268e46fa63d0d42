// Digraphs and alternative tokens: another spelling of the same program.
%:include "show.h"
%:define STEP 2
%:pragma GCC diagnostic ignored "-Wunused-variable"

<:<:clustrix::cluster:>:>
void clear(double* a, int n) <%
  for (int i = 0; i < n; ++i) a<:i:> = 1.5 * i;  // want: parallel
%>

<:<: clustrix::cluster :>:> int bits(const unsigned* a, unsigned* b, int n) <%
  int found = 0;
  for (int i = 0; i < n; i += STEP) <%  // may: parallel
    b<:i:> = compl a<:i:> bitand 0xFF xor 3;
    if (a<:i:> not_eq 4 and not (a<:i:> bitand 1) or a<:i:> == 7) ++found;
  %>
  return found;
%>

[[clustrix::cluster]]
void marks(unsigned* a, int n, unsigned mask) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    a[i] or_eq mask;
    a[i] and_eq compl 8u;
    a[i] xor_eq 2;
  }
}

%:if 1
[[clustrix::cluster]]
unsigned all(const unsigned* a, int n) {
  unsigned together = compl 0u;
  <:<:clustrix::independent:>:>
  for (int i = 0; i < n; ++i) together and_eq a<:i:> bitor 1;  // may: parallel
  return together;
}
%:endif

int main() {
  std::vector<double> x(2000);
  std::vector<unsigned> a(2000), b(2000);
  Random random(3);
  random.fillBelow(a, 64);
  clear(x.data(), 2000), show("clear", x);
  put("bits", bits(a.data(), b.data(), 2000)), show("b", b);
  marks(a.data(), 2000, 16), show("marks", a);
  put("all", all(a.data(), 2000));
}

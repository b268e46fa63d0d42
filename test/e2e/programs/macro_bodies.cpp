// Bodies of which only macros name the loop's variable.
#include "show.h"

#define CUR a[i]
#define AT(p) p[i]
#define ADD a[i] += n
#define BODY(x) x[i] += i;
#define LOOP for (int i = 0; i < n; ++i)
#define BOTH a[i] * 100 + j

[[clustrix::cluster]]
void plain(int* a, int n) {
  for (int i = 0; i < n; ++i) CUR *= 2;  // want: parallel
}

[[clustrix::cluster]]
void in_braces(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    // i is the element's place
    int b = 3;
    CUR *= b;
  }
}

[[clustrix::cluster]]
void with_more(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    ADD;
  }
}

[[clustrix::cluster]]
void whole_body(int* a, int n) {
  for (int i = 0; i < n; ++i) BODY(a)  // want: parallel
}

[[clustrix::cluster]]
void head_too(int* a, int n) {
  LOOP AT(a) += 3;  // want: parallel
}

[[clustrix::cluster]]
int summed(const int* a, int n) {
  int s = 0;
  LOOP s += AT(a);  // want: parallel
  return s;
}

[[clustrix::cluster]]
void from_a_place(int* a, int m, int n) {
  for (int i = m; i < n; i += 3) AT(a) += m;  // want: parallel
}

[[clustrix::cluster]]
void backwards(int* a, int n) {
  for (long i = n - 1; i >= 2; --i) CUR -= 5;  // want: parallel
}

[[clustrix::cluster]]
void by_a_step(int* a, int n, int s) {
  for (int i = 0; i < n; i += s) CUR += 1;  // may: parallel
}

[[clustrix::cluster]]
void beside(int* a, int n) {
  for (int i = 0, j = n; i < n; ++i, --j) CUR = BOTH;  // want: parallel
}

[[clustrix::cluster]]
void in_a_lambda(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    const auto f = [&] { return CUR + 1; };
    CUR = f() * 2;
  }
}

/// The macro's `i` is the body's own: a sum into one element.
[[clustrix::cluster]]
void hidden(int* a, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (n > 3) {
      int i = 2;
      CUR += n;
    }
  }
}

[[clustrix::cluster]]
int where_it_is(const int* a, int n) {
  for (int i = 0; i < n; ++i)  // may: parallel
    if (CUR == 4242) return 1;
  return 0;
}

[[clustrix::cluster]]
int kept_after(int* a, int n) {
  int i;
  for (i = 0; i < n; ++i) CUR += 4;  // want: parallel
  return i;
}

int main() {
  for (const int n : {0, 1, 4, 300, 1000}) {
    std::vector<int> a(static_cast<std::size_t>(n + 5));
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<int>(k % 97);
    plain(a.data(), n), show("plain", a);
    in_braces(a.data(), n), show("in_braces", a);
    with_more(a.data(), n), show("with_more", a);
    whole_body(a.data(), n), show("whole_body", a);
    head_too(a.data(), n), show("head_too", a);
    put("summed", summed(a.data(), n));
    from_a_place(a.data(), 1, n), show("from_a_place", a);
    backwards(a.data(), n), show("backwards", a);
    by_a_step(a.data(), n, 4), show("by_a_step", a);
    for (auto& x : a) x %= 1000;
    beside(a.data(), n), show("beside", a);
    in_a_lambda(a.data(), n), show("in_a_lambda", a);
    for (auto& x : a) x %= 1000;
    hidden(a.data(), n), show("hidden", a);
    a[a.size() - 5] = 4242;
    put("where_it_is", where_it_is(a.data(), n));
    put("kept_after", kept_after(a.data(), n)), show("kept_after", a);
  }
}

// Text that a careless rewriter breaks: comments and strings with braces, raw strings, digraphs, splices, empty
// bodies, several loops on one line, a macro that ends a statement.
#include "show.h"

static const char* text = R"(for (int i = 0; i < n; ++i) { [[clustrix::cluster]] })";

#define END ;

[[clustrix::cluster]] void comments(int* a, int n) {  // } for (;;) {
  /* for (int i = 0; */ for (int i = 0 /* { */; i < n; /* ) */ ++i) {  // want: parallel
    a[i] += '{' - '}';  // "unclosed
  }
  for (int i = 0; i < n; ++i) {  // may: parallel
    /* } */ a[i] -= "};"[i % 2];
  }
}

[[clustrix::cluster]]
void several(int* a, int* b, int n) {
  for (int i = 0; i < n; ++i) a[i] += 2; for (int i = 0; i < n; ++i) b[i] -= 2;  // want: parallel
  for (int i = 0; i < n; ++i)  // want: parallel
    ++a[i] END
  for (int i = 0; i < n; ++i);  // may: parallel
  for (int i = 0; i < n; ++i) {}  // may: parallel
}

[[clustrix::cluster]]
void spliced(int* a, int n) {
  for (int i = 0; \
       i < n; ++i)
    a[i] += 1\
0;
  for (int i = 0; i < n; ++i) <%  // want: parallel
    a<:i:> ^= 3;
  %>
}

[[clustrix::cluster]]
void if_else(int* a, int n, bool up) {
  if (up)
    for (int i = 0; i < n; ++i)  // want: parallel
      a[i] += 3;
  else
    for (int i = n - 1; i >= 0; --i)  // want: parallel
      a[i] -= 3;
  switch (n % 3) {
    case 0:
      for (int i = 0; i < n; ++i) a[i] *= 2;  // want: parallel
      break;
    default:
      for (int i = 0; i < n; ++i) a[i] *= 3;  // want: parallel
  }
label:
  for (int i = 0; i < n; ++i) a[i] -= 1;  // want: parallel
  if (a[0] % 5 != 0) goto label;
}

int main() {
  Random random(48);
  std::vector<int> a(3001), b(3001);
  random.fillBelow(a, 100);
  random.fillBelow(b, 100);
  comments(a.data(), 3001);
  several(a.data(), b.data(), 3000);
  spliced(a.data(), 2999);
  if_else(a.data(), 2000, true);
  if_else(a.data(), 1500, false);
  show("a", a);
  show("b", b);
  std::printf("text %s\n", text);
}

// Elements that both branches of a condition write, all of a chain, or all cases of a switch: private arrays, and results
// that are written in any case.
#include "show.h"

[[clustrix::cluster]]
void filled_in_both(const double* a, double* b, const int* c, int n) {
  double w[4];
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (c[i])
      for (int j = 0; j < 4; ++j) w[j] = a[i];  // may: parallel
    else
      for (int k = 0; k < 4; ++k) w[k] = 2 * a[i] + k;  // may: parallel
    double sum = 0;
    for (int j = 0; j < 4; ++j) sum += w[j] * j;  // may: parallel
    b[i] = sum;
  }
}

[[clustrix::cluster]]
void one_by_one(const double* a, double* b, int n) {
  double w[3];
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] > 0.5) {
      w[0] = a[i];
      w[1] = 1;
      w[2] = a[i] * 3;
    } else {
      w[2] = 7;
      w[1] = a[i] * 2;
      w[0] = 5;
    }
    double sum = 0;
    for (int j = 0; j < 3; ++j) sum += w[j] * (j + 1);  // may: parallel
    b[i] = sum;
  }
}

[[clustrix::cluster]]
void behind_pointer(const double* a, double* b, double* w, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    if (i % 3 == 1)
      for (int j = 0; j < m; ++j) w[j] = a[i];
    else
      for (int j = 0; j < m; ++j) w[j] = a[i] - j;
    for (int j = 0; j < m; ++j) b[i * m + j] = w[m - 1 - j];
  }
}

[[clustrix::cluster]]
void in_any_case(const double* a, double* b, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    if (a[i] > 0.5)
      b[i] = a[i];
    else
      b[i] = -1;
}

[[clustrix::cluster]]
void chain(const double* a, double* b, const int* c, int n) {
  double w[8];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int k = 0; k < 8; ++k) {
      if ((c[i] + k) % 3 == 0)
        w[k] = a[i];
      else if ((c[i] + k) % 3 == 1)
        w[k] = 2;
      else {
        if (a[i] > 0.5)
          w[k] = 3;
        else
          w[k] = a[i] * k;
      }
    }
    double sum = 0;
    for (int k = 0; k < 8; ++k) sum += w[k] * (k + 1);
    b[i] = sum;
  }
}

[[clustrix::cluster]]
void by_place(const double* a, double* b, int n, int m) {
  std::vector<double> w(m);
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int j = 0; j < m; ++j) {
      if (j == 0)
        w[j] = 1;
      else if (j == m - 1)
        w[j] = 2;
      else
        w[j] = a[i] * j;
    }
    double sum = 0;
    for (int j = 0; j < m; ++j) sum += w[j] * w[m - 1 - j];
    b[i] = sum;
  }
}

[[clustrix::cluster]]
void cases(const double* a, double* b, const int* c, int n) {
  double w[4];
  for (int i = 0; i < n; ++i) {  // want: parallel
    for (int k = 0; k < 4; ++k) {
      switch ((c[i] + k) % 4) {
        case 0:
          w[k] = a[i];
          break;
        case 1: {
          const double twice = 2 * a[i];
          w[k] = twice;
          break;
        }
        case 2:
          b[i] = 1;
          [[fallthrough]];
        default:
          w[k] = 7;
      }
    }
    b[i] = w[0] + 2 * w[1] + 3 * w[2] + 4 * w[3];
  }
}

// --- Traps

[[clustrix::cluster]]
void chain_without_end(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i] == 0)
      w[0] = a[i];
    else if (a[i] > 0.7)
      w[0] = 2;
    else if (a[i] < 0.3)
      w[0] = 3;
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void chain_of_others(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i] == 0)
      w[0] = a[i];
    else if (a[i] > 0.7)
      w[1] = 2;
    else
      w[0] = 3;
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void choice_in_a_choice(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i] == 0) {
      w[0] = a[i];
    } else {
      if (a[i] > 0.3) {
        if (a[i] > 0.6)
          w[0] = 2;
        else
          w[0] = 3;
      }
    }
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void no_default(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    switch (c[i]) {
      case 0:
        w[0] = a[i];
        break;
      case 5:
        w[0] = 2;
        break;
    }
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void leaves_a_case(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    switch (c[i]) {
      case 0:
        if (a[i] > 0.4) break;
        w[0] = a[i];
        break;
      default:
        w[0] = 2;
    }
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void an_empty_case(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    switch (c[i]) {
      case 0:
        w[0] = a[i];
        break;
      case 1:
        break;
      default:
        w[0] = 2;
    }
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void one_less(const double* a, double* b, const int* c, int n) {
  double w[4] = {9, 8, 7, 6};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i])
      for (int j = 0; j < 4; ++j) w[j] = a[i];
    else
      for (int j = 0; j < 3; ++j) w[j] = 2 * a[i];
    double sum = 0;
    for (int j = 0; j < 4; ++j) sum += w[j];
    b[i] = sum;
  }
}

[[clustrix::cluster]]
void one_further(const double* a, double* b, const int* c, int n) {
  double w[5] = {9, 8, 7, 6, 5};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i])
      for (int j = 0; j < 4; ++j) w[j] = a[i];
    else
      for (int j = 0; j < 4; ++j) w[j + 1] = 2 * a[i];
    b[i] = w[0] + w[1] * 2 + w[4];
  }
}

[[clustrix::cluster]]
void under_more(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i]) {
      w[0] = a[i];
    } else {
      if (a[i] > 0.3) w[0] = 2;
    }
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void leaves_a_branch(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    for (int j = 0; j < 1; ++j) {
      if (c[i]) {
        if (a[i] > 0.5) break;
        w[0] = a[i];
      } else {
        w[0] = 3;
      }
    }
    b[i] = w[0];
  }
}

[[clustrix::cluster]]
void leaves_some_out(const double* a, double* b, const int* c, int n) {
  double w[4] = {9, 8, 7, 6};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i])
      for (int j = 0; j < 4; ++j) {
        if (a[i] * j > 1) continue;
        w[j] = a[i];
      }
    else
      for (int j = 0; j < 4; ++j) w[j] = 2 * a[i];
    b[i] = w[0] + w[1] + w[2] * 3 + w[3];
  }
}

[[clustrix::cluster]]
void read_in_the_other(const double* a, double* b, const int* c, int n) {
  double w[2] = {9, 8};
  for (int i = 0; i < n; ++i) {  // want: serial
    double x = 0;
    if (c[i]) {
      w[0] = a[i];
    } else {
      x = w[0];
      w[0] = 2;
    }
    b[i] = x + w[0];
  }
}

[[clustrix::cluster]]
void without_iterations(const double* a, double* b, const int* c, int n, int m) {
  double w[4] = {9, 8, 7, 6};
  for (int i = 0; i < n; ++i) {  // want: serial
    if (c[i])
      for (int j = 0; j < m; ++j) w[j] = a[i];
    else
      for (int j = 0; j < m; ++j) w[j] = 2 * a[i];
    b[i] = w[0] + w[1];
  }
}

int main() {
  Random random(4711);
  for (const int n : {0, 1, 2, 9, 3000}) {
    std::vector<double> a(n), b(n), m(n * 5), w(5);
    std::vector<int> c(n);
    random.fillUnit(a);
    random.fillBelow(c, 2);
    filled_in_both(a.data(), b.data(), c.data(), n);
    show("both", b.data(), n);
    one_by_one(a.data(), b.data(), n);
    show("one", b.data(), n);
    behind_pointer(a.data(), m.data(), w.data(), n, 5);
    show("behind", m.data(), n * 5);
    show("work", w.data(), 5);
    in_any_case(a.data(), b.data(), n);
    show("any", b.data(), n);
    chain(a.data(), b.data(), c.data(), n);
    show("chain", b.data(), n);
    by_place(a.data(), b.data(), n, 6);
    show("place", b.data(), n);
    cases(a.data(), b.data(), c.data(), n);
    show("cases", b.data(), n);
    chain_without_end(a.data(), b.data(), c.data(), n);
    show("without end", b.data(), n);
    chain_of_others(a.data(), b.data(), c.data(), n);
    show("of others", b.data(), n);
    choice_in_a_choice(a.data(), b.data(), c.data(), n);
    show("in a choice", b.data(), n);
    no_default(a.data(), b.data(), c.data(), n);
    show("no default", b.data(), n);
    leaves_a_case(a.data(), b.data(), c.data(), n);
    show("leaves case", b.data(), n);
    an_empty_case(a.data(), b.data(), c.data(), n);
    show("empty case", b.data(), n);
    one_less(a.data(), b.data(), c.data(), n);
    show("less", b.data(), n);
    one_further(a.data(), b.data(), c.data(), n);
    show("further", b.data(), n);
    under_more(a.data(), b.data(), c.data(), n);
    show("more", b.data(), n);
    leaves_a_branch(a.data(), b.data(), c.data(), n);
    show("leaves", b.data(), n);
    leaves_some_out(a.data(), b.data(), c.data(), n);
    show("some", b.data(), n);
    read_in_the_other(a.data(), b.data(), c.data(), n);
    show("other", b.data(), n);
    for (const int width : {0, 1, 4}) {
      without_iterations(a.data(), b.data(), c.data(), n, width);
      show("width", b.data(), n);
    }
  }
}

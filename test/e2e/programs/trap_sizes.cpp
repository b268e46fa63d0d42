// Arrays of variable length: their sizes are expressions of a type, computed wherever the type is written.
#include "show.h"

[[clustrix::cluster]]
void of_sizeof(int* b, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    b[i] += static_cast<int>(sizeof(int[((b[i - 1] += 2) & 3) + 1]));
}

[[clustrix::cluster]]
void of_typedef(int* b, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    typedef int Row[((b[i - 1] += 2) & 3) + 1];
    b[i] += static_cast<int>(sizeof(Row));
  }
}

[[clustrix::cluster]]
void of_alias(int* b, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    using Row = int[(b[i - 1] & 3) + 1];
    b[i] += static_cast<int>(sizeof(Row));
  }
}

[[clustrix::cluster]]
void of_pointer(int* b, int n) {
  for (int i = 1; i < n; ++i) {  // want: serial
    int (*rows)[(b[i - 1] & 3) + 1] = nullptr;
    b[i] += static_cast<int>(sizeof(*rows));
  }
}

[[clustrix::cluster]]
void of_cast(int* b, int n) {
  for (int i = 1; i < n; ++i)  // want: serial
    b[i] += reinterpret_cast<int(*)[((b[i - 1] += 2) & 3) + 1]>(b) != nullptr;
}

[[clustrix::cluster]]
int counted(int* b, int n) {
  int length = 3;
  for (int i = 0; i < n; ++i)  // may: parallel
    b[i] += static_cast<int>(sizeof(int[length++]));
  return length;
}

[[clustrix::cluster]]
void of_a_column(int* b, int n, int m) {
  for (int i = 0; i < n; ++i) {  // may: parallel
    auto rows = reinterpret_cast<int(*)[m]>(b);
    rows[i][0] += 1;
  }
}

[[clustrix::cluster]]
void of_a_local(int* b, int n) {
  int copy[n + 1];
  for (int i = 0; i <= n; ++i) copy[i] = b[i];                                            // may: parallel
  for (int i = 0; i < n; ++i) b[i] += copy[i + 1] + static_cast<int>(sizeof(copy)) % 64;  // may: parallel
}

int main() {
  for (const int n : {0, 1, 6, 500}) {
    Random random(7);
    std::vector<int> b(4 * n + 2);
    random.fillBelow(b, 101);
    const auto run = [&](const char* name, auto&& function) {
      function(b.data(), n);
      show(name, b);
    };
    run("of_sizeof", of_sizeof);
    run("of_typedef", of_typedef);
    run("of_alias", of_alias);
    run("of_pointer", of_pointer);
    run("of_cast", of_cast);
    put("counted", counted(b.data(), n));
    show("counted", b);
    run("of_a_column", [](int* to, int count) { of_a_column(to, count, 4); });
    run("of_a_local", of_a_local);
  }
}

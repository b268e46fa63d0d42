// Where the text of a loop can be cut in two, and the text that comes of it.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string sourceOf(const std::string& loop) {
  return "#define BOTH a[i] = i; b[i] = i;\n[[clustrix::cluster]] int f(double* a, double* b, int n, int m) {\n"
         "  double sum = 0, last = 0;\n  const auto add = [&](double x) { sum += x; };\n  int k = 0;\n" +
         loop + "\n  add(last);\n  return k + static_cast<int>(sum);\n}\n";
}

/// The loop after its `number`th split; "" when it has fewer.
std::string split(const std::string& loop, std::size_t number = 0) {
  const std::string text = sourceOf(loop);
  const LoopModel model = modelOf(text);
  if (model.splits.places.size() <= number) return "";
  const Edit& edit = model.splits.places[number].edit;
  std::string changed = text;
  changed.replace(edit.begin, edit.end - edit.begin, edit.replacement);
  const std::size_t begin = text.find(loop);
  return changed.substr(begin, loop.size() + edit.replacement.size());
}

std::size_t places(const std::string& loop) { return modelOf(sourceOf(loop)).splits.places.size(); }

}  // namespace

TEST_CASE("a loop is cut between two statements, with its head again") {
  CHECK(split("  for (int i = 1; i < n; ++i) {\n    a[i] += a[i - 1];\n    b[i] = 2;\n  }") ==
        "  for (int i = 1; i < n; ++i) {\n    a[i] += a[i - 1];\n  }\n  for (int i = 1; i < n; ++i) {\n    b[i] = 2;\n "
        " }");
}

TEST_CASE("a comment stays on its line, and statements on one line are parted") {
  CHECK(split("for (int i = 0; i < n; ++i) {\n  a[i] = 1;  // one\n  b[i] = 2;\n}") ==
        "for (int i = 0; i < n; ++i) {\n  a[i] = 1;  // one\n}\nfor (int i = 0; i < n; ++i) {\n  b[i] = 2;\n}");
  CHECK(split("for (int i = 0; i < n; ++i) { a[i] = 1; b[i] = 2; }") ==
        "for (int i = 0; i < n; ++i) { a[i] = 1;\n}\nfor (int i = 0; i < n; ++i) { b[i] = 2; }");
}

TEST_CASE("statements of every kind are parted where none needs another's variables") {
  CHECK(
      places(
          "for (int i = 0; i < n; ++i) { if (i > 2) { a[i] = 1; } for (int j = 0; j < m; ++j) b[j] = i; a[i] = 3; }") ==
      2);
  CHECK(places("for (int i = 0; i < n; ++i) { const double t = a[i]; a[i] = t + 1; b[i] = 2; }") == 1);
  CHECK(places("for (int i = 0; i < n; ++i) { a[i] = 1; last += b[i]; }") == 1);
  CHECK(places("for (int i = 0, j = n; i < n; ++i, --j) { a[i] = j; b[i] = j; }") == 1);
}

TEST_CASE("variables that iterations hand on keep statements together") {
  CHECK(places("for (int i = 0; i < n; ++i) { a[k] = 1; b[i] = 2; k += 2; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i) { last = a[i]; b[i] = last; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i) { double& t = last; t = a[i]; b[i] = last; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i) { using T = double; a[i] = 1; b[i] = T(2); }") == 0);
}

TEST_CASE("what a lambda from elsewhere writes is not known by name") {
  CHECK(places("for (int i = 0; i < n; ++i) { add(a[i]); b[i] = sum; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i) { b[i] = 1; a[i] = 2; add(1); }") == 0);
}

TEST_CASE("jumps keep the body whole") {
  CHECK(places("for (int i = 0; i < n; ++i) { if (a[i] > 0) continue; a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i) { a[i] = 1; if (a[i] > 7) goto next; b[i] = 2; next:; }") == 0);
}

TEST_CASE("a head that does more than count is not repeated") {
  CHECK(places("for (int i = k++; i < n; ++i) { a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("int i = 0; for (; i < n; ++i) { a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i, ++k) { a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("for (int i = k; i < n; ++i) { k = 1; a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("for (int i = (int)b[0]; i < n; ++i) { b[i] = 1; a[i] = 2; }") == 0);
  CHECK(places("int i; for (i = 0; i < n; ++i) { a[i] = 1; b[i] = 2; } k = i;") == 1);
}

TEST_CASE("only a statement of a block has room for another one") {
  CHECK(places("if (n > 3) for (int i = 0; i < n; ++i) { a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("if (n > 3) { for (int i = 0; i < n; ++i) { a[i] = 1; b[i] = 2; } }") == 1);
}

TEST_CASE("text that macros, pragmas and directives speak of stays as it is") {
  CHECK(places("for (int i = 0; i < n; ++i) { BOTH }") == 0);
  CHECK(places("#pragma GCC ivdep\n  for (int i = 0; i < n; ++i) { a[i] = 1; b[i] = 2; }") == 0);
  CHECK(places("for (int i = 0; i < n; ++i) {\n a[i] = 1;\n#if 1\n b[i] = 2;\n#endif\n}") == 0);
}

TEST_CASE("what an iteration declares, and the model has in front of the loop, is not split from its uses") {
  const auto split = [](const std::string& declaration) {
    const LoopModel model = modelOf(
        "#include <vector>\n[[clustrix::cluster]] void f(double* a, const int* b, int n, int m) {\n"
        "  for (int i = 0; i < n; ++i) {\n    " +
        declaration + "\n    a[i] = i;\n    a[b[i]] += 1;\n  }\n}\n");
    return model.splits.places.size();
  };
  CHECK(split("") > 0);
  CHECK(split("std::vector<double> w(m);\n    double* p = w.data();\n    for (int j = 0; j < m; ++j) p[j] = j;") == 0);
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The body of the loop after the first fix that an effect proposes; "" when none does.
std::string fixedBody(const std::string& body, const std::string& head = "for (int i = 0; i < n; ++i)") {
  const std::string before =
      "#include <vector>\nvoid use(double*);\nstruct Sum { double value; };\n"
      "[[clustrix::cluster]] void f(const double* a, double* b, std::vector<double>& v, Sum& s, int n) {\n"
      "  double sum = 0;\n  const int width = 4;\n  " +
      head + " {";
  const std::string after = "}\n  b[0] = sum;\n}\n";
  const std::string text = before + body + after;
  const LoopModel model = modelOf(text);
  for (const Effect& effect : model.effects) {
    if (effect.edits.empty()) continue;
    std::vector<Edit> edits = effect.edits;
    std::sort(edits.begin(), edits.end(), [](const Edit& x, const Edit& y) { return x.begin > y.begin; });
    std::string fixed = text;
    for (const Edit& edit : edits) fixed.replace(edit.begin, edit.end - edit.begin, edit.replacement);
    const std::size_t end = fixed.size() - after.size();
    return fixed.substr(before.size(), end - before.size());
  }
  return "";
}

bool isLeft(const std::string& body) { return fixedBody(body).empty(); }

}  // namespace

TEST_CASE("memory that is freed in the same block becomes an array") {
  CHECK(fixedBody("double* t = new double[3]; t[0] = a[i]; b[i] = t[0]; delete[] t;") ==
        "double t[3]; t[0] = a[i]; b[i] = t[0]; ");
  CHECK(fixedBody("double* t = new double[3](); b[i] = t[0]; delete[] t;") == "double t[3] = {}; b[i] = t[0]; ");
}

TEST_CASE("memory that is used as a pointer stays") {
  CHECK(isLeft("double* t = new double[n]; b[i] = t[0]; delete[] t;"));
  CHECK(isLeft("double* t = new double[3]; use(t); delete[] t;"));
  CHECK(isLeft("double* t = new double[3]; if (i) delete[] t;"));
  CHECK(isLeft("double* t = new double[3]; double* u = t; b[i] = u[0]; delete[] t;"));
  CHECK(isLeft("double* t = new double[3]; t = b; b[i] = 1;"));
  CHECK(isLeft("double* t = new double{3}; b[i] = *t; delete t;"));
  CHECK(isLeft("double* t = new double[3]{1, 2, 3}; b[i] = t[0]; delete[] t;"));
}

TEST_CASE("a second name gives way to the first") {
  CHECK(fixedBody("double& r = sum; r += a[i];") == "sum += a[i];");
  CHECK(fixedBody("\n  double& r = sum;\n  r += a[i];\n") == "\n  sum += a[i];\n");
}

TEST_CASE("a second name stays where the first means something else") {
  CHECK(isLeft("double& r = sum; { double sum = a[i]; r += sum; }"));
  CHECK(isLeft("double& r = sum; auto add = [&](double x) { r += x; }; add(a[i]);"));
  CHECK(isLeft("double& r = sum; decltype(r) q = r; q += a[i];"));
}

TEST_CASE("a static variable that is assigned first becomes one of the iteration") {
  CHECK(fixedBody("static double t; t = a[i]; b[i] = t * t;") == "double t; t = a[i]; b[i] = t * t;");
  CHECK(fixedBody("static double t = 1; t = a[i]; t += 1; b[i] = t;") == "double t = 1; t = a[i]; t += 1; b[i] = t;");
}

TEST_CASE("a static variable whose last value may be seen stays") {
  CHECK(isLeft("static double t; t = t + a[i]; b[i] = t;"));
  CHECK(isLeft("static double t; if (a[i] > 0) t = a[i]; b[i] = t;"));
  CHECK(isLeft("static double t; t = a[i]; use(&t); b[i] = t;"));
  CHECK(isLeft("static double t; t = a[i]; double* p = &t; b[i] = *p;"));
  CHECK(isLeft("static thread_local double t; t = a[i]; b[i] = t;"));
  CHECK(isLeft("if (i > 3) goto later; { static double t; t = a[i]; later: b[i] = t; }"));
}

// Alias propagation: which are the object's own, and how far behind its begin.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Case {
  const char* statements;
  const char* written;
};

LoopModel loop(const std::string& statements) {
  return modelOf(
      "#include <array>\n#include <span>\n#include <utility>\n#include <vector>\nvoid any();\n"
      "struct G { std::vector<double> u; };\n"
      "[[clustrix::cluster]] void f(std::vector<double>& v, std::vector<double>& w, std::array<double, 9>& z, "
      "std::span<double> s, G& g, int k, int n) {\n" +
      statements + " }\n");
}
/// Where the one write goes: `v[k_i]`, where the loop has but one array.
std::string written(const std::string& statements) {
  const LoopModel model = loop(statements);
  std::string all;
  for (const Access& access : model.accesses)
    if (access.kind == AccessKind::Write)
      all += model.arrays[static_cast<std::size_t>(access.array.value)].name + "[" +
             (access.index ? text(model, *access.index) : "?") + "]";
  return model.arrays.size() == 1 ? all : "";
}

}  // namespace

TEST_CASE("a second name is the object's own") {
  for (const auto& [statements, where] :
       {Case{"auto& x = v; for (int i = 0; i < n; ++i) x[i] = v[i];", "v[k_i]"},
        Case{"const auto& x = v; for (int i = 0; i < n; ++i) v[i] = x[i];", "v[k_i]"},
        Case{"auto& x = g.u; for (int i = 0; i < n; ++i) x[i] = g.u[i];", "g_u[k_i]"},
        Case{"double* p = v.data(); for (int i = 0; i < n; ++i) p[i] = v[i];", "v[k_i]"},
        Case{"double* p = v.data() + k; for (int i = 0; i < n; ++i) p[i] = v[i];", "v[k_i + k]"},
        Case{"double* p = &v[2]; for (int i = 0; i < n; ++i) p[i] = v[i];", "v[k_i + 2]"},
        Case{"double* p = v.data(); double* q = p + 1; for (int i = 0; i < n; ++i) q[i] = v[i];", "v[k_i + 1]"},
        Case{"double* p = v.data(); double* q = p + 1; for (int i = 0; i < n; ++i) q[i] = p[i];", "v[k_i + 1]"},
        Case{"auto b = v.begin() + k; for (int i = 0; i < n; ++i) b[i] = v[i];", "v[k_i + k]"},
        Case{"std::span x(v); for (int i = 0; i < n; ++i) x[i] = v[i];", "v[k_i]"},
        Case{"std::span<double> x = v; for (int i = 0; i < n; ++i) x[i] = v[i];", "v[k_i]"},
        Case{"std::span x(v); auto y = x.subspan(3); for (int i = 0; i < n; ++i) y[i] = x[i];", "v[k_i + 3]"},
        Case{"auto y = s.subspan(k); for (int i = 0; i < n; ++i) y[i] = s[i];", "s[k_i + k]"},
        Case{"double* p = z.data(); for (int i = 0; i < n; ++i) p[i] = z[i];", "z[k_i]"},
        Case{"double* p = v.data(); for (int t = 0; t < 3; ++t) for (int i = 0; i < n; ++i) p[i] = v[i];", "v[k_i]"}}) {
    INFO(statements);
    CHECK(written(statements) == where);
  }
}

TEST_CASE("a name stays its own where the container may have moved its elements") {
  for (const char* statements :
       {"double* p = v.data(); v.resize(n); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); v.swap(w); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); w.swap(v); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); std::swap(v, w); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); w = std::move(v); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); w.push_back(1); for (int i = 0; i < n; ++i) p[i] = v[i];",  // w may be v
        "double* p = v.data(); any(); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); auto& x = v; x.clear(); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); for (int t = 0; t < 3; ++t) { for (int i = 0; i < n; ++i) p[i] = v[i]; v.resize(t); "
        "}"}) {
    INFO(statements);
    CHECK(written(statements).empty());
  }
}

TEST_CASE("a name stays its own where it, or what it was computed from, may have changed") {
  for (const char* statements :
       {"double* p = v.data(); if (n > 3) p = w.data(); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "double* p = v.data(); double** q = &p; for (int i = 0; i < n; ++i) p[i] = v[i]; any(); *q = nullptr;",
        "double* p = v.data() + k; ++k; for (int i = 0; i < n; ++i) p[i] = v[i];",
        "std::span x(v); if (n > 3) x = s; for (int i = 0; i < n; ++i) x[i] = v[i];",
        "auto& x = n > 3 ? v : w; for (int i = 0; i < n; ++i) x[i] = v[i];",
        "float* p = reinterpret_cast<float*>(v.data()); for (int i = 0; i < n; ++i) p[i] = v[i];",
        "auto& x = v; { std::vector<double> v(9); for (int i = 0; i < n; ++i) x[i] = v[i]; }"}) {
    INFO(statements);
    CHECK(written(statements).empty());
  }
}

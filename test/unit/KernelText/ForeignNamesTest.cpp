// Names in texts that the kernel repeats, which mean something else where it stands.
#include "../Fixtures/Parse.h"
#include "../Fixtures/PieceText.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The body of the kernel's only repeated function, in which `get` reads the vector `d` of the object `g`; or why there
/// is none.
std::string repeated(const std::string& source) {
  const LoopModel model = modelOf("#include <vector>\n#include <type_traits>\n" + source);
  if (!model.obstacles.empty()) return model.obstacles.front().message;
  if (model.kernel.functions.size() != 1) return std::to_string(model.kernel.functions.size()) + " functions";
  return pieceText(model.kernel.functions[0].body, model);
}

const std::string loop = " { for (int i = 0; i < n; ++i) o[i] = g.get(i); }\n";

/// `get`, of a class template with the value parameter N that is 4.
std::string ofTemplate(const std::string& members) {
  return repeated("inline int twice(int x) { return 2 * x; }\ntemplate <int N> struct G { std::vector<int> d; " +
                  members + " };\n[[clustrix::cluster]] void f(const G<4>& g, int* o, int n)" + loop);
}

/// `get`, of a class of the file's own scope, in a function of namespace `near` that declares what `near` says.
std::string seenFrom(const std::string& near, const std::string& members, const std::string& before = "") {
  return repeated("constexpr int N = 7; int scale(int x) { return 2 * x; } struct V { int v; };\n" + before +
                  "struct G { std::vector<int> d; " + members + " };\nnamespace near {\n" + near +
                  "\n[[clustrix::cluster]] void f(const G& g, int* o, int n)" + loop + "}\n");
}

}  // namespace

TEST_CASE("a template parameter with a value is that value") {
  CHECK(ofTemplate("int get(int i) const { return d[i % N] + N; }") == "{ return g_d[i % 4] + 4; }");
  CHECK(ofTemplate("int get(int i) const { int x[N] = {}; return d[i] + x[N - 1]; }") ==
        "{ int x[4] = {}; return g_d[i] + x[4 - 1]; }");
  CHECK(repeated("template <unsigned long B, bool On, char C> struct G { std::vector<int> d; int get(int i) const { "
                 "return On ? d[i] + int(B) : C; } };\n"
                 "[[clustrix::cluster]] void f(const G<5, true, 'a'>& g, int* o, int n)" +
                 loop) == "{ return true ? g_d[i] + int(5ul) : static_cast<char>(97); }");
}

TEST_CASE("a function as a template's argument is called by its name") {
  CHECK(repeated("inline int twice(int x) { return 2 * x; }\n"
                 "template <int (*F)(int)> struct G { std::vector<int> d; int get(int i) const { return F(d[i]); } };\n"
                 "[[clustrix::cluster]] void f(const G<twice>& g, int* o, int n)" +
                 loop) == "{ return twice(g_d[i]); }");
}

TEST_CASE("a parameter that the loop's own template hands on keeps that name") {
  const std::string helper =
      "template <int R, int C> struct M { std::vector<int> d; int get(int i) const { return d[i * C]; } };\n";
  CHECK(repeated(helper + "template <int C, int R> [[clustrix::cluster]] void f(const M<C, R>& g, int* o, int n)" +
                 loop + "void h(const M<3, 4>& g, int* o) { f(g, o, 2); }\n") == "{ return g_d[i * R]; }");
  CHECK(repeated(helper + "template <int C> [[clustrix::cluster]] void f(const M<C, 9>& g, int* o, int n)" + loop +
                 "void h(const M<3, 9>& g, int* o) { f(g, o, 2); }\n") == "{ return g_d[i * 9]; }");
}

TEST_CASE("a text may not declare what the kernel's template has for a parameter") {
  CHECK(repeated("template <int N> struct G { std::vector<int> d; int get(int K) const { return d[K % N]; } };\n"
                 "template <int K> [[clustrix::cluster]] void f(const G<K>& g, int* o, int n)" +
                 loop + "void h(const G<3>& g, int* o) { f(g, o, 2); }\n")
            .find("it has a 'K' of its own") != std::string::npos);
}

TEST_CASE("members of the class's specialisation are named with it") {
  CHECK(ofTemplate("static constexpr int W = N * 2; int get(int i) const { return d[i] + W; }") ==
        "{ return g_d[i] + G<4>::W; }");
  CHECK(ofTemplate("template <int M> static int add(int x) { return x + M; } int get(int i) const { return d[i] + "
                   "G<N + 1>::template add<N>(2); }")
            .find("G<5>::") != std::string::npos);
}

TEST_CASE("of a choice at compile time the branch that is compiled is repeated") {
  CHECK(ofTemplate("int get(int i) const { if constexpr (N > 3) return d[i]; else return G<N + 1>::none(i); }") ==
        "{ return g_d[i]; }");
  CHECK(ofTemplate("int get(int i) const { if constexpr (N > 5) { return N; } else { return d[i]; } }") ==
        "{ { return g_d[i]; } }");
  CHECK(ofTemplate("int get(int i) const { int x = d[i]; if constexpr (N > 5) x = N; return x; }") ==
        "{ int x = g_d[i]; {}; return x; }");
  CHECK(ofTemplate("int get(int i) const { int x = d[i]; if constexpr (N < 5) x = 1; else { x = 2; } return x; }") ==
        "{ int x = g_d[i]; x = 1; return x; }");
}

TEST_CASE("what the file's own scope has is named from there where something hides it") {
  const std::string get = "int get(int i) const { return d[i] + N + scale(i); }";
  CHECK(seenFrom("", get) == "{ return g_d[i] + N + scale(i); }");
  CHECK(seenFrom("constexpr int N = 1;", get) == "{ return g_d[i] + ::N + scale(i); }");
  CHECK(seenFrom("int scale(double);", get) == "{ return g_d[i] + N + ::scale(i); }");
  CHECK(seenFrom("namespace other { constexpr int N = 2; } using namespace other;", get) ==
        "{ return g_d[i] + ::N + scale(i); }");
  CHECK(seenFrom("struct V { V(long); };", "int get(int i) const { V v{d[i]}; return v.v; }") ==
        "{ ::V v{g_d[i]}; return v.v; }");
}

TEST_CASE("a template parameter, a variable or a kernel's own word hides it as well") {
  const std::string helper =
      "constexpr int N = 7; int order(int x) { return x; }\n"
      "struct G { std::vector<int> d; int get(int i) const { return order(d[i]) + N; } };\n";
  CHECK(repeated(helper + "template <int N> [[clustrix::cluster]] void f(const G& g, int* o, int n)" + loop +
                 "void h(const G& g, int* o) { f<3>(g, o, 2); }\n") == "{ return ::order(g_d[i]) + ::N; }");
  CHECK(repeated(helper + "[[clustrix::cluster]] void f(const G& g, int* o, int n) { int N = n / 2; for (int i = 0; i "
                          "< n; ++i) o[i] = g.get(i) + N; }\n") == "{ return ::order(g_d[i]) + ::N; }");
}

TEST_CASE("a namespace that another one hides is named from the outermost scope") {
  const std::string far = "namespace far { constexpr int M = 3; }\n";
  CHECK(seenFrom("namespace far {}", "int get(int i) const { return d[i] + far::M; }", far) ==
        "{ return g_d[i] + ::far::M; }");
  CHECK(seenFrom("", "int get(int i) const { return d[i] + far::M; }", far) == "{ return g_d[i] + far::M; }");
}

TEST_CASE("constants that only the class may name are their values") {
  CHECK(repeated("class G { static constexpr unsigned W = 4; public: std::vector<int> d; int get(int i) const { return "
                 "d[i] * W; } };\n[[clustrix::cluster]] void f(const G& g, int* o, int n)" +
                 loop) == "{ return g_d[i] * 4u; }");
  CHECK(repeated("class G { static int s(int x) { return x; } public: std::vector<int> d; int get(int i) const { "
                 "return (&s != nullptr) + d[i]; } };\n[[clustrix::cluster]] void f(const G& g, int* o, int n)" +
                 loop)
            .find("'s'") != std::string::npos);
}

TEST_CASE("an overload that comes between the text and the kernel is a reason not to repeat it") {
  CHECK(repeated("long rank(long x) { return x; }\nstruct G { std::vector<int> d; int get(int i) const { return "
                 "int(rank(d[i])); } };\nlong rank(int x) { return x + 1; }\n"
                 "[[clustrix::cluster]] void f(const G& g, int* o, int n)" +
                 loop)
            .find("'rank'") != std::string::npos);
}

TEST_CASE("a macro that is another one by then is a reason not to repeat the text") {
  const std::string helper =
      "#define K 3\n#define TIMES(x) ((x) * K)\nstruct G { std::vector<int> d; int get(int i) const { return ";
  const std::string function = "; } };\n#undef K\n#define K 5\n[[clustrix::cluster]] void f(const G& g, int* o, int n)";
  CHECK(repeated(helper + "d[i] * K" + function + loop).find("macro 'K'") != std::string::npos);
  CHECK(repeated(helper + "TIMES(d[i])" + function + loop).find("in a macro") != std::string::npos);
  CHECK(repeated(helper + "d[i] * 2" + function + loop) == "{ return g_d[i] * 2; }");
  CHECK(repeated("struct G { std::vector<int> d; int get(int i) const { int j = d[i]; return j; } };\n"
                 "#define j 9\n[[clustrix::cluster]] void f(const G& g, int* o, int n)" +
                 loop)
            .find("macro 'j'") != std::string::npos);
}

TEST_CASE("a text that asks for its own name or line is not repeated") {
  for (const char* asked : {"__LINE__", "int(sizeof(__func__))"})
    CHECK(repeated("struct G { std::vector<int> d; int get(int i) const { return d[i] + " + std::string(asked) +
                   "; } };\n[[clustrix::cluster]] void f(const G& g, int* o, int n)" + loop)
              .find("g_d") == std::string::npos);
}

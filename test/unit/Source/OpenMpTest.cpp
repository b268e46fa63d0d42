#include "Source/OpenMp.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class Source : public ParsedFunction {
 public:
  /// `LOOP` in the body is one.
  explicit Source(const std::string& body)
      : ParsedFunction("#define LOOP for (int i = 0; i < n; ++i) a[i] = i;\nvoid f(double* a, int n) {\n" + body +
                       "\n}"),
        found_(openMpLoops(function().getBody(), FilePlaces(function().getASTContext()))) {}
  bool hasConstruct() const { return found_.any; }
  /// What is found of the first loop; null where it is no part of a construct.
  const OpenMpLoop* loop() const {
    const auto found = found_.loops.find(&statement<clang::ForStmt>());
    return found == found_.loops.end() ? nullptr : &found->second;
  }

 private:
  OpenMpLoops found_;
};

std::string problem(const std::string& body) {
  INFO(body);
  const Source source(body);
  CHECK(source.hasConstruct());
  REQUIRE(source.loop());
  return source.loop()->problem;
}

}  // namespace

TEST_CASE("a loop that threads divide as a whole can be launched") {
  for (const char* pragma : {"#pragma omp parallel for\n", "#pragma omp simd\n", "#pragma omp parallel for simd\n",
                             "#pragma omp parallel for schedule(static, g(1)) num_threads(4), reduction(+ : s)\n",
                             "_Pragma(\"omp parallel for nowait\") "})
    CHECK(problem(pragma + std::string("LOOP")).empty());
}

TEST_CASE("a loop that runs as OpenMP divides it cannot be launched") {
  CHECK(problem("#pragma omp for\nLOOP") == "a loop under 'omp for' runs as OpenMP divides it");
  CHECK(problem("#pragma omp taskloop\nLOOP") == "a loop under 'omp taskloop' runs as OpenMP divides it");
  CHECK(problem("#pragma omp parallel\n{ if (n) { LOOP } }") == "each thread of an OpenMP region runs the loop");
  CHECK(problem("#pragma omp parallel\n#pragma omp for\nLOOP") == "OpenMP constructs stand around the loop");
  CHECK(problem("#pragma omp parallel\n{\n#pragma omp for\nLOOP\n}") ==
        "each thread of an OpenMP region runs the loop");
}

TEST_CASE("a clause may change what a loop does") {
  CHECK(problem("#pragma omp parallel for if(n > 3)\nLOOP") == "the OpenMP clause 'if' may change what the loop does");
  CHECK(problem("#pragma omp parallel for nowait linear(n)\nLOOP") ==
        "the OpenMP clause 'linear' may change what the loop does");
  CHECK(problem("#pragma omp parallel for num_threads(n++)\nLOOP") ==
        "the OpenMP clause 'num_threads' may change what the loop does");
}

TEST_CASE("private variables keep their values behind the loop, and no others do") {
  const Source source("#pragma omp parallel for private(x, y) shared(s) firstprivate( z )\nLOOP");
  REQUIRE(source.loop());
  CHECK(source.loop()->problem.empty());
  CHECK(source.loop()->privates == std::set<std::string>{"x", "y", "z"});
}

TEST_CASE("a loop beside a construct, or in a lambda of its own, is no part of it") {
  CHECK_FALSE(Source("LOOP\n#pragma omp parallel for\nLOOP").loop());
  CHECK_FALSE(Source("#pragma omp barrier\nLOOP").loop());
  CHECK_FALSE(Source("#pragma omp parallel\n{ auto h = [&] { LOOP }; }").loop());
  CHECK_FALSE(Source("LOOP").hasConstruct());
  CHECK_FALSE(Source("#pragma GCC ivdep\nLOOP").hasConstruct());
}

TEST_CASE("a program uses OpenMP where its compiler says so to the preprocessor") {
  const auto uses = [](const std::string& text) {
    return usesOpenMp(ParsedFunction(text + "\nvoid f() {}").function().getASTContext());
  };
  CHECK(uses("#define _OPENMP 201511"));
  CHECK_FALSE(uses(""));
  CHECK_FALSE(uses("#ifdef _OPENMP\n#endif"));
  CHECK_FALSE(uses("#define _OPENMP\n#undef _OPENMP"));
}

#include "Emit/AuditText.h"

#include "Source.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `a[i] = x[i];` with the body that `text` marks with brackets: «for (...) [a[i] = x[i];]».
struct Audited {
  Loop loop;

  explicit Audited(std::string text) : loop(unmarked(text)) {
    const std::size_t begin = text.find('['), end = text.find(']');
    // In front of them stand the marks of the loop and of the body.
    if (begin != std::string::npos) loop.site.body = BodyPlace{begin - open, end - open - 1, text[begin + 1] == '{'};
    const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
    loop.b.write(loop.pointer("a", "double *"), i);
    loop.body("work();");
  }

  std::string text(bool pastGuards = false) { return loop.emitted({.audit = true, .pastGuards = pastGuards}); }

 private:
  static constexpr std::size_t open = std::string_view("«").size();
  static std::string unmarked(std::string text) {
    std::erase_if(text, [](char c) { return c == '[' || c == ']'; });
    return text;
  }
};

}  // namespace

TEST_CASE("the loop as written has a mark in its body, behind what the runtime is told") {
  Audited block("void f(double* a, int n) {\n  «for (;;) [{ work(); }]»\n}\n");
  const std::string text = block.text();
  contains(text, "#include <clustrix/runtime.h>\n#include <clustrix/audit.h>\n");
  contains(text,
           "if (!loop.run(footprint, kernel)) {\n      clustrix::audit::Loop audit(loop);\n"
           "      const clustrix::audit::Watched watched(audit);\n");
  contains(
      text,
      "  for (;;) { const clustrix::audit::Iteration iteration(watched);\n#line 2 \"f.cpp\"\n             work(); }\n");
  Audited statement("void f(double* a, int n) {\n  «for (;;) [work();]»\n}\n");
  contains(
      statement.text(),
      "  for (;;) { const clustrix::audit::Iteration iteration(watched);\n#line 2 \"f.cpp\"\n           work(); }\n");
}

TEST_CASE("without an audit the text says nothing of one") {
  Audited block("void f(double* a, int n) {\n  «for (;;) [{ work(); }]»\n}\n");
  const std::string text = block.loop.emitted();
  CHECK(text.find("audit") == std::string::npos);
  contains(text, "clustrix::Loop loop(");
}

TEST_CASE("a loop that is looked at past its guards says so") {
  Audited block("void f(double* a, int n) {\n  «for (;;) [{ work(); }]»\n}\n");
  contains(block.text(true), "clustrix::audit::Loop audit(loop, clustrix::audit::Where::Always);\n");
}

TEST_CASE("names that the loop has are not taken") {
  Audited block("void f(double* audit, int n) {\n  «for (;;) [{ iteration(audit, watched); }]»\n}\n");
  contains(block.text(), "const clustrix::audit::Watched watched_(audit_);\n");
  contains(block.text(), "for (;;) { const clustrix::audit::Iteration iteration_(watched_);\n");
}

TEST_CASE("a loop whose body nobody knows the place of is said to be not seen") {
  Audited loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n");
  const std::string text = loop.text();
  contains(text, "const clustrix::audit::NotSeen audit(site, \"a macro or an algorithm has its body, or the analysis");
  CHECK(text.find("Iteration") == std::string::npos);
}

TEST_CASE("what iterations may do with variables is said, once of each, and the others have their names") {
  Audited block("void f(double* a, int n) {\n  «for (;;) [{ work(); }]»\n}\n");
  Loop& loop = block.loop;
  loop.reduce(loop.scalar("sum"), UpdateOperator::Add);
  loop.legality.privates = {{loop.scalar("own"), false}};
  loop.body("$begin$sum = f($a[i])$end;");
  loop.site.named.changing = {"a", "n", "own", "sum"};
  const std::string text = block.text();
  const char* const lines[] = {"audit.combines(\"sum\", sum);\n", "audit.isPrivate(\"own\", own);\n",
                               "audit.names(\"a\", a);\n", "audit.names(\"n\", n);\n",
                               "const clustrix::audit::Watched watched(audit);\n"};
  std::size_t at = text.find("clustrix::audit::Loop audit(loop);\n");
  for (const char* const line : lines) {
    INFO(text);
    REQUIRE(text.find(line, at) != std::string::npos);
    at = text.find(line, at);
  }
  CHECK(text.find("names(\"own\"") == std::string::npos);
  CHECK(text.find("names(\"sum\"") == std::string::npos);
}

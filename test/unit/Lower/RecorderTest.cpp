// What the walk writes down: each thing once, with its type's bounds and at its place.
#include "../Fixtures/WalkedLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Range = std::pair<Int128, Int128>;

constexpr Int128 power(int exponent) { return static_cast<Int128>(1) << exponent; }

const std::string source = R"(
#include <memory>
#include <vector>
struct Later; struct Pair { int first, second; };
enum Small : unsigned char { one }; enum class Wide : long { two };
int g(int);
void f(double* a, const bool* flags, int n, unsigned char byte, double& sum, std::vector<int>& v,
       std::unique_ptr<int>& u, const float (&rows)[4], Small small, Wide wide, __int128 large, Pair& pair) {
  static int kept = 0; bool done = false;
  for (int i = 0; i < n; ++i) a[i] = flags[i] + n + byte + sum + v[i] + *u + rows[1] + small + g(n) + kept + done +
    int(wide) + (large > 0) + pair.first;
}
)";

struct Recorded {
  WalkedLoop loop{source};
  Walker& walk = loop.walker();
  Recorder& record = walk.record;
  LoopModel& model = walk.model;

  clang::QualType type(const std::string& name) const { return loop.mention(name).getType(); }
};

const auto nothing = [](ArrayObject&) {};

}  // namespace

TEST_CASE("a new symbol has the bounds of 64 bits") {
  Recorded r;
  CHECK(r.record.newSymbol(SymbolKind::Opaque, "x") == SymbolId{0});
  CHECK(r.record.newSymbol(SymbolKind::Counter, "x") == SymbolId{1});
  REQUIRE(r.model.symbols.size() == 2);
  CHECK(r.model.symbols[1].kind == SymbolKind::Counter);
  CHECK(r.model.symbols[0].min == -power(63));
  CHECK(r.model.symbols[0].max == power(63) - 1);
}

TEST_CASE("an expression of the host is one parameter, with the bounds of its type") {
  Recorded r;
  const SymbolId first = r.record.parameterOf("n + 1", "next", r.type("byte"));
  CHECK(r.record.parameterOf("n + 1", "other", r.type("n")) == first);
  CHECK_FALSE(r.record.parameterOf("n + 2", "next", r.type("byte")) == first);
  REQUIRE(r.model.symbols.size() == 2);
  const Symbol& symbol = r.model.symbols[0];
  CHECK(symbol.kind == SymbolKind::Parameter);
  CHECK(symbol.name == "next");
  CHECK(symbol.expression == "n + 1");
  CHECK(Range(symbol.min, symbol.max) == Range(0, 255));
}

TEST_CASE("a variable and the expression that names it are one parameter") {
  Recorded r;
  const SymbolId id = r.record.parameter(r.loop.outer("n"));
  CHECK(r.record.parameter(r.loop.outer("n")) == id);
  CHECK(r.record.parameterOf("n", "n", r.type("n")) == id);
  CHECK_FALSE(r.record.parameter(r.loop.outer("byte")) == id);
  CHECK(r.model.symbols.size() == 2);
}

TEST_CASE("the range of a type is that of its values, of 64 bits at most") {
  Recorded r;
  const auto rangeOf = [&](const std::string& name) { return r.record.rangeOf(r.type(name)); };
  CHECK(rangeOf("done") == Range(0, 1));
  CHECK(rangeOf("byte") == Range(0, 255));
  CHECK(rangeOf("n") == Range(-power(31), power(31) - 1));
  CHECK(rangeOf("small") == Range(0, 255));
  CHECK(rangeOf("wide") == Range(-power(63), power(63) - 1));
  CHECK(rangeOf("large") == Range(-power(63), power(63) - 1));
  CHECK(r.record.rangeOf(r.loop.context().UnsignedLongTy) == Range(0, power(64) - 1));
}

TEST_CASE("what has no size has none") {
  Recorded r;
  CHECK(r.record.sizeOf(r.type("n")) == 4);
  CHECK(r.record.sizeOf(r.type("pair")) == 8);
  CHECK(r.record.sizeOf(r.loop.context().VoidTy) == 0);
  CHECK(r.record.sizeOf(r.loop.mention("g").getType()) == 0);
  const auto& later = r.loop.global<clang::CXXRecordDecl>("Later");
  CHECK(r.record.sizeOf(r.loop.context().getRecordType(&later)) == 0);
}

TEST_CASE("an array has the innermost type of its elements, and is one for each base") {
  Recorded r;
  int completed = 0;
  const auto complete = [&](ArrayObject& object) {
    ++completed;
    object.identity = "own";
  };
  const auto id = r.record.array("rows", "&rows[0]", r.type("rows"), complete);
  REQUIRE(id);
  CHECK(r.record.array("again", "&rows[0]", r.type("n"), complete) == id);
  CHECK(completed == 1);
  REQUIRE(r.model.arrays.size() == 1);
  REQUIRE(r.walk.elementTypes.size() == 1);
  const ArrayObject& object = r.model.arrays[0];
  CHECK(object.name == "rows");
  CHECK(object.base == "&rows[0]");
  CHECK(object.identity == "own");
  CHECK(object.element == "float");
  CHECK(object.elementBytes == 4);
  CHECK(object.bits == 32);
  CHECK(object.floating);
  CHECK(object.constElements);
}

TEST_CASE("elements say what kind of number they are, or that they are none") {
  Recorded r;
  const auto& context = r.loop.context();
  const auto object = [&](const std::string& base, clang::QualType element) {
    const auto id = r.record.array(base, base, element, nothing);
    REQUIRE(id);
    return r.model.arrays[static_cast<std::size_t>(id->value)];
  };
  const ArrayObject flags = object("flags", context.BoolTy.withConst());
  CHECK(flags.bits == 1);
  CHECK(flags.constElements);
  CHECK(flags.arithmetic);
  CHECK_FALSE(flags.floating);
  const ArrayObject bytes = object("bytes", context.UnsignedCharTy);
  CHECK(bytes.bits == 8);
  CHECK_FALSE(bytes.constElements);
  const ArrayObject pairs = object("pairs", r.type("pair"));
  CHECK_FALSE(pairs.arithmetic);
  CHECK(pairs.bits == 0);
  CHECK(pairs.elementBytes == 8);
}

TEST_CASE("elements without a size make no array") {
  Recorded r;
  CHECK_FALSE(r.record.array("p", "p", r.loop.context().VoidTy, nothing));
  CHECK(r.model.arrays.empty());
  CHECK(r.walk.elementTypes.empty());
}

TEST_CASE("a name is captured once, and its mentions become places of the kernel's text") {
  Recorded r;
  const OuterName n = r.loop.outer("n"), byte = r.loop.outer("byte");
  Capture details;
  details.name = "n";
  details.expression = "n";
  CHECK(r.record.capture(n, details) == 0);
  CHECK(r.record.capture(byte, details) == 1);
  CHECK(r.record.capture(n, details) == 0);
  CHECK(r.model.kernel.captures.size() == 2);
  REQUIRE(r.walk.edits.size() == 2);
  CHECK(r.walk.edits[0].begin == source.find("n; ++i"));
  CHECK(r.walk.edits[0].end == source.find("; ++i"));
  CHECK(r.walk.edits[0].piece.kind == BodyPiece::Captured);
  CHECK(r.walk.edits[1].piece.index == 1);
}

TEST_CASE("a captured name becomes an identifier that no implementation reserves") {
  const auto named = [](const std::string& name) {
    Recorded r;
    Capture details;
    details.name = name;
    return r.model.kernel.captures.at(static_cast<std::size_t>(r.record.capture(r.loop.outer("n"), details))).name;
  };
  CHECK(named("value_") == "value_");
  CHECK(named("this->v") == "this_v");
  CHECK(named("a.b__c") == "a_b_c");
  CHECK(named("__x") == "x");
  CHECK(named("3d") == "value_3d");
  CHECK(named("") == "value_");
  CHECK(named("_") == "value_");
}

TEST_CASE("an object that is captured is known as a copy, or by the array that it leads to") {
  Recorded r;
  Capture copy, leading;
  leading.kind = Capture::Span;
  leading.array = ArrayId{3};
  r.record.capture(r.loop.outer("pair"), copy);
  r.record.capture(r.loop.outer("v"), leading);
  r.record.capture(r.loop.outer("n"), copy);
  REQUIRE(r.walk.copied.size() == 1);
  CHECK(r.walk.copied.begin()->first == "pair");
  REQUIRE(r.walk.taken.size() == 1);
  CHECK(r.walk.taken.at("v") == ArrayId{3});
}

TEST_CASE("a variable that iterations write is one scalar, with what its type can do") {
  Recorded r;
  const auto scalar = [&](const std::string& name) -> const ScalarState& {
    const OuterName outer = r.loop.outer(name);
    r.walk.outer.emplace(outer.key, outer);
    const int id = r.record.scalar(outer.key);
    CHECK(r.record.scalar(outer.key) == id);
    return r.model.scalars.at(static_cast<std::size_t>(id));
  };
  const ScalarState sum = scalar("sum"), byte = scalar("byte"), done = scalar("done"), kept = scalar("kept"),
                    pair = scalar("pair");
  CHECK(r.model.scalars.size() == 5);
  CHECK(sum.type == "double");
  CHECK((sum.arithmetic && sum.floating && sum.bits == 64 && sum.inMemory));
  CHECK((byte.arithmetic && !byte.floating && !byte.isSigned && byte.bits == 8 && !byte.inMemory));
  CHECK((done.arithmetic && !done.isSigned && done.bits == 1));
  CHECK((kept.arithmetic && kept.isSigned && kept.bits == 32));
  CHECK((!pair.arithmetic && pair.bits == 64));
  // Only what lives no longer than the function is known by its declaration.
  const std::vector<const clang::VarDecl*> declared{nullptr, r.loop.outer("byte").variable,
                                                    r.loop.outer("done").variable, nullptr, nullptr};
  CHECK(r.walk.scalarDeclarations == declared);
}

TEST_CASE("a scalar's capture has its type and says which one it is") {
  Recorded r;
  const OuterName byte = r.loop.outer("byte");
  r.walk.outer.emplace(byte.key, byte);
  r.record.captureScalar(byte, r.record.scalar(byte.key));
  REQUIRE(r.model.kernel.captures.size() == 1);
  const Capture& capture = r.model.kernel.captures[0];
  CHECK(capture.kind == Capture::Scalar);
  CHECK(capture.type == "unsigned char");
  CHECK(capture.expression == "byte");
  CHECK(capture.scalar == 0);
}

TEST_CASE("a variable in memory is told once, containers that own their elements as headers, and others not") {
  Recorded r;
  const auto at = r.loop.mention("n").getLocation();
  for (const char* name : {"n", "sum", "sum", "v", "u"}) r.record.memoryScalar(r.loop.outer(name), at);
  REQUIRE(r.model.memoryScalars.size() == 3);
  CHECK(r.model.memoryScalars[0].expression == "sum");
  CHECK_FALSE(r.model.memoryScalars[0].header);
  CHECK(r.model.memoryScalars[0].at == r.record.point(at));
  CHECK(r.model.memoryScalars[1].header);
  CHECK(r.model.memoryScalars[2].header);
}

TEST_CASE("an effect is told once for each place and message, and counted each time") {
  Recorded r;
  const auto n = r.loop.mention("n").getLocation(), v = r.loop.mention("v").getLocation();
  r.record.effect("effect.call", n, "calls", "do not", {{1, 2, "x"}});
  r.record.effect("effect.call", n, "calls");
  r.record.effect("effect.call", v, "calls");
  r.record.effect("effect.call", n, "calls something else");
  r.record.effect("effect.io", n, "calls");
  CHECK(r.walk.timesTold == 5);
  REQUIRE(r.model.effects.size() == 4);
  CHECK(r.model.effects[0].hint == "do not");
  CHECK(r.model.effects[0].edits.size() == 1);
  CHECK(r.model.effects[0].at == r.record.point(n));
  CHECK(r.model.effects[1].at == r.record.point(v));
}

TEST_CASE("what happened counts writes, updates, effects and reads of earlier values, and no other read") {
  Recorded r;
  CHECK(r.record.happened() == 0);
  r.model.accesses.resize(2);
  CHECK(r.record.happened() == 0);
  r.model.accesses[1].kind = AccessKind::Write;
  CHECK(r.record.happened() == 1);
  r.model.scalars.resize(2);
  r.model.memoryScalars.resize(1);
  r.model.obligations.resize(1);
  CHECK(r.record.happened() == 1);
  r.model.scalars[0].exposedReads.resize(2);
  r.model.scalars[1].writes.resize(1);
  CHECK(r.record.happened() == 4);
  r.model.updates.resize(1);
  r.model.appends.resize(1);
  CHECK(r.record.happened() == 6);
  r.record.effect("effect.io", {}, "prints");
  CHECK(r.record.happened() == 7);
}

TEST_CASE("an obligation is written down once for each loop and condition that it is evaluated in") {
  Recorded r;
  const auto at = r.loop.mention("n").getLocation();
  const Polynomial n = Polynomial::symbol(r.record.parameter(r.loop.outer("n")));
  r.walk.path = {0};
  r.record.require({{n, 0, 9}, {n, 0, 9}, {n, 0, 8}, {n, 1, 9}}, at);
  CHECK(r.model.obligations.size() == 3);
  r.record.require({{n, 0, 9}}, {});
  CHECK(r.model.obligations.size() == 3);
  CHECK(r.model.obligations[0].at == r.record.point(at));
  r.walk.state.conditions = {n};
  r.record.require({{n, 0, 9}}, at);
  r.walk.path = {0, 1};
  r.record.require({{n, 0, 9}}, at);
  REQUIRE(r.model.obligations.size() == 5);
  CHECK(r.model.obligations[3].conditions == std::vector<Polynomial>{n});
  CHECK(r.model.obligations[4].loops == std::vector<int>{0, 1});
}

TEST_CASE("an obligation that was dropped is written down again, and one that was kept is not") {
  Recorded r;
  const Polynomial n = Polynomial::symbol(r.record.parameter(r.loop.outer("n")));
  r.record.require({{n, 0, 1}, {n, 0, 2}, {n, 0, 3}}, {});
  r.record.require({{n, 0, 3}}, {});
  r.record.dropObligations(1);
  REQUIRE(r.model.obligations.size() == 1);
  CHECK(r.model.obligations[0].max == 1);
  r.record.require({{n, 0, 1}, {n, 0, 3}}, {});
  REQUIRE(r.model.obligations.size() == 2);
  CHECK(r.model.obligations[1].max == 3);
}

TEST_CASE("an obligation that another part has written twice is known until both are dropped") {
  Recorded r;
  const Polynomial n = Polynomial::symbol(r.record.parameter(r.loop.outer("n")));
  r.record.require({{n, 0, 1}}, {});
  r.model.obligations.push_back(r.model.obligations[0]);
  r.record.require({{n, 0, 2}}, {});
  r.record.dropObligations(1);
  r.record.require({{n, 0, 1}}, {});
  CHECK(r.model.obligations.size() == 1);
  r.record.dropObligations(0);
  r.record.require({{n, 0, 1}}, {});
  CHECK(r.model.obligations.size() == 1);
}

TEST_CASE("work adds up while the loops around it stay the same") {
  Recorded r;
  r.walk.path = {0};
  r.record.countWork(2);
  r.record.countWork(3);
  r.walk.path = {0, 1};
  r.record.countWork(1);
  r.walk.path = {0};
  r.record.countWork(4);
  REQUIRE(r.model.work.size() == 3);
  CHECK(r.model.work[0].operations == 5);
  CHECK(r.model.work[1].loops == std::vector<int>{0, 1});
  CHECK(r.model.work[2].operations == 4);
}

TEST_CASE("a place is where the text is expanded, whatever a line directive calls it") {
  WalkedLoop loop(
      "#define ONE(x) (x)\n#line 90 \"elsewhere\"\nvoid f(int* a, int n) {\n"
      "  for (int i = 0; i < n; ++i) a[i] = ONE(n);\n}\n");
  const Recorder& record = loop.walker().record;
  const auto& inMacro = loop.statement<clang::ParenExpr>();
  REQUIRE(inMacro.getBeginLoc().isMacroID());
  const SourcePoint at = record.point(inMacro.getBeginLoc());
  CHECK(at.line == 4);
  CHECK(at.column == 38);
  CHECK(at.file == record.point(loop.mention("n").getLocation()).file);
  CHECK(record.point({}) == SourcePoint{});
}

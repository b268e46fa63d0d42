// Edits of the loop's text: where they may be made, once each, and what is told where they may not.
#include "../Fixtures/WalkedLoop.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string ahead = R"(#include <vector>
#define COUNT count
#define SIZE v.size()
#define WEIGHT settings.weight
struct Settings { double weight; } settings;
)";
const std::string behind = R"(void f(int* array, int count, std::vector<int>& v, int x_left) {
  for (int i = 0; i < count; ++i)
    array[i] = called(array[count]) + COUNT + SIZE + WEIGHT + (x_left);
}
)";

const BodyPiece captured{BodyPiece::Captured, "", 0}, text{BodyPiece::Text, "t", -1};

/// The loop above, with one capture of that name and expression.
struct Edited {
  std::string all;
  WalkedLoop loop{all};
  Walk& walk = loop.walker();
  BodyEdits& edits = walk.text;

  /// `global`: what `called` adds.
  explicit Edited(const std::string& name = "count", const std::string& expression = "count",
                  const std::string& global = "3")
      : all(ahead + "int called(int x) { return x + " + global + "; }\n" + behind) {
    Capture capture;
    capture.name = name;
    capture.expression = expression;
    walk.model.kernel.captures.push_back(capture);
  }

  /// Walks a call of `called`, whose sum it returns.
  const clang::Expr& enter() {
    const auto& called = loop.global<clang::FunctionDecl>("called");
    CallFrame frame;
    frame.function = &called;
    frame.call = &call();
    walk.frames.push_back(std::move(frame));
    return *llvm::cast<clang::ReturnStmt>(llvm::cast<clang::CompoundStmt>(called.getBody())->body_front())
                ->getRetValue();
  }
  /// Each edit as `text of the loop -> piece`.
  std::vector<std::string> made() const {
    std::vector<std::string> lines;
    for (const TextEdit& edit : walk.edits)
      lines.push_back(all.substr(edit.begin, edit.end - edit.begin) + " -> " +
                      (edit.piece.kind == BodyPiece::Captured ? std::to_string(edit.piece.index) : edit.piece.text));
    return lines;
  }
  clang::SourceRange in(const clang::Stmt& statement) const { return statement.getSourceRange(); }
  const clang::CallExpr& call() const { return loop.statement<clang::CallExpr>(); }
  const clang::Expr& argument() const { return *call().getArg(0); }
  /// `count`, `v` or `settings` in its macro.
  const clang::DeclRefExpr& inMacro(const std::string& name) const {
    for (unsigned before = 0;; ++before) {
      const auto& one = loop.statement<clang::DeclRefExpr>(before);
      if (one.getDecl()->getNameAsString() == name && one.getBeginLoc().isMacroID()) return one;
    }
  }
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("the place of a text goes up to the end of its last token") {
  const Edited e;
  const auto where = e.edits.offsets(e.in(e.argument()));
  REQUIRE(where);
  CHECK(e.all.substr(where->first, where->second - where->first) == "array[count]");
  CHECK(where->first == e.all.find("array[count]"));
}

TEST_CASE("what a macro says, or another file, has no place in the main file") {
  const Edited e;
  CHECK_FALSE(e.edits.offsets(e.in(e.inMacro("count"))));
  CHECK_FALSE(e.edits.offsets({e.argument().getBeginLoc(), e.inMacro("count").getEndLoc()}));
  CHECK_FALSE(e.edits.offsets({e.inMacro("count").getBeginLoc(), e.argument().getEndLoc()}));
  const clang::QualType vector = e.loop.function().getParamDecl(2)->getType().getNonReferenceType();
  CHECK_FALSE(e.edits.offsets(vector->getAsCXXRecordDecl()->getSourceRange()));
}

TEST_CASE("an edit is made once for each place and piece") {
  Edited e;
  const auto& count = e.loop.mention("count");
  e.edits.edit(e.in(count), captured);
  e.edits.edit(e.in(count), captured);
  CHECK(e.made() == Lines{"count -> 0"});
  e.edits.edit(e.in(count), {BodyPiece::Captured, "", 1});
  e.edits.edit(e.in(count), {BodyPiece::AppendTo, "next", 0});
  e.edits.edit(e.in(e.argument()), captured);
  e.edits.edit(e.in(count), {BodyPiece::Captured, "", 1});
  CHECK(e.made() == Lines{"count -> 0", "count -> 1", "count -> next", "array[count] -> 0"});
}

TEST_CASE("an edit that another part has made is made once, too") {
  Edited e;
  const auto& count = e.loop.mention("count");
  const auto where = *e.edits.offsets(e.in(count));
  e.walk.edits.push_back({where.first, where.second, captured});
  e.edits.edit(e.in(count), captured);
  CHECK(e.made() == Lines{"count -> 0"});
}

TEST_CASE("edits that are taken back can be made again, and those that are kept are known") {
  Edited e;
  e.edits.edit(e.in(e.loop.mention("count")), captured);
  e.edits.edit(e.in(e.argument()), captured);
  e.edits.edit(e.in(e.argument()), captured);
  e.edits.keepEdits({e.walk.edits[0]});
  CHECK(e.made() == Lines{"count -> 0"});
  e.edits.edit(e.in(e.argument()), captured);
  e.edits.edit(e.in(e.loop.mention("count")), captured);
  CHECK(e.made() == Lines{"count -> 0", "array[count] -> 0"});
}

TEST_CASE("what is evaluated without a text of its own is not edited") {
  Edited e;
  e.walk.silent = 1;
  e.edits.edit(e.in(e.loop.mention("count")), captured);
  e.edits.edit(e.in(e.inMacro("settings")), captured);
  CHECK(e.made().empty());
  CHECK(e.walk.model.effects.empty());
}

TEST_CASE("a name in a macro keeps its name where the kernel can have it, and is refused where it cannot") {
  Edited same;
  same.edits.edit(same.in(same.inMacro("count")), captured);
  CHECK(same.walk.model.kernel.captures[0].nameFixed);
  CHECK(same.walk.model.effects.empty());
  CHECK(same.made().empty());
  Edited container("v", "v.size()");
  container.edits.edit(container.in(container.inMacro("v")), captured);
  CHECK(container.walk.model.kernel.captures[0].nameFixed);
  Edited renamed("settings_weight", "settings.weight");
  renamed.edits.edit(renamed.in(renamed.inMacro("settings")), captured);
  CHECK_FALSE(renamed.walk.model.kernel.captures[0].nameFixed);
  REQUIRE(renamed.walk.model.effects.size() == 1);
  CHECK(renamed.walk.model.effects[0].code == "effect.macro");
  CHECK(renamed.made().empty());
}

TEST_CASE("only a captured name can stay in a macro") {
  Edited e;
  e.edits.edit(e.in(e.inMacro("count")), text);
  CHECK_FALSE(e.walk.model.kernel.captures[0].nameFixed);
  CHECK(e.walk.model.effects.size() == 1);
}

TEST_CASE("the text of a called function is edited in its call, and that of the loop's own in the loop") {
  Edited e("count", "count", "settings.weight");
  const clang::Expr& sum = e.enter();
  e.edits.edit(e.in(sum), captured);
  CHECK(e.made().empty());
  REQUIRE(e.walk.frames[0].edits.size() == 1);
  const TextEdit& edit = e.walk.frames[0].edits[0];
  CHECK(e.all.substr(edit.begin, edit.end - edit.begin) == "x + settings.weight");
  e.edits.edit(e.in(e.argument()), captured);
  CHECK(e.made() == Lines{"array[count] -> 0"});
  CHECK(e.walk.frames[0].edits.size() == 1);
  CHECK(e.walk.frames[0].problem.empty());
}

TEST_CASE("a called function with a name in a macro cannot be repeated") {
  Edited e("count", "count", "WEIGHT");
  const clang::Expr& sum = e.enter();
  e.edits.edit(e.in(sum), captured);
  CHECK(e.walk.frames[0].edits.empty());
  CHECK(e.walk.frames[0].problem == "a name in it stands in a macro");
  CHECK(e.walk.model.effects.empty());
}

TEST_CASE("what a call evaluates outside of any text of its own can have no copy of the kernel's") {
  Edited e;
  e.enter();
  const clang::SourceRange elsewhere = e.loop.global<clang::VarDecl>("settings").getSourceRange();
  e.edits.edit(elsewhere, text);
  CHECK(e.walk.model.effects.empty());
  e.edits.edit(elsewhere, captured);
  REQUIRE(e.walk.model.effects.size() == 1);
  CHECK(e.walk.model.effects[0].code == "effect.call-state");
  CHECK(e.walk.model.effects[0].message == "'called' uses 'count' from outside the loop");
  CHECK(e.made().empty());
}

TEST_CASE("what stands around a part of the text is replaced, and the part stays") {
  Edited e;
  CHECK(e.edits.editAround(e.in(e.call()), e.in(e.argument()), {BodyPiece::Text, "(*", -1}, ")"));
  CHECK(e.made() == Lines{"called( -> (*", ") -> )"});
  CHECK(e.walk.model.obstacles.empty());
}

TEST_CASE("what stands around no part of a text, or in a macro, is an obstacle and stays") {
  const auto isObstacle = [](const auto& outer, const auto& inner) {
    Edited e;
    e.edits.editAround(outer(e), inner(e), text, ")");
    CHECK(e.made().empty());
    return e.walk.model.obstacles.size() == 1;
  };
  const auto call = [](const Edited& e) { return e.in(e.call()); };
  const auto argument = [](const Edited& e) { return e.in(e.argument()); };
  const auto parentheses = [](const Edited& e) { return e.in(e.loop.statement<clang::ParenExpr>()); };
  const auto macro = [](const Edited& e) { return e.in(e.inMacro("count")); };
  CHECK(isObstacle(argument, call));
  CHECK(isObstacle(call, parentheses));
  CHECK(isObstacle(parentheses, call));
  CHECK(isObstacle(call, macro));
  CHECK(isObstacle(macro, macro));
}

TEST_CASE("a free name is in no word of the function") {
  const Edited e;
  CHECK(e.edits.freeName("fresh") == "fresh");
  CHECK(e.edits.freeName("x_left") == "x_left_");
  CHECK(e.edits.freeName("coun") == "coun_");
  CHECK(e.edits.freeName("Settings") == "Settings");  // outside of it
}

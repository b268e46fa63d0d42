#include "Sites.h"

#include "Plan/Launchable.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Candidate : Function {
  Candidate() { loop(simpleLoop(), true, 10, 90); }

  int scalar(const std::string& type = "double", bool captured = true) {
    ScalarState state;
    state.name = state.expression = "s";
    state.type = type;
    state.arithmetic = true;
    state.floating = type == "double";
    state.bits = 64;
    model(0).scalars.push_back(state);
    const int id = static_cast<int>(model(0).scalars.size()) - 1;
    if (captured) {
      Capture capture;
      capture.kind = Capture::Scalar;
      capture.name = "s";
      capture.scalar = id;
      model(0).kernel.captures.push_back(capture);
    }
    return id;
  }
  void reduce(int scalar, UpdateOperator op) {
    Reduction reduction;
    reduction.scalar = scalar;
    reduction.op = op;
    verdict(0).reductions.push_back(reduction);
  }
  std::optional<Reason> problem() { return refusal(unit.functions[0].loops[0], verdict(0), unit, unit.functions[0]); }
};

}  // namespace

TEST_CASE("a plain loop can be launched") {
  Candidate c;
  CHECK_FALSE(c.problem());
}

TEST_CASE("a loop without text, or before the place of its kernels, cannot be launched") {
  Candidate c;
  c.unit.functions[0].loops[0].begin = 90;
  CHECK(c.problem());
  Candidate d;
  d.unit.functions[0].kernelsAt = 50;
  CHECK(d.problem());
}

TEST_CASE("a counter that is no linear function of the iteration cannot be declared") {
  Candidate c;
  NestedLoop& loop = c.model(0).loops[0];
  loop.value = *multiply(Polynomial::symbol(loop.counter), Polynomial::symbol(loop.counter));
  REQUIRE(c.problem());
  CHECK(c.problem()->code == "plan.not-expressible");
}

TEST_CASE("a variable whose type is deduced has no type for the kernel") {
  Candidate c;
  c.model(0).kernel.variable = {"", "i"};
  CHECK(c.problem());
}

TEST_CASE("a number of iterations that depends on data cannot be launched") {
  Candidate c;
  c.model(0).symbols.push_back({SymbolKind::Opaque, "x", "", 0, 10});
  c.model(0).loops[0].trip->distance = Polynomial::symbol(SymbolId{static_cast<int>(c.model(0).symbols.size()) - 1});
  CHECK(c.problem());
}

TEST_CASE("a written variable that is neither private nor a reduction cannot be launched") {
  Candidate c;
  const int s = c.scalar();
  CHECK(c.problem());
  c.verdict(0).privates.push_back({s, false});
  CHECK_FALSE(c.problem());
}

TEST_CASE("a reduction without a name in the kernel cannot be launched") {
  Candidate c;
  c.reduce(c.scalar("double", false), UpdateOperator::Add);
  CHECK(c.problem());
}

TEST_CASE("operators are refused where their type has no such partial result") {
  const auto refused = [](const std::string& type, UpdateOperator op) {
    Candidate c;
    c.reduce(c.scalar(type), op);
    return c.problem().has_value();
  };
  CHECK_FALSE(refused("double", UpdateOperator::Add));
  CHECK_FALSE(refused("long", UpdateOperator::BitXor));
  CHECK_FALSE(refused("bool", UpdateOperator::LogicalAnd));
  CHECK_FALSE(refused("bool", UpdateOperator::BitOr));
  CHECK(refused("bool", UpdateOperator::Add));
  CHECK(refused("double", UpdateOperator::BitAnd));
  // 5 && true is 1, but 5 after no iteration.
  CHECK(refused("int", UpdateOperator::LogicalAnd));
}

TEST_CASE("a variable compared by fmax here and by an operator there cannot be combined") {
  Candidate c;
  const int s = c.scalar();
  Update update;
  update.scalar = s;
  c.model(0).updates = {update, update};
  c.reduce(s, UpdateOperator::Max);
  CHECK_FALSE(c.problem());
  c.model(0).updates[1].ignoresNan = true;
  CHECK(c.problem());
}

TEST_CASE("a location needs the marks around each assignment of its extremum") {
  Candidate c;
  const int s = c.scalar();
  Update update;
  update.scalar = s;
  c.model(0).updates = {update};
  c.reduce(s, UpdateOperator::Min);
  c.verdict(0).reductions[0].locations = {s};
  CHECK(c.problem());
  c.model(0).kernel.body = {
      {BodyPiece::UpdateBegin, "", 0}, {BodyPiece::Text, "s = x", -1}, {BodyPiece::UpdateEnd, "", 0}};
  CHECK_FALSE(c.problem());
}

TEST_CASE("a guard over a counter cannot be evaluated before the loop") {
  Candidate c;
  c.verdict(0).guards = {ParameterGuard{{{{Polynomial::symbol(c.model(0).loops[0].counter), false}}}, ""}};
  CHECK(c.problem());
}

TEST_CASE("a body that calls what the kernel's own members hide cannot be launched with a reduction") {
  Candidate c;
  c.model(0).kernel.calledNames = {"combine", "other"};
  CHECK_FALSE(c.problem());
  c.reduce(c.scalar(), UpdateOperator::Add);
  REQUIRE(c.problem());
  CHECK(c.problem()->message.find("'combine'") != std::string::npos);
}

TEST_CASE("a scan or a search that also combines into an array cannot be launched") {
  const auto problem = [](Form form, bool ofArray) {
    Candidate c;
    c.reduce(c.scalar(), UpdateOperator::Add);
    c.verdict(0).reductions[0].ofArray = ofArray;
    c.verdict(0).form = form;
    const std::optional<Reason> found = c.problem();
    return found ? found->message : "";
  };
  CHECK(problem(Form::Scan, true).find("combines into an array") != std::string::npos);
  CHECK(problem(Form::Search, true).find("combines into an array") != std::string::npos);
  CHECK(problem(Form::Independent, true).find("combines into an array") == std::string::npos);
  CHECK(problem(Form::Scan, false).find("combines into an array") == std::string::npos);
}

TEST_CASE("a scan may add to a container, and a search may not") {
  for (const Form form : {Form::Scan, Form::Search}) {
    Candidate c;
    c.reduce(c.scalar(), UpdateOperator::Add);
    c.model(0).appends.push_back({});
    c.verdict(0).form = form;
    const std::optional<Reason> found = c.problem();
    CHECK((found && found->message.find("adds to a container") != std::string::npos) == (form == Form::Search));
  }
}

TEST_CASE("an array that each iteration has for itself has room, and no need to be passed on twice") {
  const auto why = [](const std::string& type, bool lastValue, bool copiesIn, Form form = Form::Independent,
                      std::int64_t count = 8) {
    Candidate c;
    ArrayObject& array = c.model(0).arrays[0];
    array.ownType = type;
    array.extentValue = Polynomial(count);
    c.verdict(0).form = form;
    c.verdict(0).privateArrays = {{ArrayId{0}, lastValue, copiesIn}};
    const auto problem = c.problem();
    return !problem || problem->code != "plan.private-array" ? "" : problem->message;
  };
  CHECK(why("double[8]", false, false) == "");
  CHECK(why("double[8]", true, false) == "");
  CHECK(why("double[8]", false, true) == "");
  CHECK(why("", false, false) == "");
  CHECK(why("", true, false) == "");
  CHECK(why("", false, true).find("with elements that were set before the loop") != std::string::npos);
  CHECK(why("", true, false, Form::Scan).find("for which a stack has no room") != std::string::npos);
  CHECK(why("", false, false, Form::Search).find("for which a stack has no room") != std::string::npos);
  CHECK(why("double[8]", true, true).find("with elements that were set before the loop") != std::string::npos);
  CHECK(why("double[8]", true, false, Form::Scan).find("the last one's is needed after the loop") != std::string::npos);
  CHECK(why("double[8]", false, true, Form::Search).find("set before the loop") != std::string::npos);
  CHECK(why("double[32768]", false, false, Form::Independent, 32768) == "");
  CHECK(why("double[32769]", false, false, Form::Independent, 32769) == "");
  CHECK(why("double[32769]", false, true, Form::Independent, 32769).find("a stack has no room for the arrays") !=
        std::string::npos);
}

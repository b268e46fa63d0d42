#include "Launched.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

KernelShape shapeOf(Loop& loop) { return Launched(loop).shape(); }

using Words = std::vector<std::string>;

/// `type name`, of each member.
Words members(const KernelShape& shape) {
  Words all;
  for (const Member& member : shape.members) all.push_back(member.type + " " + member.name);
  return all;
}

/// `type name`, and ` = start` where there is one, of each private variable.
Words privates(const KernelShape& shape) {
  Words all;
  for (const PrivateVariable& own : shape.privates)
    all.push_back(own.type + " " + own.name + (own.start.empty() ? "" : " = " + own.start));
  return all;
}

/// `name = argument`, of each type parameter.
Words types(const KernelShape& shape) {
  Words all;
  for (const TypeParameter& type : shape.types) all.push_back(type.name + " = " + type.argument);
  return all;
}

void makeTemplate(Loop& loop) {
  loop.function.templateParameters = "class T";
  loop.function.templateArguments = "T";
}

/// The accumulator of one variable that iterations combine into.
Accumulator reducedShape(UpdateOperator op, const std::string& type, bool floating, int bits,
                         Form form = Form::Independent, bool isTemplate = false) {
  Loop loop(oneLoop);
  const int s = loop.scalar("s", floating);
  loop.b.model.scalars[0].type = type;
  loop.b.model.scalars[0].bits = bits;
  loop.reduce(s, op);
  loop.legality.form = form;
  if (isTemplate) makeTemplate(loop);
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.accumulators.size() == 1);
  return shape.accumulators[0];
}

/// The induction variable of `for (int i = ...; i < n; ...)`, whose value in iteration k is `first + step * k`.
std::string variableOf(const Value& first, const Value& step, Form form = Form::Independent) {
  Loop loop(oneLoop);
  loop.b.parameter("n");
  loop.b.parameter("m");
  const Value i = loop.b.loop("i", 8);
  loop.b.model.loops[0].value = (first + step * i).polynomial;
  loop.body("use(i);");
  loop.legality.form = form;
  return shapeOf(loop).variable;
}
const Value n(Polynomial::symbol(SymbolId{0})), m(Polynomial::symbol(SymbolId{1}));

/// `for (int i = 0; i < 8; ++i)` in whose iterations `v` starts at `start` of the counter.
struct Moved {
  Loop loop{oneLoop};
  Value n = loop.b.parameter("n"), k = loop.b.loop("i", 8);
  int v = loop.scalar("v", false);

  ScalarState& state() { return loop.b.model.scalars[0]; }
  Words starts(const Value& start, const std::string& type = "int") {
    state().entry = start.polynomial;
    state().type = type;
    loop.legality.privates = {{v, true}};
    return privates(shapeOf(loop));
  }
};

}  // namespace

TEST_CASE("a kernel is named after its function and line, and as no other one of the file") {
  Loop loop(oneLoop, "ns::Grid::step");
  const Launched launched(loop);
  Names used;
  CHECK(shape(launched.source, used).name == "step_2");
  CHECK_FALSE(used.isFree("step_2"));
  CHECK(shape(launched.source, used).name == "step_2_");
}

TEST_CASE("a kernel does not hide a name that its body mentions") {
  Loop loop(oneLoop);
  loop.body("f_2(f_2_);");
  CHECK(shapeOf(loop).name == "f_22");
}

TEST_CASE("captures keep the source's names, and members stand in their order") {
  Loop loop(oneLoop);
  loop.capture(Capture::Value, "w", "double");
  loop.pointer("a", "double*");
  loop.scalar("s");
  loop.vector("v", "const double");
  loop.body("$s += $w * $a[0] * $v[0] + w;");
  const KernelShape shape = shapeOf(loop);
  CHECK(shape.captures == Words{"w", "a", "s", "v"});
  CHECK(members(shape) == Words{"double w", "double* a", "clustrix::Span<const double> v"});
  CHECK(shape.members[2].capture == 3);
}

TEST_CASE("a capture that the source spells otherwise gives way to the body's names") {
  Loop loop(oneLoop);
  loop.capture(Capture::Value, "w", "double").expression = "this->w";
  loop.vector("v", "double");
  loop.b.model.arrays[0].name = "this->v";
  loop.scalar("s");
  loop.b.model.scalars[0].expression = "this->s";
  loop.body("use(w, v, s);");
  CHECK(shapeOf(loop).captures == Words{"w_", "v_", "s_"});
}

TEST_CASE("a capture takes no name of the kernel's contract, of itself, of a type or of another capture") {
  Loop loop(oneLoop);
  for (const char* name : {"Partial", "hostOnly", "f_2", "Row", "w", "w"}) loop.capture(Capture::Value, name, "Row");
  CHECK(shapeOf(loop).captures == Words{"Partial_", "hostOnly_", "f_2_", "Row_", "w", "w_"});
}

TEST_CASE("a name that no piece can change is kept, and others give way to it") {
  Loop loop(oneLoop);
  loop.capture(Capture::Value, "w", "double");
  loop.capture(Capture::Value, "w", "double").nameFixed = true;
  CHECK(shapeOf(loop).captures == Words{"w_", "w"});
}

TEST_CASE("a capture that a repeated function uses gives way to that function's names") {
  Loop loop(oneLoop);
  loop.capture(Capture::Value, "w", "double");
  loop.capture(Capture::Value, "h", "double");
  loop.b.model.kernel.functions = {
      {"at", "Grid::at", "double", "int w, int h", {{BodyPiece::Text, "return ", -1}, {BodyPiece::Captured, "", 0}}}};
  const KernelShape shape = shapeOf(loop);
  CHECK(shape.captures == Words{"w_", "h"});
  CHECK(shape.functions == Words{"at"});
}

TEST_CASE("the counter, the partial result, functions and the pass of a scan give way to the source's names") {
  Loop loop(oneLoop);
  loop.b.model.kernel.functions = {{"use", "use", "void", "", {}}};
  loop.body("use(k, partial, writing);");
  loop.function.templateParameters = "int k_";
  const KernelShape shape = shapeOf(loop);
  CHECK(shape.counter == "k2");
  CHECK(shape.partial == "partial_");
  CHECK(shape.writing == "writing_");
  CHECK(shape.functions == Words{"use_"});
}

TEST_CASE("sums and products of integers are stored where wrapping is defined") {
  CHECK(reducedShape(UpdateOperator::Add, "short", false, 16).storage == "unsigned int");
  CHECK(reducedShape(UpdateOperator::Multiply, "int", false, 32).storage == "unsigned int");
  CHECK(reducedShape(UpdateOperator::Add, "long", false, 64).storage == "unsigned long long");
  CHECK(reducedShape(UpdateOperator::Add, "double", true, 64).storage == "double");
  CHECK(reducedShape(UpdateOperator::Max, "int", false, 32).storage == "int");
  CHECK(reducedShape(UpdateOperator::BitXor, "int", false, 32).storage == "int");
  CHECK(reducedShape(UpdateOperator::Add, "int", false, 32).type == "int");
}

TEST_CASE("a scan carries a sum of integers on as a wrapping number of its own type") {
  CHECK(reducedShape(UpdateOperator::Add, "int", false, 32, Form::Scan).storage == "clustrix::Wrapping<int>");
  CHECK(reducedShape(UpdateOperator::Add, "double", true, 64, Form::Scan).storage == "double");
  CHECK(reducedShape(UpdateOperator::Min, "int", false, 32, Form::Scan).storage == "int");
}

TEST_CASE("a template's accumulator is of the instantiation's type, whatever the model's") {
  const Accumulator sum = reducedShape(UpdateOperator::Add, "double", true, 64, Form::Independent, true);
  CHECK(sum.type == "SType");
  CHECK(sum.storage == "std::conditional_t<std::is_floating_point_v<SType>, SType, unsigned long long>");
  CHECK(sum.number == NumberKind::Any);
  CHECK(reducedShape(UpdateOperator::Min, "double", true, 64, Form::Independent, true).storage == "SType");
}

TEST_CASE("what is known of an accumulator's numbers") {
  CHECK(reducedShape(UpdateOperator::Add, "int", false, 32).number == NumberKind::Whole);
  CHECK(reducedShape(UpdateOperator::Add, "short", false, 16).number == NumberKind::Whole);
  CHECK(reducedShape(UpdateOperator::Add, "float", true, 32).number == NumberKind::Floating);
  CHECK(reducedShape(UpdateOperator::Add, "_Float16", true, 16).number == NumberKind::Any);
  Loop loop(oneLoop);
  loop.reduce(loop.scalar("s"), UpdateOperator::Declared);
  loop.b.model.scalars[0].arithmetic = false;
  CHECK(shapeOf(loop).accumulators[0].number == NumberKind::Any);
}

TEST_CASE("locations travel with their extremum and are no variables of their own") {
  Loop loop(oneLoop);
  const int best = loop.scalar("best"), at = loop.scalar("at", false), other = loop.scalar("other");
  loop.b.model.scalars[1].expression = "this->at";
  loop.reduce(best, UpdateOperator::Min).locations = {at};
  loop.legality.privates = {{at, true}, {other, false}};
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.accumulators.size() == 1);
  REQUIRE(shape.accumulators[0].locations.size() == 1);
  CHECK(shape.accumulators[0].locations[0].type == "int");
  CHECK(shape.accumulators[0].locations[0].name == "at");
  CHECK(shape.accumulators[0].locations[0].expression == "this->at");
  CHECK(shape.accumulators[0].flag == "found_best");
  CHECK(privates(shape) == Words{"double other"});
}

TEST_CASE("a flag is told where it is a question, and gives way to the fields beside it") {
  Loop loop(oneLoop);
  const int s = loop.scalar("s"), at = loop.scalar("nan_s", false), last = loop.scalar("last"),
            field = loop.scalar("last_set");
  loop.reduce(s, UpdateOperator::Max).locations = {at};
  loop.legality.reductions.back().takesNan = true;
  loop.reduce(field, UpdateOperator::Add);
  loop.legality.privates = {{last, true, true}};
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.accumulators.size() == 3);
  CHECK(shape.accumulators[0].flag == "nan_s_");
  CHECK(shape.accumulators[1].flag.empty());
  CHECK(shape.accumulators[2].flag == "last_set_");
}

TEST_CASE("a variable whose last value is read leaves it in the partial result, another one is the iteration's own") {
  Loop loop(oneLoop);
  const int some = loop.scalar("some", false), all = loop.scalar("all"), none = loop.scalar("none");
  loop.legality.privates = {{some, true, true}, {all, true}, {none, false}};
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.accumulators.size() == 2);
  CHECK(shape.accumulators[0].conditional);
  CHECK(shape.accumulators[0].storage == "int");
  CHECK_FALSE(shape.accumulators[0].reduction);
  CHECK_FALSE(shape.accumulators[1].conditional);
  CHECK(shape.accumulators[1].flag == "all_set");
  CHECK(privates(shape) == Words{"double none"});
  CHECK(shape.reduces());
}

TEST_CASE("the accumulator of a scalar is found by the scalar") {
  Loop loop(oneLoop);
  const int none = loop.scalar("none"), last = loop.scalar("last"), sum = loop.scalar("sum");
  loop.reduce(sum, UpdateOperator::Add);
  loop.legality.privates = {{last, true}};
  const KernelShape shape = shapeOf(loop);
  REQUIRE(accumulatorOf(shape, sum));
  CHECK(accumulatorOf(shape, sum)->name == "sum");
  REQUIRE(accumulatorOf(shape, last));
  CHECK(accumulatorOf(shape, last)->name == "last");
  CHECK_FALSE(accumulatorOf(shape, none));
}

TEST_CASE("the partial result has no place for what iterations combine in arrays or do not combine") {
  Loop loop(oneLoop);
  Reduction ofArray;
  ofArray.array = loop.pointer("a", "double*");
  loop.legality.reductions = {ofArray};
  loop.legality.privates = {{loop.scalar("own"), false}};
  CHECK_FALSE(shapeOf(loop).reduces());
}

TEST_CASE("an array that each iteration has is a variable of its own type") {
  Loop loop(oneLoop);
  const ArrayId own = loop.pointer("own", "double*");
  loop.b.model.arrays[0].ownType = "double[64]";
  loop.b.model.arrays[0].extentValue = Polynomial(64);
  loop.pointer("a", "double*");
  loop.legality.privateArrays = {{own}};
  const KernelShape shape = shapeOf(loop);
  CHECK(privates(shape) == Words{"double[64] own"});
  CHECK(members(shape) == Words{"double* a"});
}

TEST_CASE("the induction variable is computed from the counter as a person would write it") {
  CHECK(variableOf(0, 1) == "int i = clustrix::counter<int>(k);");
  CHECK(variableOf(3, 1) == "int i = clustrix::counter<int>(3 + k);");
  CHECK(variableOf(0, 2) == "int i = clustrix::counter<int>(2 * k);");
  CHECK(variableOf(3, -1) == "int i = clustrix::counter<int>(3 - k);");
  CHECK(variableOf(0, -2) == "int i = clustrix::counter<int>(0 - 2 * k);");
  CHECK(variableOf(n, m) == "int i = clustrix::counter<int>(first + step * k);");
  CHECK(variableOf(n, 0) == "int i = clustrix::counter<int>(first);");
  CHECK(variableOf(0, INT64_MIN) == "int i = clustrix::counter<int>((-9223372036854775807 - 1) * k);");
}

TEST_CASE("an iteration that is only searched may lie where the source counts no more") {
  CHECK(variableOf(0, 1, Form::Search) == "int i = static_cast<int>(k);");
}

TEST_CASE("numbers of the counter's formula are members behind the captures, with names of their own") {
  Loop loop(oneLoop);
  const Value count = loop.b.parameter("n"), i = loop.b.loop("i", count);
  loop.b.model.loops[0].value = (count + (count - 1) * i).polynomial;
  loop.capture(Capture::Value, "first", "double");
  loop.body("use(i, $first);");
  const KernelShape shape = shapeOf(loop);
  CHECK(members(shape) == Words{"double first", "clustrix::Index first_", "clustrix::Index step"});
  CHECK(shape.members[1].capture == -1);
  CHECK(shape.members[1].constant == count.polynomial);
  CHECK(shape.members[2].constant == (count - 1).polynomial);
  CHECK(shape.variable == "int i = clustrix::counter<int>(first_ + step * k);");
}

TEST_CASE("a constant induction variable stays one, and one that nothing mentions is left out") {
  Loop loop(oneLoop);
  loop.b.loop("i", 8);
  loop.b.model.kernel.variable = {"long", "i", true};
  loop.body("use(ii);");
  CHECK(shapeOf(loop).variable.empty());
  loop.body("use(i);");
  CHECK(shapeOf(loop).variable == "const long i = clustrix::counter<long>(k);");
}

TEST_CASE("a statement in front of the body says what its captures and the counter are called") {
  Loop loop(oneLoop);
  loop.capture(Capture::Value, "order", "double*");
  loop.b.model.kernel.variablePrologue = "auto& k = order[%k];";
  CHECK(shapeOf(loop).variable == "auto& k = order_[k_];");
}

TEST_CASE("a variable that all iterations move evenly starts where the counter says") {
  Moved moved;
  CHECK(moved.starts(2 * moved.k) == Words{"int v = clustrix::counter<int>(2 * k)"});
  CHECK(moved.starts(2 * moved.k, "unsigned int") == Words{"unsigned int v = static_cast<unsigned int>(2 * k)"});
  CHECK(moved.starts(2 * moved.k, "short") == Words{"short v = static_cast<short>(2 * k)"});
  moved.state().firstEntry = moved.n.polynomial;
  CHECK(moved.starts(moved.k - 1) == Words{"int v = clustrix::counter<int>(k == 0 ? v_first : -1 + k)"});
  moved.loop.legality.form = Form::Search;
  CHECK(moved.starts(moved.k - 1) == Words{"int v = static_cast<int>(k == 0 ? v_first : -1 + k)"});
}

TEST_CASE("a pointer that all iterations move evenly starts behind what its capture holds") {
  Moved moved;
  moved.loop.pointer("p", "double*");
  moved.state().entryCapture = 1;
  moved.loop.body("use(p);");
  moved.loop.b.model.kernel.captures[1].expression = "this->p";
  CHECK(moved.starts(3 * moved.k, "double*") == Words{"double* v = p_ + 3 * k"});
}

TEST_CASE("arrays that iterations combine into are named with their operators, in the order of the arrays") {
  using enum UpdateOperator;
  const std::vector<std::pair<UpdateOperator, std::string>> words{
      {Add, "Sum"},           {Multiply, "Product"}, {Min, "Minimum"},     {Max, "Maximum"},  {BitAnd, "BitAnd"},
      {LogicalAnd, "BitAnd"}, {BitOr, "BitOr"},      {LogicalOr, "BitOr"}, {BitXor, "BitXor"}};
  Loop loop(oneLoop);
  std::vector<ArrayId> arrays;
  for (std::size_t w = 0; w < words.size(); ++w) arrays.push_back(loop.pointer("a" + std::to_string(w), "int*", 4));
  for (std::size_t w = words.size(); w-- > 0;) {
    Reduction reduction;
    reduction.array = arrays[w];
    reduction.op = words[w].first;
    reduction.ties = true;
    loop.legality.reductions.push_back(reduction);
  }
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.combined.size() == words.size());
  for (std::size_t w = 0; w < words.size(); ++w) {
    CHECK(shape.combined[w].operation == "clustrix::combined::" + words[w].second);
    CHECK(shape.combined[w].member == "a" + std::to_string(w));
    // Only an extremum asks what equal values do.
    CHECK(shape.combined[w].arguments == (words[w].first == Min || words[w].first == Max ? ", true" : ""));
  }
}

TEST_CASE("sums of integers in arrays are members that lead to wrapping numbers") {
  Loop loop(oneLoop);
  for (const UpdateOperator op : {UpdateOperator::Add, UpdateOperator::Max}) {
    Reduction reduction;
    reduction.array = loop.pointer(word(op) == std::string("+") ? "sums" : "tops", "int*", 4);
    loop.b.model.arrays.back().bits = 32;
    reduction.op = op;
    loop.legality.reductions.push_back(reduction);
  }
  CHECK(members(shapeOf(loop)) == Words{"clustrix::Wrapping<int*> sums", "int* tops"});
}

TEST_CASE("the place of an append moves with the counter, or is what the scan has counted") {
  Loop loop(oneLoop);
  const Value size = loop.b.parameter("size");
  loop.b.loop("i", 8);
  const ArrayId out = loop.pointer("out", "double*"), kept = loop.pointer("kept", "double*");
  const int count = loop.scalar("count", false);
  loop.b.model.appends = {{"out", "out", out, size, Polynomial(1), false, {}, -1},
                          {"this->out", "this->out", out, Polynomial(4), size, false, {}, -1},
                          {"kept", "kept", kept, {}, {}, false, {}, count}};
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.cursors.size() == 3);
  CHECK(shape.cursors[0].declaration == "clustrix::Index out_next = out_first + k;");
  CHECK(shape.cursors[0].container == "out");
  CHECK(shape.cursors[1].declaration == "clustrix::Index out_next_ = 4 + out_step * k;");
  CHECK(shape.cursors[2].name == "count");
  CHECK(shape.cursors[2].container == "kept");
  CHECK(shape.cursors[2].declaration.empty());
}

TEST_CASE("the number of a container's elements is counted in its own type in every instantiation") {
  Loop loop(oneLoop);
  makeTemplate(loop);
  loop.reduce(loop.scalar("count", false), UpdateOperator::Add);
  loop.b.model.scalars[0].append = 0;
  loop.b.model.scalars[0].type = "clustrix::Index";
  loop.legality.form = Form::Scan;
  const KernelShape shape = shapeOf(loop);
  REQUIRE(shape.accumulators.size() == 1);
  CHECK(shape.accumulators[0].type == "clustrix::Index");
  CHECK(shape.accumulators[0].storage == "clustrix::Index");
  CHECK(shape.accumulators[0].append == 0);
  CHECK(shape.types.empty());
}

TEST_CASE("each member of a template's kernel has the type of its expression") {
  Loop loop(oneLoop);
  makeTemplate(loop);
  loop.capture(Capture::Value, "w", "double").expression = "this->w";
  loop.capture(Capture::Value, "box", "Box").byReference = true;
  loop.capture(Capture::Value, "bits", "int : 5").bits = 5;
  loop.pointer("a", "double*");
  loop.pointer("rows", "double*");
  loop.b.model.arrays.back().base = "&rows[0]";
  loop.vector("v", "double");
  const KernelShape shape = shapeOf(loop);
  CHECK(types(shape) == Words{"WType = std::decay_t<decltype(this->w)>", "BoxType = decltype((box))",
                              "BitsType = std::decay_t<decltype(bits)>", "AType = std::decay_t<decltype((a))>",
                              "RowsType = std::decay_t<decltype((&rows[0]))>",
                              "VType = std::remove_pointer_t<std::decay_t<decltype(v.data())>>"});
  CHECK(members(shape) ==
        Words{"WType w", "BoxType box", "BitsType : 5 bits", "AType a", "RowsType rows", "clustrix::Span<VType> v"});
}

TEST_CASE("a type parameter gives way to the source's names") {
  Loop loop(oneLoop);
  makeTemplate(loop);
  loop.capture(Capture::Value, "w", "double");
  loop.body("WType($w);");
  CHECK(types(shapeOf(loop)) == Words{"WType_ = std::decay_t<decltype(w)>"});
}

#include "Source.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

struct Reduced {
  std::string text;
  bool has(const std::string& what) const {
    INFO(text);
    CHECK(text.find(what) != std::string::npos);
    return text.find(what) != std::string::npos;
  }
};

Reduced reduced(UpdateOperator op, const std::string& type, bool floating, int bits,
                const std::function<void(Loop&)>& adjust = {}) {
  Loop loop(oneLoop);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("a", "const double *"), i);
  const int s = loop.scalar("s", floating);
  loop.b.model.scalars[0].type = loop.b.model.kernel.captures.back().type = type;
  loop.b.model.scalars[0].bits = bits;
  loop.reduce(s, op);
  loop.body("$begin$s = f($a[i])$end;");
  if (adjust) adjust(loop);
  return {loop.emitted()};
}

}  // namespace

TEST_CASE("floating sums start at the zero that changes nothing") {
  const Reduced r = reduced(UpdateOperator::Add, "double", true, 64);
  r.has("    double s;\n");
  r.has("order = clustrix::Order::Interleaved;");
  r.has("identity() { return {-0.0}; }");
  r.has("    left.s += right.s;\n");
  r.has("    double& s = partial.s;\n");
  r.has("      s += total.s;\n");
  reduced(UpdateOperator::Add, "float", true, 32).has("{static_cast<float>(-0.0)}");
  reduced(UpdateOperator::Multiply, "double", true, 64).has("return {1}");
}

TEST_CASE("sums of integers wrap instead of overflowing") {
  const Reduced r = reduced(UpdateOperator::Add, "int", false, 32);
  r.has("    unsigned int s;\n");
  r.has("identity() { return {0}; }");
  r.has("    unsigned int& s = partial.s;\n");
  r.has("      s = static_cast<int>(static_cast<unsigned int>(s) + total.s);\n");
  // Narrow types are promoted to int, where 65535 * 65535 would overflow.
  reduced(UpdateOperator::Multiply, "unsigned short", false, 16).has("    unsigned int s;\n");
  reduced(UpdateOperator::Multiply, "long", false, 64)
      .has("s = static_cast<long>(static_cast<unsigned long long>(s) * total.s);");
}

TEST_CASE("extrema compare as the source does and keep the order of the iterations") {
  const Reduced least = reduced(UpdateOperator::Min, "double", true, 64);
  least.has("Order::Sequential");
  least.has("{std::numeric_limits<double>::infinity()}");
  least.has("    if (right.s < left.s) left.s = right.s;\n");
  least.has("      if (total.s < s) s = total.s;\n");
  const Reduced most =
      reduced(UpdateOperator::Max, "int", false, 32, [](Loop& l) { l.legality.reductions[0].ties = true; });
  most.has("{std::numeric_limits<int>::lowest()}");
  most.has("    if (right.s >= left.s) left.s = right.s;\n");
}

TEST_CASE("fmin and fmax replace a NaN and are replaced by none") {
  const Reduced r = reduced(UpdateOperator::Max, "double", true, 64, [](Loop& l) {
    l.legality.reductions[0].ignoresNan = l.b.model.updates[0].ignoresNan = true;
  });
  r.has("{std::numeric_limits<double>::quiet_NaN()}");
  r.has("    left.s = std::fmax(left.s, right.s);\n");
  r.has("      s = std::fmax(s, total.s);\n");
}

TEST_CASE("an extremum that a NaN replaces owes nothing to what came before the NaN") {
  const Reduced r = reduced(UpdateOperator::Max, "double", true, 64, [](Loop& l) {
    Reduction& reduction = l.legality.reductions[0];
    reduction.takesNan = l.b.model.updates[0].takesNan = true;
    reduction.ties = true;
  });
  r.has("    double s;\n    bool nan_s;\n");
  r.has("return {std::numeric_limits<double>::quiet_NaN(), false}");
  r.has("Order::Sequential");
  r.has("    if (right.nan_s || (right.s == right.s && !(right.s < left.s))) left.s = right.s;\n");
  r.has("    left.nan_s |= right.nan_s;\n");
  r.has("    (s = f(a[i]), partial.nan_s |= s != s);\n");
  r.has("      if (total.nan_s || (total.s == total.s && !(total.s < s))) s = total.s;\n");
}

TEST_CASE("the place of an extremum that a NaN replaces goes with it") {
  const Reduced r = reduced(UpdateOperator::Max, "double", true, 64, [](Loop& l) {
    const int at = l.scalar("at", false);
    Reduction& reduction = l.legality.reductions[0];
    reduction.takesNan = l.b.model.updates[0].takesNan = true;
    reduction.locations = l.b.model.updates[0].locations = {at};
  });
  r.has("    double s;\n    int at;\n    bool nan_s;\n");
  r.has(
      "    if (right.nan_s || (right.s == right.s && !(right.s <= left.s))) {\n      left.s = right.s;\n"
      "      left.at = right.at;\n    }\n    left.nan_s |= right.nan_s;\n");
  r.has(
      "      if (total.nan_s || (total.s == total.s && !(total.s <= s))) {\n        s = total.s;\n"
      "        at = total.at;\n      }\n");
}

TEST_CASE("a last value that some iterations assign is noted where they do") {
  Loop loop(oneLoop);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("a", "const double *"), i);
  const int last = loop.scalar("last", false);
  loop.legality.privates = {{last, true, true}};
  loop.body("if ($a[i] < 0) $assign$last = i$assigned;");
  const Reduced r{loop.emitted()};
  r.has("    int& last = partial.last;\n    int i = ");
  r.has("if (a[i] < 0) (partial.last_set = true, last = i);\n");
  r.has("    if (right.last_set) {\n      left.last = right.last;\n      left.last_set = true;\n    }\n");
  r.has("      if (total.last_set) last = total.last;\n");
}

TEST_CASE("bitwise and logical operators") {
  reduced(UpdateOperator::BitAnd, "unsigned int", false, 32).has("{static_cast<unsigned int>(-1)}");
  reduced(UpdateOperator::BitOr, "int", false, 32).has("    left.s |= right.s;\n");
  reduced(UpdateOperator::BitXor, "int", false, 32).has("      s ^= total.s;\n");
  const Reduced all = reduced(UpdateOperator::LogicalAnd, "bool", false, 1);
  all.has("return {true}");
  all.has("    left.s = left.s && right.s;\n");
  all.has("      s = s && total.s;\n");
  reduced(UpdateOperator::LogicalOr, "bool", false, 1).has("return {false}");
  reduced(UpdateOperator::BitAnd, "bool", false, 1).has("return {true}");
}

TEST_CASE("a location follows its extremum when one was found") {
  const Reduced r = reduced(UpdateOperator::Min, "int", false, 32,
                            [](Loop& l) { l.legality.reductions[0].locations = {l.scalar("where", false)}; });
  CHECK(r.text.find("unsigned int s") == std::string::npos);
  r.has("    int s;\n    int where;\n    bool found_s;\n");
  r.has("return {std::numeric_limits<int>::max(), {}, false}");
  r.has(
      "    if (right.found_s && right.s < left.s) {\n"
      "      left.s = right.s;\n      left.where = right.where;\n      left.found_s = true;\n    }\n");
  r.has("    int& where = partial.where;\n");
  r.has("    (partial.found_s = true, s = f(a[i]));\n");
  r.has("      if (total.found_s && total.s < s) {\n        s = total.s;\n        where = total.where;\n      }\n");
}

TEST_CASE("marks of an update without locations leave no text") {
  reduced(UpdateOperator::Min, "int", false, 32).has("\n    s = f(a[i]);\n");
}

TEST_CASE("a last value is the one of the last iteration") {
  Loop loop(oneLoop);
  const Value n = loop.b.parameter("n"), i = loop.b.loop("i", n);
  loop.b.read(loop.pointer("a", "const double *"), i);
  const int last = loop.scalar("last", false), scratch = loop.scalar("scratch");
  loop.legality.privates = {{last, true}, {scratch, false}};
  loop.body("{\n    $scratch = $a[i];\n    if ($scratch < 0) $continue;\n    $last = 2;\n  }");
  const Reduced r{loop.emitted()};
  r.has("    int last;\n    bool last_set;\n");
  r.has("return {{}, false}");
  r.has("Order::Sequential");
  r.has("    if (right.last_set) {\n      left.last = right.last;\n      left.last_set = true;\n    }\n");
  r.has("    int& last = partial.last;\n    partial.last_set = true;\n    double scratch;\n");
  r.has("if (scratch < 0) return;\n");
  r.has("      if (total.last_set) last = total.last;\n");
}

TEST_CASE("members of `this` are combined into where they live") {
  const Reduced r = reduced(UpdateOperator::Add, "long", false, 64,
                            [](Loop& l) { l.b.model.scalars[0].expression = "this->negatives_"; });
  r.has("      this->negatives_ = static_cast<long>(static_cast<unsigned long long>(this->negatives_) + total.s);\n");
}

TEST_CASE("a partial result of the host's alone is no device's") {
  const auto alone = [](Loop& loop) {
    loop.b.model.kernel.hostCalls.push_back({"plan.host-only", "'f' throws", "", {}});
  };
  const Reduced r = reduced(UpdateOperator::Add, "double", true, 64, alone);
  r.has("  static Partial identity() { return {-0.0}; }");
  r.has("  static void combine(Partial& left, const Partial& right) {");
  reduced(UpdateOperator::Add, "double", true, 64).has("  CLUSTRIX_HD static Partial identity()");
}

TEST_CASE("a declared operation is the function's own, in the order of the iterations") {
  const Reduced r = reduced(UpdateOperator::Declared, "Box", false, 128, [](Loop& loop) {
    loop.b.model.scalars[0].arithmetic = false;
    loop.legality.reductions[0].declared = DeclaredOperation{"join", "::Box{0, 1}", "%l = ::join(%l, %r);"};
  });
  r.has("    Box s;\n");
  r.has("order = clustrix::Order::Sequential;");
  r.has("identity() { return {::Box{0, 1}}; }");
  r.has("    left.s = ::join(left.s, right.s);\n");
  r.has("    Box& s = partial.s;\n");
  r.has("      s = ::join(s, total.s);\n");
}

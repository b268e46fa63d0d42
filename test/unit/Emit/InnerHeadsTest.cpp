#include "Launched.h"

#include "Emit/Kernel.h"
#include "Plan/Turned.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (i < n) for (j from `first`, `distance` / `stride` times, by `step`) work(), with the head's marks in the text.
struct Nest : Loop {
  Nest() : Loop("void f(double* a, int n) {\n  «for (;;) work();»\n}\n") {
    n = b.parameter("n").polynomial;
    i = b.loop("i", n).polynomial;
    j = b.loop("j", n).polynomial;
    b.close();
    b.write(pointer("a", "double *"), 0);
    pointer("c", "double *");
    b.model.kernel.innerLoops = {{1, {"int", "j"}, {}, false, false}};
    b.model.kernel.once = {{0, 1}};
    b.model.kernel.body = {{BodyPiece::Text, "{ ", -1},
                           {BodyPiece::HeadBegin, "", 0},
                           {BodyPiece::Text, "for (;;)", -1},
                           {BodyPiece::HeadEnd, "", 0},
                           {BodyPiece::Text, " work(i, j);", -1},
                           {BodyPiece::LoopEnd, "", 0},
                           {BodyPiece::Text, " ", -1},
                           {BodyPiece::OnceBegin, "", 0},
                           {BodyPiece::Text, "last();", -1},
                           {BodyPiece::OnceEnd, "", 0},
                           {BodyPiece::Text, " }", -1}};
    b.model.kernel.bodyLine = 2;
  }
  NestedLoop& inner() { return b.model.loops[1]; }

  std::string text(std::optional<Band> band, std::optional<Lanes> lanes = std::nullopt) {
    Launched launched(*this);
    launched.launch.band = std::move(band);
    launched.launch.lanes = std::move(lanes);
    return kernelText(launched.source, launched.shape());
  }
  std::string banded() { return text(Band{{{1, 0}}, {1, 0}, false, {}}); }
  /// The nest the other way round, where these add up to something.
  std::string turnedText(std::vector<ElementSum> sums = {}, std::vector<std::pair<ArrayId, ArrayId>> apart = {},
                         const KernelVariable& outer = {"int", "i"}) {
    Launched launched(*this);
    site.model = turned(site.model).value();
    site.model.kernel.variable = {};
    launched.launch.turn = Turn{0, outer, std::move(sums), std::move(apart)};
    return kernelText(launched.source, launched.shape());
  }

  Polynomial n, i, j;
};

/// The nest whose inner loop lanes share, and which leaves this.
Lanes leaving(std::vector<LaneResult> results) {
  Lanes lanes;
  lanes.loops = {{1, 0, std::move(results), false}};
  return lanes;
}

}  // namespace

TEST_CASE("the head of a band's loop is said by what a thread has of it, and the rest of the text stays") {
  Nest nest;
  const std::string text = nest.banded();
  contains(text, "  clustrix::Index j_trips;\n");
  contains(text, "along i and j; those of a warp lie along j.");
  contains(text, "using Band = clustrix::Band<clustrix::Axis::y, clustrix::Axis::x>;");
  contains(text, "clustrix::BandTrips mostTrips([[maybe_unused]] clustrix::Chunk chunk) const { return {j_trips}; }");
  contains(text, "operator()(clustrix::Index k, Threads threads) const {");
  contains(text, "{ for (int j : clustrix::along<int>(threads.second, 0, j_trips)) work(i, j); last(); }");
  CHECK(text.find("mayDivide") == std::string::npos);
}

TEST_CASE("without a band or lanes the marks say nothing") {
  Nest nest;
  contains(nest.text({}), "{ for (;;) work(i, j); last(); }");
}

TEST_CASE("where a loop begins, how often it runs and by how much it steps may depend on the launched one") {
  Nest nest;
  // for (int j = 5 - 2 * i; ...; j -= 3), as long as 3 * iteration < n + i
  nest.inner().value =
      *subtract(*subtract(Polynomial(5), *multiply(Polynomial(2), nest.i)), *multiply(Polynomial(3), nest.j));
  nest.inner().trip = TripCount{*add(nest.n, nest.i), Polynomial(3)};
  const std::string text = nest.banded();
  contains(text, "along<int>(threads.second, 5 - 2 * k, clustrix::trips(j_distance + k, 3), -3))");
  contains(text, "return {clustrix::trips(j_distance + (chunk.end - 1), 3)}; }");
  nest.inner().trip = TripCount{*subtract(nest.n, nest.i), Polynomial(1)};
  contains(nest.banded(), "return {j_trips - chunk.begin}; }");
}

TEST_CASE("names of the source keep the kernel's own away") {
  Nest nest;
  nest.b.model.kernel.body[4].text = " threads(j_trips, k, i);";
  const std::string text = nest.banded();
  contains(text, "  clustrix::Index j_trips_;\n");
  contains(text, "operator()(clustrix::Index k_, Threads threads_) const {");
}

TEST_CASE("irregular work lies in squares, and arrays that may be one are asked about") {
  Nest nest;
  const std::string text =
      nest.text(Band{{{1, 0}}, {0, 1}, true, {{ArrayId{0}, ArrayId{1}}, {ArrayId{0}, ArrayId{1}}}});
  contains(text, "clustrix::SquareBand<clustrix::Axis::x, clustrix::Axis::y>");
  contains(text, "bool mayDivide() const { return static_cast<const void*>(a) != static_cast<const void*>(c); }");
}

TEST_CASE("what the kernel has no member for may be any array") {
  Nest nest;
  nest.b.array("hidden");
  contains(nest.text(Band{{{1, 0}}, {1, 0}, false, {{ArrayId{0}, ArrayId{2}}}}),
           "bool mayDivide() const { return false; }");
}

TEST_CASE("lanes share a loop, and one of them does what is to be done once") {
  Nest nest;
  Lanes lanes = leaving({});
  lanes.iterationsFirst = true;
  const std::string text = nest.text({}, lanes);
  contains(text, "using Lanes = clustrix::SharedBy<clustrix::Neighbours::Iterations, 0>;");
  contains(text, "clustrix::Index mostTrips([[maybe_unused]] clustrix::Chunk chunk) const { return j_trips; }");
  contains(text,
           "for (int j : clustrix::along<int>(lane, 0, j_trips)) work(i, j); if (lane.one()) last(); lane.meet(); }");
}

TEST_CASE("what stands in a shared loop each lane does for its iterations") {
  Nest nest;
  nest.b.model.accesses[0].loops = {0, 1};
  const std::string text = nest.text({}, leaving({}));
  contains(text, "work(i, j); last(); }");
  CHECK(text.find("lane.one()") == std::string::npos);
}

TEST_CASE("lanes add up the sums of a loop in order, each of which is a parameter of its body") {
  Nest nest;
  const Lanes sums = leaving(
      {LaneResult{LaneVariable{"s"}, UpdateOperator::Add}, LaneResult{LaneVariable{"p"}, UpdateOperator::Multiply}});
  const std::string text = nest.text({}, sums);
  contains(text, "SharedBy<clustrix::Neighbours::Lanes, 2>");
  contains(text,
           "clustrix::inOrder<int>(lane, 0, j_trips, 1, [&](int j, auto& s, auto& p) { work(i, j); }, "
           "clustrix::added(s), clustrix::multiplied(p));");
  CHECK(text.find("Math::Fast") == std::string::npos);
  nest.b.model.kernel.innerLoops[0].hasBraces = true;
  nest.b.model.kernel.body[4].text = " { work(i, j); }";
  contains(nest.text({}, sums), "[&](int j, auto& s, auto& p) { work(i, j); }, clustrix::added(s)");
}

TEST_CASE("a loop that changes nothing but its results may repeat iterations, and says so") {
  Nest nest;
  Lanes lanes = leaving({LaneResult{LaneVariable{"s"}, UpdateOperator::Add}});
  lanes.loops[0].mayRepeat = true;
  contains(nest.text({}, lanes),
           "clustrix::inOrder<int, clustrix::Body::Reads>(lane, 0, j_trips, 1, [&](int j, auto& s)");
}

TEST_CASE("extremes, bits and questions are no parameters: each lane has its own variable, and they count as no sums") {
  Nest nest;
  const auto heads = [&](LaneResult result, const std::string& what) {
    const std::string text = nest.text({}, leaving({std::move(result)}));
    contains(text, "clustrix::inOrder<int>(lane, 0, j_trips, 1, [&](int j) { work(i, j); }, " + what + ");");
    contains(text, "SharedBy<clustrix::Neighbours::Lanes, 0>");
  };
  const LaneVariable m{"m"};
  heads({m, UpdateOperator::Max}, "clustrix::greatestOf(m)");
  heads({m, UpdateOperator::Min}, "clustrix::leastOf(m)");
  heads({m, UpdateOperator::Min, true}, "clustrix::leastOf<true>(m)");
  heads({m, UpdateOperator::Max, false, {{"at"}, {"row"}}}, "clustrix::greatestOf(m, at, row)");
  heads({m, UpdateOperator::BitAnd}, "clustrix::inAll(m)");
  heads({m, UpdateOperator::LogicalAnd}, "clustrix::inAll(m)");
  heads({m, UpdateOperator::BitOr}, "clustrix::inAny(m)");
  heads({m, UpdateOperator::LogicalOr}, "clustrix::inAny(m)");
}

TEST_CASE("a variable of the launched loop is called as the kernel calls it") {
  Nest nest;
  const int total = nest.scalar("this->total");
  nest.b.model.kernel.captures.back().name = "sum";
  nest.reduce(total, UpdateOperator::Add);
  const std::string text =
      nest.text({}, leaving({LaneResult{LaneVariable{"this->total", total}, UpdateOperator::Add}}));
  contains(text, "operator()(clustrix::Index k, Lane lane, Partial& partial) const {");
  contains(text, "[&](int j, auto& sum) { work(i, j); }, clustrix::added(sum));");
}

TEST_CASE("whether the launched loop has met an extreme goes with its places, whether a NaN does not") {
  Nest nest;
  const int best = nest.scalar("best"), at = nest.scalar("at", false), low = nest.scalar("low");
  nest.reduce(best, UpdateOperator::Max).locations = {at};
  nest.reduce(low, UpdateOperator::Min).takesNan = true;
  nest.legality.privates = {{at, true, true}};
  const LaneResult placed{LaneVariable{"best", best}, UpdateOperator::Max, false, {LaneVariable{"at", at}}};
  contains(nest.text({}, leaving({placed})), "clustrix::greatestOf(best, at, partial.found_best));");
  const LaneResult taken{LaneVariable{"low", low}, UpdateOperator::Min, true};
  contains(nest.text({}, leaving({taken})), "clustrix::leastOf<true>(low));");
}

TEST_CASE("a turned nest goes along a part of the inner loop in each iteration of the outer one") {
  Nest nest;
  const std::string text = nest.turnedText();
  contains(text, "  clustrix::Index j_trips;\n  clustrix::Index i_trips;\n");
  contains(
      text,
      "parts of the loop over j, and go through that over i in its order.\n  static constexpr bool inParts = true;");
  contains(text, "  template <class Part, class Lane>\n  CLUSTRIX_HD void operator()(Part part, Lane lane) const {\n");
  contains(text,
           "    clustrix::inOrder<int>(lane, 0, i_trips, 1, [&](int i) {\n#line 2 \"f.cpp\"\n"
           "    { for (int j : clustrix::along<int>(part, 0, j_trips)) work(i, j); last(); }\n    });\n  }\n");
  for (const char* word : {"Lanes", "mostTrips", "mayDivide", "counter<int>"})
    CHECK(text.find(word) == std::string::npos);
}

TEST_CASE("elements that lanes add up are parameters of a turned nest's body, which may repeat iterations") {
  Nest nest;
  const std::string text = nest.turnedText({{ArrayId{0}, 0, false}, {ArrayId{1}, 1, true}});
  contains(text,
           "  using Lanes = clustrix::SharedBy<clustrix::Neighbours::Iterations, 2>;\n"
           "  clustrix::Index mostTrips(clustrix::Chunk) const { return i_trips; }\n");
  contains(text, "clustrix::inOrder<int, clustrix::Body::Reads>(lane, 0, i_trips, 1, [&](int i, auto& a, auto& c) {\n");
  contains(text, "    }, clustrix::addedInto(a), clustrix::multipliedInto(c));\n");
}

TEST_CASE("each loop of a turned nest begins and steps as in the source") {
  Nest nest;
  NestedLoop& outer = nest.b.model.loops[0];
  outer.value = *add(Polynomial(2), *multiply(Polynomial(4), nest.i));
  outer.trip = TripCount{nest.n, Polynomial(4)};
  nest.inner().value = *subtract(*subtract(nest.n, Polynomial(1)), *multiply(Polynomial(3), nest.j));
  nest.inner().trip = TripCount{nest.n, Polynomial(3)};
  const std::string text = nest.turnedText({}, {}, {"unsigned int", "i", true});
  contains(text, "clustrix::along<int>(part, j_first, clustrix::trips(j_distance, 3), -3))");
  contains(text,
           "clustrix::inOrder<unsigned int>(lane, 2, clustrix::trips(i_distance, 4), 4, [&](const unsigned int i) {\n");
}

TEST_CASE("what a turned nest is given has no name of the source's") {
  Nest nest;
  nest.b.model.kernel.body[4].text = " work(part, lane, j_trips);";
  const std::string text = nest.turnedText();
  contains(text, "operator()(Part part_, Lane lane_) const {");
  contains(text, "clustrix::inOrder<int>(lane_, 0, i_trips, 1, [&](int i) {\n");
  contains(text, "clustrix::along<int>(part_, 0, j_trips_))");
}

TEST_CASE("the outer loop's variable hides nothing of a turned nest, also where the body does not name it") {
  Nest nest;
  contains(nest.turnedText({}, {}, {"int", "part"}), "clustrix::along<int>(part_, 0, j_trips))");
}

TEST_CASE("lanes add up no elements of two arrays that are one") {
  Nest nest;
  contains(nest.turnedText({{ArrayId{0}, 0, false}}, {{ArrayId{0}, ArrayId{1}}}),
           "bool mayDivide() const { return static_cast<const void*>(a) != static_cast<const void*>(c); }");
}

TEST_CASE("the arrays of a thread of a band are the program's where it has the last iteration of each loop") {
  Nest nest;
  const ArrayId work = nest.pointer("work", "double *");
  nest.b.model.arrays[work.value].ownType = "double[8]";
  nest.b.model.arrays[work.value].extentValue = Polynomial(8);
  nest.b.model.kernel.body.push_back({BodyPiece::Captured, "", 2});
  nest.legality.privateArrays = {{work, true, false}};
  contains(nest.banded(),
           "clustrix::OwnArray<double[8]> work_own(work_, k == last_ && threads.areLast(j_trips), false);\n"
           "    auto& work = work_own.elements;\n");
}

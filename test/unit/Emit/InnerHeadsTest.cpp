#include "Launched.h"

#include "Emit/Kernel.h"

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
    b.write(pointer("a", "double *"), 0);
    pointer("c", "double *");
    b.model.kernel.innerLoops = {{1, {"int", "j"}, {}, true, false, false}};
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

  Polynomial n, i, j;
};

bool has(const std::string& text, const std::string& what) {
  INFO(text);
  CHECK(text.find(what) != std::string::npos);
  return text.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("the head of a band's loop is said by what a thread has of it, and the rest of the text stays") {
  Nest nest;
  const std::string text = nest.banded();
  has(text, "  clustrix::Index j_trips;\n");
  has(text, "along i and j; those of a warp lie along j.");
  has(text, "using Band = clustrix::Band<clustrix::Axis::y, clustrix::Axis::x>;");
  has(text, "clustrix::BandTrips mostTrips([[maybe_unused]] clustrix::Chunk chunk) const { return {j_trips}; }");
  has(text, "operator()(clustrix::Index k, Threads threads) const {");
  has(text, "{ for (int j : clustrix::along<int>(threads.second, 0, j_trips)) work(i, j); last(); }");
  CHECK(text.find("mayDivide") == std::string::npos);
}

TEST_CASE("without a band or lanes the marks say nothing") {
  Nest nest;
  has(nest.text({}), "{ for (;;) work(i, j); last(); }");
}

TEST_CASE("where a loop begins, how often it runs and by how much it steps may depend on the launched one") {
  Nest nest;
  // for (int j = 5 - 2 * i; ...; j -= 3), as long as 3 * iteration < n + i
  nest.inner().value =
      *subtract(*subtract(Polynomial(5), *multiply(Polynomial(2), nest.i)), *multiply(Polynomial(3), nest.j));
  nest.inner().trip = TripCount{*add(nest.n, nest.i), Polynomial(3)};
  const std::string text = nest.banded();
  has(text, "along<int>(threads.second, 5 - 2 * k, clustrix::trips(j_distance + k, 3), -3))");
  has(text, "return {clustrix::trips(j_distance + (chunk.end - 1), 3)}; }");
  nest.inner().trip = TripCount{*subtract(nest.n, nest.i), Polynomial(1)};
  has(nest.banded(), "return {j_trips - chunk.begin}; }");
}

TEST_CASE("names of the source keep the kernel's own away") {
  Nest nest;
  nest.b.model.kernel.body[4].text = " threads(j_trips, k, i);";
  const std::string text = nest.banded();
  has(text, "  clustrix::Index j_trips_;\n");
  has(text, "operator()(clustrix::Index k_, Threads threads_) const {");
}

TEST_CASE("irregular work lies in squares, and arrays that may be one are asked about") {
  Nest nest;
  const std::string text =
      nest.text(Band{{{1, 0}}, {0, 1}, true, {{ArrayId{0}, ArrayId{1}}, {ArrayId{0}, ArrayId{1}}}});
  has(text, "clustrix::SquareBand<clustrix::Axis::x, clustrix::Axis::y>");
  has(text, "bool mayDivide() const { return static_cast<const void*>(a) != static_cast<const void*>(c); }");
}

TEST_CASE("a member that the kernel lacks cannot be told apart") {
  Nest nest;
  nest.b.array("hidden");
  has(nest.text(Band{{{1, 0}}, {1, 0}, false, {{ArrayId{0}, ArrayId{2}}}}), "static_cast<const void*>(a) != nullptr");
}

TEST_CASE("lanes share a loop, add its sums in order, and one of them does what is to be done once") {
  Nest nest;
  const std::string shared = nest.text({}, Lanes{{{1, 0, {}}}, true, {}});
  has(shared, "using Lanes = clustrix::SharedBy<clustrix::Neighbours::Iterations, 0>;");
  has(shared, "clustrix::Index mostTrips([[maybe_unused]] clustrix::Chunk chunk) const { return j_trips; }");
  has(shared, "for (int j : clustrix::along<int>(lane, 0, j_trips)) work(i, j); lane.meet();");
  has(shared, "if (lane.one()) last(); lane.meet(); }");
  const Lanes sums{{{1, 0, {{"s", false}, {"p", true}}}}, false, {}};
  const std::string added = nest.text({}, sums);
  has(added, "SharedBy<clustrix::Neighbours::Lanes, 2>");
  has(added,
      "clustrix::inOrder<int>(lane, 0, j_trips, 1, [&](int j, auto& s, auto& p) { work(i, j); }, "
      "clustrix::added(s), clustrix::multiplied(p));");
  nest.b.model.kernel.innerLoops[0].hasBraces = true;
  nest.b.model.kernel.body[4].text = " { work(i, j); }";
  has(nest.text({}, sums), "[&](int j, auto& s, auto& p) { work(i, j); }, clustrix::added(s)");
}

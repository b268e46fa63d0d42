// Which loops of a nest lanes share, and which they all go along. What loops leave is in LanesTest.cpp.
#include "Plan/Lanes.h"

#include "Sites.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

using Loops = std::vector<int>;

struct Steps {
  std::int64_t k = 1000, j = 1;  // elements from one iteration to the next
  std::optional<int> trips{};    // of the loops over j
};

/// for (i) { double s = 0; for (k) for (j) s = max(s, a[...]); y[i] = s; }, with so many loops over j in that over k.
struct Planes {
  Function f;

  explicit Planes(Steps steps = {}, int leaves = 1) {
    f.unit.text = std::string(200, ' ');
    Builder all = nest(steps, 0, 0, leaves);
    all.close();
    all.write(all.array("y"), Polynomial::symbol(all.model.loops[0].counter));
    KernelText& kernel = all.model.kernel;
    kernel.innerLoops = {{1, {"int", "k"}, {}, true, false}};
    for (int leaf = 0; leaf < leaves; ++leaf) kernel.innerLoops.push_back({2 + leaf, {"int", "j"}, {}, false, false});
    kernel.once = {{static_cast<std::size_t>(leaves), static_cast<std::size_t>(leaves) + 1}};
    f.loop(all.model, true, 0, 200);
    inner(nest(steps, 1, 0, leaves), 10, 190, 0);
    for (int leaf = 0; leaf < leaves; ++leaf) inner(nest(steps, 2, leaf, leaf + 1), 20 + 20 * leaf, 40 + 20 * leaf, 1);
    mark();
  }

  /// Into LoopModel::loops of the launched one.
  Loops shared() const {
    Loops loops;
    if (const auto lanes = f.planned().launches.at(0).lanes)
      for (const Lanes::Loop& one : lanes->loops) loops.push_back(one.loop);
    return loops;
  }

 private:
  /// The model of the loop that lies so deep, with some of those over j.
  static Builder nest(const Steps& steps, int depth, int from, int to) {
    Builder b;
    const auto loop = [&](int level, const char* name, const Value& trips, int line) -> Value {
      if (level < depth) return b.parameter(name);
      const Value counter = b.loop(name, trips);
      b.model.loops.back().at = {"f.cpp", line, 1};
      return counter;
    };
    const Value n = b.parameter("n"), p = b.parameter("p"), m = b.parameter("m");
    const Value i = loop(0, "i", n, 1), k = loop(1, "k", p, 2);
    const ArrayId a = b.array("a");
    for (int leaf = from; leaf < to; ++leaf) {
      const Value j = loop(2, "j", steps.trips ? Value(*steps.trips) : m, 3 + leaf);
      b.read(a, i * 100000 + k * steps.k + j * steps.j);
      b.close();
    }
    return b;
  }
  void inner(Builder b, std::size_t begin, std::size_t end, int parent) {
    b.updateScalar(b.scalar("s"), UpdateOperator::Max);
    f.loop(b.model, true, begin, end, parent);
    Reduction reduction;
    reduction.scalar = 0;
    reduction.op = UpdateOperator::Max;
    f.verdicts[0].back().reductions = {reduction};
  }
  /// Marks for all that stands in the text, in whatever order.
  void mark() {
    KernelText& kernel = f.model(0).kernel;
    kernel.body = {{BodyPiece::OnceBegin, "", 0}, {BodyPiece::OnceEnd, "", 0}};
    for (int m = 0; m < static_cast<int>(kernel.innerLoops.size()); ++m) {
      kernel.innerLoops[static_cast<std::size_t>(m)].locals = {"s"};
      for (const BodyPiece::Kind kind : {BodyPiece::HeadBegin, BodyPiece::HeadEnd, BodyPiece::LoopEnd})
        kernel.body.push_back({kind, "", m});
    }
  }
};

}  // namespace

TEST_CASE("of a loop and the one inside it, lanes share the one whose neighbours have more bytes side by side") {
  CHECK(Planes({1000, 1}).shared() == Loops{2});
  CHECK(Planes({1, 1000}).shared() == Loops{1});
  CHECK(Planes({1000, 2000}).shared() == Loops{1});
  // Too short for lanes, whatever lies where.
  CHECK(Planes({1000, 1, 31}).shared() == Loops{1});
}

TEST_CASE("all lanes go along the loop around a shared one, whatever loop that is") {
  Planes planes({1, 1000});
  planes.f.verdict(1).parallel = false;
  CHECK(planes.shared() == Loops{2});
  Planes unmarked({1, 1000});
  unmarked.f.model(0).kernel.innerLoops[0].loop = 7;
  CHECK(unmarked.shared() == Loops{2});
}

TEST_CASE("on each way from the outside in there is a loop to share, or none is shared") {
  Planes both({}, 2);
  CHECK(both.shared() == Loops{2, 3});
  both.f.verdict(3).parallel = false;
  CHECK(both.shared() == Loops{1});
  both.f.verdict(1).parallel = false;
  CHECK(both.shared().empty());
}

TEST_CASE("what is written around shared loops is marked at any depth, what is written in them is not") {
  const auto shared = [](const Loops& around, bool isMarked) {
    Planes planes;
    LoopModel& model = planes.f.model(0);
    Access another = model.accesses.back();
    another.loops = around;
    model.accesses.push_back(another);
    if (isMarked) model.kernel.once[0].endAccess += 1;
    return planes.shared();
  };
  CHECK(shared({0, 1}, true) == Loops{2});
  CHECK(shared({0, 1}, false).empty());
  CHECK(shared({0, 1, 2}, false) == Loops{2});
}

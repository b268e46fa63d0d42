#include "execution/AfterOriginal.h"

#include <catch2/catch.hpp>

#include "Harness.h"
#include "OneLoop.h"
#include "support/Clock.h"

using namespace clustrix;
using namespace clustrix::runtime;
using test::Harness;
using test::OneLoop;
using test::Wish;

namespace {

Wish unforced(const char* devices) { return {.devices = devices, .force = false}; }

bool isKnown(Harness& harness) { return harness.context().learned.correction(OneLoop::at(), nullptr).isKnown(); }

}  // namespace

TEST_CASE("how long the original took is learned as that, on the CPU") {
  Harness harness(unforced("cpu"));
  OneLoop loop(100);
  loop.state.left.operations = 1e9;
  loop.state.leftAt = now() - 1;
  CHECK_FALSE(isKnown(harness));
  learnOriginal(harness.context(), loop.state);
  CHECK(isKnown(harness));
  CHECK(*harness.context().learned.correction(OneLoop::at(), nullptr).last() == Place::Original);
}

TEST_CASE("both ways through a nest are learned, the inner one apart from how long the loop itself takes") {
  Harness harness(unforced("cpu"));
  OneLoop loop(2);
  loop.state.nest.outer.cpu = loop.state.nest.inner.cpu = 1;
  loop.state.left.operations = 1e9;
  const auto took = [&](double seconds, bool inner) {
    loop.state.choseInner = inner;
    // The first time is not believed where it was slow.
    for (int time = 0; time < 2; ++time) {
      loop.state.leftAt = now() - seconds;
      learnOriginal(harness.context(), loop.state);
    }
    return harness.context().learned.nest(OneLoop::at());
  };
  const NestCorrection inner = took(2, true);
  CHECK(inner.inner() > 1.5);
  CHECK(inner.outer() == 1);
  CHECK_FALSE(isKnown(harness));
  const NestCorrection both = took(8, false);
  CHECK(both.outer() > 2);
  CHECK(both.inner() == inner.inner());
  CHECK(isKnown(harness));
}

TEST_CASE("what ran in parallel and is as the original left it is told to agree") {
  Harness harness({.verify = true});
  OneLoop loop(3);
  loop.state.verification = Verification{};
  finishVerification(harness.context(), loop.state);
  CHECK(harness.count("parallel and original agree [next at next.cpp:4]") == 1);
}

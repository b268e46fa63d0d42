#include "Report/Words.h"

#include "Sample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a verdict tells legality and mapping apart") {
  LoopReport loop;
  CHECK(verdict(loop) == Verdict::Serial);
  loop.parallel = true;
  CHECK(verdict(loop) == Verdict::Kept);
  loop.mapped = Mapped::Devices;
  CHECK(verdict(loop) == Verdict::Spread);
  loop.mapped = Mapped::Cpu;
  CHECK(verdict(loop) == Verdict::Threads);
  loop.parallel = false;
  loop.mapped = Mapped::Sequential;
  CHECK(verdict(loop) == Verdict::Inside);
}

TEST_CASE("the words of a mapping are those of the interface") {
  CHECK(std::string(word(Mapped::Devices)) == "devices");
  CHECK(std::string(word(Mapped::Cpu)) == "cpu");
  CHECK(std::string(word(Mapped::Threads)) == "threads");
  CHECK(std::string(word(Mapped::Sequential)) == "sequential");
  CHECK(std::string(word(Mapped::Host)) == "host");
}

TEST_CASE("a function's loops are tallied") {
  FunctionReport function = sampleReport().functions[0];
  CHECK(tally(function) == "1 of 3 loops parallel, 1 spread over devices");
  function.loops[1].mapped = Mapped::Cpu;
  CHECK(tally(function) == "1 of 3 loops parallel, 0 spread over devices, 1 over the host's threads");
  function.loops.resize(1);
  CHECK(tally(function) == "0 of 1 loop parallel, 0 spread over devices");
}

#include "ControlFlow.h"

#include <catch2/catch.hpp>

#include "Harness.h"

using namespace ptx;

namespace {

std::vector<Instruction> codeOf(const std::string& body) {
  const auto module = parseModule(kernelText(body, {}));
  return definedFunction(*module, "kernel")->code;
}

}  // namespace

TEST_CASE("The ways of a condition join behind it", "[control-flow]") {
  const auto code = codeOf("@%p1 bra $yes; mov.u32 %r1, 1; bra $end; $yes: mov.u32 %r1, 2; $end: ret;");
  REQUIRE(code.size() == 5);
  CHECK(code[0].target == 3);
  CHECK(code[0].join == 4);
}

TEST_CASE("A loop is left to what stands behind it", "[control-flow]") {
  const auto code = codeOf("$loop: add.s32 %r1, %r1, 1; @%p1 bra $loop; mov.u32 %r2, %r1; ret;");
  CHECK(code[1].join == 2);
  CHECK(code[0].beginsBlock);
  CHECK(code[2].beginsBlock);
  CHECK_FALSE(code[3].beginsBlock);
}

TEST_CASE("Ways that both end the function have no join", "[control-flow]") {
  const auto code = codeOf("@%p1 bra $yes; ret; $yes: ret;");
  CHECK(code[0].join == -1);
}

TEST_CASE("A table of branches joins where all of its ways meet", "[control-flow]") {
  const auto code = codeOf(
      "$table: .branchtargets $a, $b, $a;\nbrx.idx %r1, $table;\n$a: mov.u32 %r2, 1; bra $end; $b: mov.u32 %r2, 2; "
      "$end: ret;");
  CHECK(code[0].targets == std::vector<int>{1, 3, 1});
  CHECK(code[0].join == 4);
}

TEST_CASE("Short loops count as unrolled, unless something forbids it", "[control-flow]") {
  const auto unrolled = [](const std::string& body) { return codeOf(body)[1].unroll; };
  CHECK(unrolled("$loop: add.s32 %r1, %r1, 1; @%p1 bra $loop; ret;") == 4);
  CHECK(unrolled("$loop: .pragma \"nounroll\"; add.s32 %r1, %r1, 1; @%p1 bra $loop; ret;") == 1);
  CHECK(unrolled("$loop: setp.lt.f32 %p1, %f1, %f2; @%p1 bra $loop; ret;") == 1);
  CHECK(unrolled("$loop: bar.sync 0; @%p1 bra $loop; ret;") == 1);
}

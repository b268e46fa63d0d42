// Each family of instructions by values that are known.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "Harness.h"

using namespace ptx;

namespace {

/// The lanes' results of "OPCODE d, a, b..." on 32-bit registers; operands may be literals.
u32 of32(const std::string& instruction) {
  return runOnLanes<u32>(instruction + " st.global.u32 [%rd1], %r9;", {}, 1)[0];
}
u64 of64(const std::string& instruction) {
  return runOnLanes<u64>(instruction + " st.global.u64 [%rd1], %rd7;", {}, 1)[0];
}
double ofDouble(const std::string& instruction) {
  return runOnLanes<double>(instruction + " st.global.f64 [%rd1], %fd9;", {}, 1)[0];
}

/// What each lane has in %r9, by %r1, its number.
std::vector<u32> onLanes(const std::string& instruction) {
  return runOnLanes<u32>(instruction + " st.global.u32 [%rd1], %r9;", {});
}

}  // namespace

TEST_CASE("Products have halves and wide forms", "[operations]") {
  CHECK(of32("mul.lo.s32 %r9, 100000, 100000;") == 1410065408);
  CHECK(of32("mul.hi.u32 %r9, 0xffffffff, 0xffffffff;") == 0xfffffffe);
  CHECK(of32("mul.hi.s32 %r9, -1, -1;") == 0);
  CHECK(of64("mul.wide.s32 %rd7, -2, 3;") == static_cast<u64>(-6));
  CHECK(of64("mul.hi.u64 %rd7, 0xffffffffffffffff, 2;") == 1);
  CHECK(of64("mad.wide.u32 %rd7, 7, 6, 1;") == 43);
}

TEST_CASE("Quotients that are not defined have the hardware's values", "[operations]") {
  CHECK(of32("div.u32 %r9, 7, 0;") == 0xffffffff);
  CHECK(of32("div.s32 %r9, 0x80000000, -1;") == 0x80000000);
  CHECK(of32("rem.s32 %r9, -7, 3;") == static_cast<u32>(-1));
  CHECK(of32("rem.u32 %r9, 7, 0;") == 7);
}

TEST_CASE("The greater of two zeros is the positive one, in whatever order", "[operations]") {
  const std::string plus = "0d0000000000000000", minus = "0d8000000000000000";
  CHECK(!std::signbit(ofDouble("max.f64 %fd9, " + plus + ", " + minus + ";")));
  CHECK(!std::signbit(ofDouble("max.f64 %fd9, " + minus + ", " + plus + ";")));
  CHECK(std::signbit(ofDouble("min.f64 %fd9, " + plus + ", " + minus + ";")));
  CHECK(std::signbit(ofDouble("min.f64 %fd9, " + minus + ", " + plus + ";")));
  CHECK(std::signbit(ofDouble("max.f64 %fd9, " + minus + ", " + minus + ";")));
}

TEST_CASE("Carries go from one sum to the next", "[operations]") {
  CHECK(of32("add.cc.u32 %r2, 0xffffffff, 1; addc.u32 %r9, 1, 2;") == 4);
  CHECK(of32("sub.cc.u32 %r2, 0, 1; subc.u32 %r9, 5, 2;") == 2);
  CHECK(of32("mad.lo.cc.u32 %r2, 0x10000, 0x10000, 0; madc.hi.u32 %r9, 0x10000, 0x10000, 1;") == 2);
}

TEST_CASE("Shifts beyond the width leave nothing but the sign", "[operations]") {
  CHECK(of32("shl.b32 %r9, 1, 32;") == 0);
  CHECK(of32("shr.u32 %r9, 0x80000000, 31;") == 1);
  CHECK(of32("shr.s32 %r9, 0x80000000, 99;") == 0xffffffff);
  CHECK(of32("shf.l.wrap.b32 %r9, 0x80000000, 1, 1;") == 3);
  CHECK(of32("shf.r.clamp.b32 %r9, 5, 1, 32;") == 1);
}

TEST_CASE("Fields, counts and permutations of bits", "[operations]") {
  CHECK(of32("bfe.u32 %r9, 0xabcd, 4, 8;") == 0xbc);
  CHECK(of32("bfe.s32 %r9, 0xabcd, 4, 8;") == 0xffffffbc);
  CHECK(of32("bfi.b32 %r9, 0xf, 0, 8, 4;") == 0xf00);
  CHECK(of32("popc.b32 %r9, 0xff00ff;") == 16);
  CHECK(of32("clz.b32 %r9, 1;") == 31);
  CHECK(of32("clz.b32 %r9, 0;") == 32);
  CHECK(of32("brev.b32 %r9, 1;") == 0x80000000);
  CHECK(of32("bmsk.clamp.b32 %r9, 4, 8;") == 0xff0);
  CHECK(of32("bmsk.clamp.b32 %r9, 28, 8;") == 0xf0000000);
  CHECK(of32("bmsk.clamp.b32 %r9, 0, 40;") == 0xffffffff);
  CHECK(of32("bmsk.clamp.b32 %r9, 32, 8;") == 0);
  CHECK(of32("bmsk.wrap.b32 %r9, 33, 2;") == 6);
  CHECK(of32("bfind.u32 %r9, 0x100;") == 8);
  CHECK(of32("bfind.s32 %r9, -1;") == 0xffffffff);
  CHECK(of32("bfind.shiftamt.u32 %r9, 0x100;") == 23);
  CHECK(of32("prmt.b32 %r9, 0x33221100, 0x77665544, 0x0735;") == 0x00773355);
  CHECK(of32("lop3.b32 %r9, 12, 10, 6, 0x96;") == (12 ^ 10 ^ 6));
}

TEST_CASE("Conversions round and saturate", "[operations]") {
  CHECK(of32("cvt.rzi.s32.f64 %r9, 0dC00E000000000000;") == static_cast<u32>(-3));  // -3.75
  CHECK(of32("cvt.rni.s32.f64 %r9, 0d4004000000000000;") == 2);                     // 2.5
  CHECK(of32("cvt.rzi.u32.f64 %r9, 0dC00E000000000000;") == 0);
  CHECK(of32("cvt.rzi.s32.f64 %r9, 0d7FF8000000000000;") == 0);           // NaN
  CHECK(of32("cvt.rzi.s32.f64 %r9, 0d42E0000000000000;") == 0x7fffffff);  // 2^47
  CHECK(of64("cvt.s64.s32 %rd7, -5;") == static_cast<u64>(-5));
  CHECK(of64("mov.u32 %r2, 0xffffffff; cvt.u64.u32 %rd7, %r2;") == 0xffffffff);
  CHECK(of32("cvt.sat.s8.s32 %r9, 300;") == 127);
  CHECK(of32("cvt.s32.s8 %r9, 0x80;") == 0xffffff80);
}

TEST_CASE("Fused and separate sums differ where rounding does", "[operations]") {
  const std::string x = "0d3FF0000000000001";  // 1 + 2^-52
  CHECK(ofDouble("fma.rn.f64 %fd9, " + x + ", " + x + ", 0dBFF0000000000002;") == std::ldexp(1.0, -104));
  CHECK(ofDouble("mul.rn.f64 %fd1, " + x + ", " + x + "; add.rn.f64 %fd9, %fd1, 0dBFF0000000000002;") == 0);
}

TEST_CASE("Sums and products round as they are told", "[operations]") {
  const std::string one = "0d3FF0000000000000";
  const std::string tiny = "0d3C80000000000000";  // 2^-55
  CHECK(ofDouble("add.rn.f64 %fd9, " + one + ", " + tiny + ";") == 1);
  CHECK(ofDouble("add.rp.f64 %fd9, " + one + ", " + tiny + ";") == std::nextafter(1.0, 2.0));
  CHECK(ofDouble("sub.rz.f64 %fd9, " + one + ", " + tiny + ";") == std::nextafter(1.0, 0.0));
  CHECK(ofDouble("div.rp.f64 %fd9, " + one + ", 0d4008000000000000;") == std::nextafter(1.0 / 3, 1.0));
}

TEST_CASE("NaN is unordered", "[operations]") {
  const std::string nan = "0d7FF8000000000000";
  const auto holds = [&](const std::string& comparison) {
    return of32("setp." + comparison + ".f64 %p1, " + nan + ", 0d0; selp.u32 %r9, 1, 0, %p1;");
  };
  CHECK(holds("lt") == 0);
  CHECK(holds("ltu") == 1);
  CHECK(holds("ne") == 0);
  CHECK(holds("neu") == 1);
  CHECK(holds("nan") == 1);
  CHECK(ofDouble("min.f64 %fd9, " + nan + ", 0d4000000000000000;") == 2);
}

TEST_CASE("Predicates combine, and go two at a time", "[operations]") {
  CHECK(onLanes("setp.lt.u32 %p1|%p2, %r1, 5; selp.u32 %r9, 1, 0, %p2;")[5] == 1);
  CHECK(onLanes("setp.lt.u32 %p1, %r1, 5; setp.gt.and.u32 %p2, %r1, 2, %p1; selp.u32 %r9, 1, 0, %p2;")[3] == 1);
  CHECK(onLanes("setp.lt.u32 %p1, %r1, 5; not.pred %p2, %p1; selp.u32 %r9, 1, 0, %p2;")[3] == 0);
}

TEST_CASE("Values go from lane to lane", "[operations]") {
  CHECK(onLanes("shfl.sync.up.b32 %r9, %r1, 2, 0, -1;")[1] == 1);
  CHECK(onLanes("shfl.sync.up.b32 %r9, %r1, 2, 0, -1;")[7] == 5);
  CHECK(onLanes("shfl.sync.down.b32 %r9|%p1, %r1, 4, 31, -1;")[30] == 30);
  CHECK(onLanes("shfl.sync.bfly.b32 %r9, %r1, 5, 31, -1;")[8] == 13);
  CHECK(onLanes("shfl.sync.idx.b32 %r9, %r1, 7, 0x101f, -1;")[20] == 23);  // parts of 16 lanes
  CHECK(onLanes("setp.lt.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r9, %p1, -1;")[31] == 7);
  CHECK(onLanes("redux.sync.add.s32 %r9, %r1, -1;")[0] == 496);
  CHECK(onLanes("sub.s32 %r2, %r1, 5; redux.sync.min.s32 %r9, %r2, -1;")[9] == static_cast<u32>(-5));
  CHECK(onLanes("and.b32 %r2, %r1, 15; match.any.sync.b32 %r9, %r2, -1;")[3] == (1u << 3 | 1u << 19));
  CHECK(onLanes("match.all.sync.b32 %r9|%p1, %r1, -1;")[3] == 0);
  // Tiles of eight lanes vote for themselves.
  const std::string tile = "and.b32 %r2, %r1, 24; shl.b32 %r3, 0xff, %r2;";
  CHECK(onLanes(tile + "setp.eq.u32 %p1, %r1, 9; vote.sync.any.pred %p2, %p1, %r3; selp.u32 %r9, 1, 0, %p2;")[0] == 0);
  CHECK(onLanes(tile + "setp.eq.u32 %p1, %r1, 9; vote.sync.any.pred %p2, %p1, %r3; selp.u32 %r9, 1, 0, %p2;")[8] == 1);
  CHECK(onLanes(tile + "redux.sync.max.u32 %r9, %r1, %r3;")[10] == 15);
  CHECK(onLanes("elect.sync %r9|%p1, -1;")[3] == 0);
}

TEST_CASE("Atomics combine lane after lane", "[operations]") {
  const auto after = [](const std::string& instruction) {
    return runOnLanes<u32>("ld.param.u64 %rd3, [out]; " + instruction, {})[0];
  };
  CHECK(after("atom.global.add.u32 %r2, [%rd3], %r1;") == 496);
  CHECK(after("red.global.max.s32 [%rd3], %r1;") == 31);
  CHECK(after("red.global.or.b32 [%rd3], 5;") == 5);
  CHECK(after("atom.global.inc.u32 %r2, [%rd3], 9;") == 2);
  CHECK(after("atom.global.exch.b32 %r2, [%rd3], %r1;") == 31);
  CHECK(after("add.u32 %r3, %r1, 1; atom.global.cas.b32 %r2, [%rd3], %r1, %r3;") == 32);
  CHECK(after("mov.f32 %f1, 0f3F000000; red.global.add.f32 [%rd3], %f1;") == 0x41800000);  // 16.0
}

TEST_CASE("Every lane of a loop on compare-and-swap succeeds once", "[operations]") {
  const auto out = runOnLanes<u32>(R"(
    ld.param.u64 %rd3, [out];
    ld.global.u32 %r2, [%rd3];
    $again: mov.u32 %r3, %r2;
    add.u32 %r4, %r3, %r1;
    atom.global.cas.b32 %r2, [%rd3], %r3, %r4;
    setp.ne.u32 %p1, %r2, %r3;
    @%p1 bra $again;)",
                                   {});
  CHECK(out[0] == 496);
}

TEST_CASE("Vectors of registers are packed, unpacked, loaded and stored", "[operations]") {
  CHECK(of64("mov.b64 %rd7, {0x11111111, 0x22222222};") == 0x2222222211111111);
  CHECK(of32("mov.u64 %rd3, 0x2222222211111111; mov.b64 {%r2, %r9}, %rd3;") == 0x22222222);
  const auto out = runOnLanes<u64>("ld.global.v2.u32 {%r2, %r3}, [%rd2]; st.global.v2.u32 [%rd1], {%r3, %r2};",
                                   {0x0000000200000001});
  CHECK(out[0] == 0x0000000100000002);
}

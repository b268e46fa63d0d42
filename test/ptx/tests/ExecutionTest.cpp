#include "Execution.h"

#include <catch2/catch.hpp>
#include <numeric>

#include "Harness.h"

using namespace ptx;

namespace {

template <class T>
std::vector<T> counting(std::size_t count = 32) {
  std::vector<T> values(count);
  std::iota(values.begin(), values.end(), T(0));
  return values;
}

}  // namespace

TEST_CASE("Lanes that a condition divides do their own work and meet again", "[execution]") {
  const auto out = runOnLanes<u32>(R"(
    setp.lt.u32 %p1, %r1, 10;
    mov.u32 %r2, 100;
    @%p1 bra $less;
    mov.u32 %r2, 7;
    bra $end;
    $less: mov.u32 %r2, 5;
    $end: activemask.b32 %r3;
    add.u32 %r2, %r2, %r3;
    st.global.u32 [%rd1], %r2;)",
                                   {});
  CHECK(out[9] == 5 + 0xffffffffu);
  CHECK(out[10] == 7 + 0xffffffffu);
}

TEST_CASE("Lanes leave a loop one by one", "[execution]") {
  const auto out = runOnLanes<u32>(R"(
    mov.u32 %r2, 0; mov.u32 %r3, 0;
    $loop: add.u32 %r3, %r3, %r2; add.u32 %r2, %r2, 1;
    setp.le.u32 %p1, %r2, %r1;
    @%p1 bra $loop;
    st.global.u32 [%rd1], %r3;)",
                                   {});
  for (u32 lane = 0; lane < 32; ++lane) CHECK(out[lane] == lane * (lane + 1) / 2);
}

TEST_CASE("A table sends each lane its own way", "[execution]") {
  const auto out = runOnLanes<u32>(R"(
    and.b32 %r2, %r1, 3;
    $table: .branchtargets $a, $b, $c, $b;
    brx.idx %r2, $table;
    $a: mov.u32 %r3, 1; bra $end;
    $b: mov.u32 %r3, 2; bra $end;
    $c: mov.u32 %r3, 3;
    $end: st.global.u32 [%rd1], %r3;)",
                                   {});
  CHECK(std::vector<u32>(out.begin(), out.begin() + 5) == std::vector<u32>{1, 2, 3, 2, 1});
}

TEST_CASE("Functions get their arguments and return their results lane by lane", "[execution]") {
  const std::string twice = R"(.func (.param .b32 result) twice(.param .b32 x) { .reg .b32 %r<3>;
    ld.param.u32 %r1, [x]; setp.gt.u32 %p1, %r1, 20; @%p1 bra $large;
    add.s32 %r2, %r1, %r1; st.param.b32 [result], %r2; ret;
    $large: mov.u32 %r2, 9; st.param.b32 [result], %r2; ret; })";
  const auto out = runOnLanes<u32>(R"({
    .param .b32 argument; .param .b32 answer;
    st.param.b32 [argument], %r1;
    call.uni (answer), twice, (argument);
    ld.param.b32 %r2, [answer]; }
    st.global.u32 [%rd1], %r2;)",
                                   {}, 32, twice);
  CHECK(out[20] == 40);
  CHECK(out[21] == 9);
}

TEST_CASE("A barrier holds each warp until all have come", "[execution]") {
  const auto out = runOnLanes<u32>(R"(
    .shared .align 4 .b8 common[512];
    mov.u32 %r2, common; shl.b32 %r3, %r1, 2; add.u32 %r3, %r2, %r3;
    st.shared.u32 [%r3], %r1;
    bar.sync 0;
    sub.u32 %r4, 127, %r1; shl.b32 %r4, %r4, 2; add.u32 %r4, %r2, %r4;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%rd1], %r5;)",
                                   {}, 128);
  for (u32 thread = 0; thread < 128; ++thread) CHECK(out[thread] == 127 - thread);
}

TEST_CASE("Lanes that have ended are missed by nobody", "[execution]") {
  const auto out = runOnLanes<u32>(R"(
    setp.ge.u32 %p1, %r1, 8;
    @%p1 ret;
    vote.sync.ballot.b32 %r2, 1, 0xffffffff;
    st.global.u32 [%rd1], %r2;)",
                                   {});
  CHECK(out[0] == 0xff);
  CHECK(out[8] == 0);
}

TEST_CASE("Local memory is a lane's own", "[execution]") {
  const auto out = runOnLanes<u32>(R"(
    .local .align 4 .b8 own[16];
    mov.u64 %rd3, own; cvta.local.u64 %rd4, %rd3;
    and.b32 %r2, %r1, 3; mul.wide.u32 %rd5, %r2, 4; add.s64 %rd6, %rd4, %rd5;
    st.local.v4.u32 [own], {%r1, %r1, %r1, %r1};
    st.u32 [%rd6], 1000;
    ld.local.u32 %r3, [own+4];
    st.global.u32 [%rd1], %r3;)",
                                   {});
  CHECK(out[0] == 0);
  CHECK(out[1] == 1000);
  CHECK(out[2] == 2);
}

TEST_CASE("What is counted of coalesced and of strided loads", "[execution]") {
  std::vector<double> in(32 * 32);
  std::vector<double> out(32);
  Machine machine;
  const u64 from = machine.give(in);
  const u64 to = machine.give(out);
  const std::string text = kernelText(R"(
    ld.param.u64 %rd8, [out]; ld.param.u64 %rd9, [in]; mov.u32 %r1, %tid.x;
    mad.wide.u32 %rd1, %r1, 8, %rd8; mad.wide.u32 %rd2, %r1, 8, %rd9; mad.wide.u32 %rd3, %r1, 256, %rd9;
    ld.global.f64 %fd1, [%rd2];
    ld.global.f64 %fd2, [%rd3];
    add.f64 %fd3, %fd1, %fd2;
    st.global.f64 [%rd1], %fd3; ret;)",
                                      {"out", "in"});
  machine.run(text, {1, 32}, {to, from}, true);
  CHECK(machine.counts.loads == 2);
  CHECK(machine.counts.loadBytes == 512);
  // 8 sectors where the array begins at one, else 9; a sector a lane with a stride.
  CHECK(machine.counts.loadSectors >= 40);
  CHECK(machine.counts.loadSectors <= 41);
  CHECK(machine.counts.stores == 1);
  CHECK(machine.counts.flops64 == 32);
  CHECK(machine.counts.compulsoryWrites >= 8);
}

// What a GPU would end with, or do silently.

TEST_CASE("An access outside every allocation ends the program", "[execution]") {
  const std::string message = messageOf([] { runOnLanes<u32>("ld.global.u32 %r2, [%rd2+4096];", {}); });
  CHECK(message.find("lies in no allocation: ld.global.u32 %r2, [%rd2+4096] in kernel") != std::string::npos);
  // The last byte counts, too.
  CHECK(messageOf([] { runOnLanes<u32>("ld.global.v2.u32 {%r2, %r3}, [%rd2];", {}); }) != "");
}

TEST_CASE("A misaligned access ends the program", "[execution]") {
  CHECK(messageOf([] { runOnLanes<u64>("ld.global.u64 %rd3, [%rd2+4];", counting<u64>()); }).find("misaligned") !=
        std::string::npos);
}

TEST_CASE("Another device's memory is out of reach", "[execution]") {
  const auto reach = [] {
    std::vector<u32> here(32);
    std::vector<u32> there(32);
    Machine machine;
    const u64 own = machine.give(here);
    const u64 others = machine.give(there, 1);
    machine.run(kernelText("ld.param.u64 %rd1, [in]; ld.global.u32 %r1, [%rd1]; ret;", {"out", "in"}), {1, 1},
                {own, others});
  };
  CHECK(messageOf(reach).find("device 0 reaches into the memory of device 1") != std::string::npos);
}

TEST_CASE("Shared and local memory end where they end", "[execution]") {
  CHECK(messageOf([] {
          runOnLanes<u32>(".shared .align 4 .b8 common[16]; ld.shared.u32 %r2, [common+16];", {});
        }).find("beside shared memory") != std::string::npos);
  CHECK(messageOf([] {
          runOnLanes<u32>(".local .align 4 .b8 own[16]; ld.local.u32 %r2, [own+512];", {});
        }).find("beside local memory") != std::string::npos);
}

TEST_CASE("A shuffle that names lanes which are elsewhere ends the program", "[execution]") {
  const std::string message = messageOf([] {
    runOnLanes<u32>(R"(
      setp.lt.u32 %p1, %r1, 10;
      @!%p1 bra $end;
      shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
      $end: st.global.u32 [%rd1], %r2;)",
                    {});
  });
  CHECK(message.find("lanes are missing") != std::string::npos);
}

TEST_CASE("Traps, failed assertions and indirect calls end the program, each with its reason", "[execution]") {
  CHECK(messageOf([] { runOnLanes<u32>("trap;", {}); }).find("trap in kernel") != std::string::npos);
  CHECK(messageOf([] { runOnLanes<u32>("call %rd1, (), prototype;", {}); }).find("indirect call") != std::string::npos);
  CHECK(messageOf([] { runOnLanes<u32>("call nobody;", {}); }).find("call of nobody") != std::string::npos);
  const std::string texts =
      ".global .align 1 .b8 what[6] = {110, 32, 62, 32, 48, 0};\n"
      ".global .align 1 .b8 where[6] = {97, 46, 99, 112, 112, 0};\n"
      ".global .align 1 .b8 who[2] = {102, 0};\n"
      ".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, "
      ".param .b64 e) ;";
  const std::string failing = R"({
    .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
    mov.u64 %rd3, what; st.param.b64 [a], %rd3; mov.u64 %rd3, where; st.param.b64 [b], %rd3;
    st.param.b32 [c], 42; mov.u64 %rd3, who; st.param.b64 [d], %rd3; st.param.b64 [e], 1;
    call.uni __assertfail, (a, b, c, d, e); })";
  CHECK(messageOf([&] { runOnLanes<u32>(failing, {}, 32, texts); }).find("a.cpp:42: f: assertion 'n > 0' failed") !=
        std::string::npos);
}

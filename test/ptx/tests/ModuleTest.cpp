#include "Module.h"

#include <catch2/catch.hpp>

#include "Harness.h"

using namespace ptx;

namespace {

const char* const text = R"(
.version 8.0
.target sm_90
.address_size 64
.global .align 4 .u32 table[4] = {1, 2, 0x10, -1};
.global .align 8 .u64 pointer = generic(table)+8;
.shared .align 8 .b8 common[24];
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 values) ;
.func (.param .b32 result) twice(.param .b32 x) { .reg .b32 %r<3>;
  ld.param.u32 %r1, [x]; add.s32 %r2, %r1, %r1; st.param.b32 [result], %r2; ret; }
.visible .entry kernel(.param .u64 out, .param .align 4 .b8 object[12], .param .u8 small)
.maxntid 128 { ret; }
)";

u32 wordOf(const Variable& variable, int number) {
  u32 value;
  std::memcpy(&value, variable.memory + 4 * number, 4);
  return value;
}

}  // namespace

TEST_CASE("A module holds its functions and variables", "[module]") {
  const auto module = parseModule(text);
  REQUIRE(module->functions.size() == 3);
  CHECK_FALSE(module->functions.at("vprintf").isDefined);
  CHECK(module->functions.at("twice").isDefined);
  CHECK_FALSE(module->functions.at("twice").isEntry);
  CHECK(module->functions.at("kernel").isEntry);
  CHECK(module->variables.at("common").space == Space::shared);
  CHECK(module->variables.at("common").memory == nullptr);
}

TEST_CASE("Initial values are numbers and addresses", "[module]") {
  const auto module = parseModule(text);
  const Variable& table = module->variables.at("table");
  CHECK(table.bytes == 16);
  CHECK(wordOf(table, 2) == 16);
  CHECK(wordOf(table, 3) == 0xffffffff);
  u64 address;
  std::memcpy(&address, module->variables.at("pointer").memory, 8);
  CHECK(address == reinterpret_cast<u64>(table.memory) + 8);
}

TEST_CASE("Parameters lie where their alignments put them", "[module]") {
  const auto module = parseModule(text);
  const auto& parameters = module->functions.at("kernel").parameters;
  REQUIRE(parameters.size() == 3);
  CHECK(parameters[1].offset == 8);
  CHECK(parameters[1].bytes == 12);
  CHECK(parameters[2].offset == 20);
  CHECK(parameters[2].bytes == 1);
}

TEST_CASE("Functions are decoded when they are asked for", "[module]") {
  const auto module = parseModule(text);
  CHECK(module->functions.at("twice").code.empty());
  const Function* twice = definedFunction(*module, "twice");
  REQUIRE(twice != nullptr);
  REQUIRE(twice->code.size() == 4);
  CHECK(twice->code[1].words == std::vector<std::string>{"add", "s32"});
  CHECK(twice->code[1].type == Type::s32);
  CHECK(definedFunction(*module, "vprintf") == nullptr);
  CHECK(definedFunction(*module, "nobody") == nullptr);
}

TEST_CASE("What is not understood ends the program with its text", "[module]") {
  CHECK(messageOf([] { parseModule(".unheard of;"); }).find(".unheard of") != std::string::npos);
  const auto unknown = [] {
    const auto module = parseModule(kernelText("wgmma.fence.sync.aligned; ret;", {}));
    definedFunction(*module, "kernel");
  };
  CHECK(messageOf(unknown).find("instruction not supported: wgmma.fence.sync.aligned") != std::string::npos);
  const auto type = [] {
    const auto module = parseModule(kernelText("sqrt.rn.f16 %h1, %h2; ret;", {}));
    definedFunction(*module, "kernel");
  };
  CHECK(messageOf(type).find("type not supported") != std::string::npos);
}

// std::bitset: what a loop may do with one, and what it may not.
#include "Lower/Bitsets.h"

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements, const std::string& after = "") {
  return modelOf(
      "#include <array>\n#include <bitset>\n#include <cstdint>\n#include <vector>\n"
      "struct Cell { int id; std::bitset<32> marks; };\n"
      "static void mark(std::bitset<64>& b, int k) { if (k >= 0 && k < 64) b.set(k); }\n"
      "[[clustrix::cluster]] void f(std::uint64_t* a, const std::uint64_t* x, std::bitset<32>* all, Cell* cells,"
      " std::vector<std::bitset<96>>& rows, const unsigned char* c, std::bitset<64> outer, int n, int p) {\n"
      "  for (int i = 0; i < n; ++i) { " +
      statements + " }\n" + after + "}\n");
}

/// The accesses of one iteration, in order: "r all[k_i] w all[k_i] ".
std::string accesses(const std::string& statements) {
  const LoopModel model = body(statements);
  CHECK(model.effects.empty());
  std::string text;
  for (const Access& access : model.accesses)
    text += (access.kind == AccessKind::Read ? "r " : "w ") +
            model.arrays[static_cast<std::size_t>(access.array.value)].name + "[" +
            (access.index ? test::text(model, *access.index) : "any") + "] ";
  return text;
}

}  // namespace

TEST_CASE("a bitset of the iteration's own has no effects, and devices have it") {
  for (const char* text :
       {"std::bitset<64> b(x[i]); a[i] = b.test(3) + b.count();", "std::bitset<64> b(x[i]); a[i] = b[3] ? 2 : 1;",
        "std::bitset<70> b; b[x[i] & 63] = true; b[7].flip(); a[i] = b[5] + ~b[6];",
        "std::bitset<70> b, d(7); b[3] = d[2]; b[4] = b[3]; a[i] = (b & d | ~d ^ b).any();",
        "std::bitset<64> b(x[i]); b.set(5).reset(6).flip(7); b ^= std::bitset<64>(255); a[i] = b.to_ullong();",
        "std::bitset<64> b; b.set(); b.reset(); b.flip(); b.set(5, x[i] > 7); a[i] = b.all() + b.none() + b.size();",
        "auto b = std::bitset<200>(x[i]) << 100; b <<= i; b >>= 3; a[i] = (b >> 7) == b || b != ~b;",
        "std::bitset<32> bits[4]; bits[i % 4].set(3); a[i] = bits[1].to_ulong();",
        "std::bitset<64> b; for (int k = 0; k < 64; ++k) if (x[k] > 3) b.set(k); a[i] = b.count();",
        "std::bitset<64> b; mark(b, p); a[i] = b._Find_first() + b._Find_next(3);",
        "a[i] = outer.test(3) + outer[5] + outer.count();", "std::bitset<0> b; a[i] = b.count();"}) {
    INFO(text);
    const LoopModel model = body(text);
    CHECK(model.effects.empty());
    CHECK(model.obstacles.empty());
    CHECK(model.kernel.hostCalls.empty());
    CHECK(model.kernel.deviceFunctions.size() == (std::string(text).find("mark") == std::string::npos ? 0 : 1));
  }
}

TEST_CASE("who asks for one bit reads the element, and who sets one writes it") {
  CHECK(accesses("a[i] = all[i].test(3);") == "r all[k_i] w a[k_i] ");
  CHECK(accesses("all[i].set(3);") == "r all[k_i] w all[k_i] ");
  CHECK(accesses("(&all[i])->set(3);") == "r all[k_i] w all[k_i] ");
  CHECK(accesses("all[i].reset();") == "w all[k_i] ");
  CHECK(accesses("all[i].flip();") == "r all[k_i] w all[k_i] ");
  CHECK(accesses("all[i][3] = true;") == "r all[k_i] w all[k_i] ");
  CHECK(accesses("all[i] |= all[i + 1];") == "r all[k_i + 1] r all[k_i] w all[k_i] ");
  CHECK(accesses("auto& b = all[i]; b[2] = all[i + 1][4];") == "r all[k_i + 1] r all[k_i] w all[k_i] ");
  CHECK(accesses("rows[i].set(80).flip(2);") == "r rows[k_i] w rows[k_i] r rows[k_i] w rows[k_i] ");
  CHECK(accesses("cells[i].marks[3] = cells[i].id > 2;") == "r cells[k_i] r cells[k_i] w cells[k_i] ");
}

TEST_CASE("a position that is surely one of the bits is asked for without an exception") {
  for (const char* text :
       {"a[i] = outer.test(63);", "a[i] = outer.test(x[i] & 63);", "a[i] = outer.test(x[i] % 64);",
        "a[i] = outer.test(c[i] >> 2);", "a[i] = outer.test(x[i] >> 58);", "std::bitset<256> b; b.set(c[i]);",
        "const int v = static_cast<int>(x[i] & 31); std::bitset<64> b; b.set(v);",
        "for (int k = 0; k < 32; ++k) a[i] += outer.test(2 * k + 1) + outer.test(63 - k);",
        "if (p >= 0 && p < 64) a[i] = outer.test(p);", "if (i < 64) a[i] = outer.test(i);",
        "const int v = static_cast<int>(x[i]); if (v >= 0 && 64 > v) a[i] = outer.test(v);",
        "int v = static_cast<int>(x[i]); if (!(v < 0 || v >= 64)) a[i] = outer.test(static_cast<std::size_t>(v));",
        "const int v = static_cast<int>(x[i]); a[i] = v < 64ul ? outer.test(v) : 0;",
        "const std::uint64_t v = x[i]; if (v >= 64) a[i] = 0; else a[i] = v > 3 && outer.test(v);",
        "std::bitset<64> b; mark(b, static_cast<int>(x[i])); a[i] = b.count();"}) {
    INFO(text);
    CHECK(body(text).effects.empty());
  }
}

TEST_CASE("a position that may be none of the bits throws") {
  for (const char* text :
       {"a[i] = outer.test(64);",
        "a[i] = outer.test(x[i]);",
        "a[i] = outer.test(x[i] & 64);",
        "a[i] = outer.test(p);",
        "a[i] = outer.test(static_cast<int>(x[i]) % 64);",
        "std::bitset<255> b; b.set(c[i]);",
        "a[i] = outer.test(i);",
        "std::bitset<64> b; b.reset(p);",
        "std::bitset<64> b; b.flip(-1);",
        "if (p < 64) a[i] = outer.test(p);",
        "for (int k = 0; k < 32; ++k) a[i] += outer.test(2 * k + 2);",
        "int v = x[i] & 31; v += p; a[i] = outer.test(v);",
        "for (int k = 0; k <= 64; ++k) a[i] += outer.test(k);",
        "std::bitset<0> b; b.set(0);",
        "const int v = static_cast<int>(x[i]); if (v >= 0 || v < 64) a[i] = outer.test(v);",
        "const int v = static_cast<int>(x[i]); if (v < 64) a[i] = outer.test(v);",
        "const int v = static_cast<int>(x[i]); if (v >= 0 && v <= 64) a[i] = outer.test(v);",
        "const long v = static_cast<long>(x[i]); if (v < 0x8000000000000001ul) a[i] = outer.test(v);",
        "int v = static_cast<int>(x[i]); if (v >= 0 && v < 64) { v += 7; a[i] = outer.test(v); }",
        "int v = static_cast<int>(x[i]); int& w = v; if (v >= 0 && v < 64) { w = p; a[i] = outer.test(v); }",
        "const int v = static_cast<int>(x[i]); if (v >= 0 && v < 64) a[i] = outer.test(v + 1);",
        "const int v = static_cast<int>(x[i]); if (v >= 0 && v < 64) a[i] = 0; else a[i] = outer.test(v);",
        "const int v = static_cast<int>(x[i]); if (char(v) >= 0 && char(v) < 64) a[i] = outer.test(v);"}) {
    INFO(text);
    CHECK(hasEffect(body(text), "effect.exception"));
  }
  CHECK(body("std::bitset<64> b(x[i]); a[i] = b.to_ulong();").effects.empty());
  CHECK(hasEffect(body("std::bitset<65> b(x[i]); a[i] = b.to_ulong();"), "effect.exception"));
  CHECK(hasEffect(body("std::bitset<65> b(x[i]); a[i] = b.to_ullong();"), "effect.exception"));
}

TEST_CASE("a bit of what several iterations have is a read and a write of all of them") {
  const LoopModel model = body("outer.set(i & 63);", "a[0] = outer.count();");
  REQUIRE(model.scalars.size() == 1);
  CHECK_FALSE(model.scalars[0].exposedReads.empty());
  CHECK_FALSE(model.scalars[0].writes.empty());
  const LoopModel fresh = body("outer.reset(); outer[x[i] & 63] = true; a[i] = outer.count();");
  REQUIRE(fresh.scalars.size() == 1);
  CHECK(fresh.scalars[0].exposedReads.empty());
}

TEST_CASE("what stands for a bit is known where it is used at once") {
  for (const char* text : {"std::bitset<64> b; auto r = b[3]; r = true; a[i] = b.count();",
                           "std::bitset<64> b; auto&& r = b[3]; r = true; a[i] = b.count();",
                           "std::bitset<64> b; (b[3] = true).flip(); a[i] = b.count();",
                           "std::bitset<64> b(\"0101\"); a[i] = b.count();", "a[i] = outer.to_string().size();"}) {
    INFO(text);
    CHECK_FALSE(body(text).effects.empty());
  }
}

TEST_CASE("an iteration that the loop might never have come to asks for no bit that may not be there") {
  const auto search = [](const std::string& condition) {
    return modelOf(
        "#include <bitset>\n#include <cstdint>\n#include <vector>\n"
        "[[clustrix::cluster]] int f(const std::vector<int>& x, std::bitset<64> b) {\n"
        "  for (int i = 0; i < int(x.size()); ++i) if (" +
        condition + ") return i;\n  return -1;\n}\n");
  };
  CHECK(hasEffect(search("b[x[i]]"), "search.speculation"));
  CHECK_FALSE(search("std::bitset<64>(7)[x[i]]").effects.empty());
  CHECK(search("b[x[i] & 63]").effects.empty());
  CHECK(search("b[3] && x[i] > 0").effects.empty());
  CHECK(search("b.test(x[i] & 63)").effects.empty());
}

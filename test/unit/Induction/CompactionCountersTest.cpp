// Packed writes at counters of narrow types: how far the counter can get.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel packing(const std::string& type, const std::string& loop) {
  return modelOf("[[clustrix::cluster]] int f(const int* a, int* b, const int* first, int n, int m) { " + type +
                 " s = 0; " + loop + " return static_cast<int>(s); }\n");
}
/// What must stay below 2^bits.
std::string kept(const std::string& type, const std::string& loop) {
  const LoopModel model = packing(type, loop);
  std::string all;
  for (const Obligation& one : model.obligations) {
    if (std::string name = text(model, one.value); name.find('s') != std::string::npos)
      all += (all.empty() ? "" : ", ") + name + " <= " + std::to_string(static_cast<long long>(one.max));
  }
  return all;
}
bool isRefused(const std::string& type, const std::string& loop) {
  return hasEffect(packing(type, loop), "wrap-around");
}
const std::string simple = "for (int i = 0; i < n; ++i) if (a[i]) b[s++] = i;";

}  // namespace

TEST_CASE("a counter of a narrow type has room for as many steps as there are iterations") {
  CHECK(kept("unsigned char", simple) == "n + s <= 255");
  CHECK(kept("signed char", simple) == "n + s <= 127");
  CHECK(kept("unsigned short", simple) == "n + s <= 65535");
  CHECK(kept("unsigned", simple) == "n + s <= 4294967295");
  CHECK_FALSE(isRefused("unsigned char", simple));
}

TEST_CASE("a counter that cannot come back needs no room") {
  CHECK(kept("int", simple).empty());
  CHECK(kept("long", simple).empty());
  CHECK(kept("unsigned long", simple).empty());
}

TEST_CASE("each place that steps the counter counts") {
  CHECK(kept("unsigned char", "for (int i = 0; i < n; ++i) { if (a[i]) b[s++] = i; if (a[i] > 2) b[s++] = 2; }") ==
        "2*n + s <= 255");
  CHECK(kept("unsigned char", "for (int i = 0; i < n; ++i) { if (a[i]) b[s++] = i; if (a[i] > 2) ++s; }") ==
        "2*n + s <= 255");
}

TEST_CASE("steps in inner loops count for each of their iterations") {
  CHECK(kept("unsigned char", "for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) if (a[j]) b[s++] = j;") ==
        "n*m + s <= 255");
}

TEST_CASE("the largest step counts, in the direction in which all of them go") {
  CHECK(kept("unsigned char", "for (int i = 0; i < n; ++i) { if (a[i]) b[s++] = i; if (a[i] > 2) s += 3; }") ==
        "6*n + s <= 255");
  const LoopModel down = packing("unsigned", "for (int i = 0; i < n; ++i) if (a[i]) b[--s] = i;");
  CHECK(std::any_of(down.obligations.begin(), down.obligations.end(),
                    [&](const Obligation& one) { return text(down, one.value) == "s - n" && one.min == 0; }));
}

TEST_CASE("a counter whose steps nobody can count is refused") {
  CHECK(isRefused("unsigned char",
                  "for (int i = 0; i < n; ++i) { int j = 0; while (a[j] > 3) { if (a[j]) b[s++] = i; j += a[j]; } }"));
  CHECK(isRefused("unsigned char", "for (int i = 0; i < n; ++i) { if (a[i]) b[s++] = i; if (a[i] > 2) s += a[0]; }"));
}

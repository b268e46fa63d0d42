#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// The loop as it begins later, at the value V of its variable or at iteration K; "" where it cannot.
std::string restarted(const std::string& loop) {
  const SourceUnit unit = parse(
      "#include <vector>\n#define ZERO 0\n#define ALL v\n"
      "[[clustrix::cluster]] int f(int* a, std::vector<int>& v, int n) {\n  int i = 0, j = 0; (void)j;\n  " +
      loop + "\n  return n;\n}\n");
  const LoopSite& site = unit.functions.at(0).loops.at(0);
  const auto& restart = site.model.restart;
  if (!restart) return "";
  const std::string place = restart->open + (restart->ofCounter ? "K" : "V") + restart->close;
  if (restart->end == 0) return place + " " + unit.text.substr(site.begin, site.end - site.begin);
  return unit.text.substr(site.begin, restart->begin - site.begin) + place +
         unit.text.substr(restart->end, site.end - restart->end);
}

}  // namespace

TEST_CASE("the later value stands where the first one did") {
  CHECK(restarted("for (long k = n - 1; k >= 0; k -= 2) if (a[k]) break;") ==
        "for (long k = static_cast<long>(V); k >= 0; k -= 2) if (a[k]) break;");
  CHECK(restarted("for (i = (n + 1); i < 99; ++i) if (a[i]) break;") ==
        "for (i = static_cast<int>(V); i < 99; ++i) if (a[i]) break;");
  CHECK(restarted("for (int k{n}; k < 99; ++k) if (a[k]) break;") ==
        "for (int k{static_cast<int>(V)}; k < 99; ++k) if (a[k]) break;");
}

TEST_CASE("a loop that steps in its test begins one step in front of the value") {
  CHECK(restarted("for (int k = n; k-- > 0;) if (a[k]) break;") ==
        "for (int k = static_cast<int>(V + 1); k-- > 0;) if (a[k]) break;");
  CHECK(restarted("for (int k = -1; ++k < n;) if (a[k]) break;") ==
        "for (int k = static_cast<int>(V - 1); ++k < n;) if (a[k]) break;");
}

TEST_CASE("a loop with nothing in its head to begin with is begun in front of itself") {
  CHECK(restarted("for (; i < n; ++i) if (a[i]) break;") ==
        "i = static_cast<int>(V); for (; i < n; ++i) if (a[i]) break;");
  CHECK(restarted("for (; i < n;) { if (a[i]) break; ++i; }") ==
        "i = static_cast<int>(V); for (; i < n;) { if (a[i]) break; ++i; }");
}

TEST_CASE("a pointer and a range are moved on by the number of the iteration") {
  CHECK(restarted("for (int* p = a + 1; p < a + n; p += 3) if (*p) break;") ==
        "for (int* p = (a + 1) + 3 * (K); p < a + n; p += 3) if (*p) break;");
  CHECK(restarted("for (auto it = v.begin(); it != v.end(); ++it) if (*it) break;") ==
        "for (auto it = (v.begin()) + 1 * (K); it != v.end(); ++it) if (*it) break;");
  CHECK(restarted("for (const int& x : v) if (x) break;") == "for (const int& x : clustrix::from(v, K)) if (x) break;");
}

TEST_CASE("a head with a second variable, a pointer in braces, or a macro where it begins cannot") {
  CHECK(restarted("for (int k = 0, m = n; k < n; ++k, --m) if (a[k] > a[m]) break;") == "");
  CHECK(restarted("for (int* p{a}; p < a + n; ++p) if (*p) break;") == "");
  CHECK(restarted("for (int k = ZERO; k < n; ++k) if (a[k]) break;") == "");
  CHECK(restarted("for (int x : ALL) if (x) break;") == "");
}

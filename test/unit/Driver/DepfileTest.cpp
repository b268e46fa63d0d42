#include "Driver/Depfile.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("a rule lists each input once") {
  CHECK(printDepfile({{"o.cu", {"a.cpp", "a.h", "a.cpp"}}}) == "o.cu: \\\n  a.cpp \\\n  a.h\n");
}

TEST_CASE("each output has a rule") {
  CHECK(printDepfile({{"a.cu", {"a.cpp"}}, {"b.cu", {"b.cpp"}}}) == "a.cu: \\\n  a.cpp\nb.cu: \\\n  b.cpp\n");
}

TEST_CASE("blanks, hashes, dollars and backslashes are escaped") {
  CHECK(printDepfile({{"my out", {"a#b", "c$d", "e\\ f", "g\\h"}}}) ==
        "my\\ out: \\\n  a\\#b \\\n  c$$d \\\n  e\\\\\\ f \\\n  g\\h\n");
}

TEST_CASE("a name with a line break is told, since no rule can name it") {
  CHECK(unwritable({"o.cu", {"a.cpp", "b\tc.h"}}) == nullptr);
  const DependencyRule input{"o.cu", {"a.cpp", "b\nall: x.h"}}, target{"o\r.cu", {"a.cpp"}};
  CHECK(*unwritable(input) == "b\nall: x.h");
  CHECK(*unwritable(target) == "o\r.cu");
}

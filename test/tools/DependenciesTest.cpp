#include "clustrix-c++/Dependencies.h"

#include <catch2/catch.hpp>

using namespace clustrix::tools;

TEST_CASE("a depfile names the original where the compiler read the rewritten file") {
  CHECK(nameOriginal("a.o: /t/a.clustrix.cu b.h \\\n c.h\n", "/t/a.clustrix.cu", "src/a.cpp") ==
        "a.o: src/a.cpp b.h \\\n c.h\n");
}

TEST_CASE("names that make would split are escaped") {
  CHECK(escapeForMake("my file#1$.cpp") == "my\\ file\\#1$$.cpp");
  CHECK(nameOriginal("a.o: /t/my\\ a.cu\n", "/t/my a.cu", "my a.cpp") == "a.o: my\\ a.cpp\n");
}

TEST_CASE("rules that do not name the file stay as they are") {
  CHECK(nameOriginal("a.o: b.h\n", "/t/a.cu", "a.cpp") == "a.o: b.h\n");
}

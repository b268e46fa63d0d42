#include "Driver/RewrittenParts.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using Parts = std::map<std::string, std::string>;

TEST_CASE("the rewritten text of each file begins where a #line names it") {
  CHECK(rewrittenParts("top\n#line 1 \"a.cpp\"\none\n#line 1 \"a \\\"b\\\".h\"\nof it\n#line 9\nstill\n#line 3 "
                       "\"a.cpp\"\nthree\nend",
                       "a.cpp") == Parts{{"a.cpp", "top\n#line 1 \"a.cpp\"\none\n#line 3 \"a.cpp\"\nthree\nend"},
                                         {"a \"b\".h", "#line 1 \"a \\\"b\\\".h\"\nof it\n#line 9\nstill\n"}});
}

TEST_CASE("a text without directives is all of one file") {
  CHECK(rewrittenParts("a\n// #line 2 \"b\"\n #line 3 \"b\"\n", "a.cpp") ==
        Parts{{"a.cpp", "a\n// #line 2 \"b\"\n #line 3 \"b\"\n"}});
  CHECK(rewrittenParts("", "a.cpp") == Parts{{"a.cpp", ""}});
}

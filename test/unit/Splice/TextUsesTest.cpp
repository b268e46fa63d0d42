#include "Splice/TextUses.h"

#include "Helpers.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

TEST_CASE("headers of the system and macros of the source are noted, and those of headers are not") {
  const Helper f = Sources({{"own.h", "#include <vector>\n#define OF_HEADER 1\n"},
                            {"eos.cpp",
                             "#include <cmath>\n#include \"own.h\"\n#include <cmath>\n#include <cstddef>\n"
                             "#define LONG(x) \\\n  ((x) + \\\n   1)\n#define PLAIN\n#define UNUSED 3\n"
                             "double f(double x) { PLAIN return LONG(x) + OF_HEADER + __LINE__; }\n"}})
                       .helper("f");
  CHECK(f.includes == std::vector<std::string>{"cmath", "cstddef"});
  CHECK(f.macros == std::vector<std::string>{"PLAIN", "LONG(x) \\\n  ((x) + \\\n   1)"});
}

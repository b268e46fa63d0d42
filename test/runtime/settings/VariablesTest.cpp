#include "settings/Variables.h"

#include <cstdlib>

#include <catch2/catch.hpp>

#include <algorithm>

namespace clustrix::runtime {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("a variable that is nearly one of ours is told with the name that was meant") {
  CHECK(unknownVariables({"CLUSTRIX_DEVICS", "CLUSTRIX_DEVICES", "CLUSTRIX_VERFIY"}) ==
        Texts{"CLUSTRIX_DEVICS is no variable of ours and changes nothing; did you mean CLUSTRIX_DEVICES?",
              "CLUSTRIX_VERFIY is no variable of ours and changes nothing; did you mean CLUSTRIX_VERIFY?"});
  CHECK(unknownVariables({"CLUSTRIX_THREADS"}) == Texts{"CLUSTRIX_THREADS is no variable of ours and changes nothing"});
  CHECK(unknownVariables({"CLUSTRIX_"}) == Texts{"CLUSTRIX_ is no variable of ours and changes nothing"});
  CHECK(unknownVariables({"CLUSTRIX_L\nG"}).front().find('\n') == std::string::npos);
}

TEST_CASE("module systems, builds and tests have variables of their own") {
  CHECK(unknownVariables({"CLUSTRIX_ROOT", "CLUSTRIX_VERSION", "CLUSTRIX_INSTALL_DIR", "CLUSTRIX_TEST_FULL",
                          "CLUSTRIX_DOUBLE_DEVICES", "CLUSTRIX_PRESET"})
            .empty());
}

TEST_CASE("the process's variables are those with our prefix") {
  setenv("CLUSTRIX_VARIABLES_TEST", "a=b", 1);
  setenv("OTHER_CLUSTRIX_VARIABLES_TEST", "1", 1);
  const Texts names = processVariables();
  CHECK(std::count(names.begin(), names.end(), "CLUSTRIX_VARIABLES_TEST") == 1);
  CHECK(std::all_of(names.begin(), names.end(), [](const std::string& one) { return one.rfind("CLUSTRIX_", 0) == 0; }));
  unsetenv("CLUSTRIX_VARIABLES_TEST");
  unsetenv("OTHER_CLUSTRIX_VARIABLES_TEST");
}

}  // namespace
}  // namespace clustrix::runtime

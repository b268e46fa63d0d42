#include "Emit/DeviceFunctions.h"
#include "Emit/Names.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

DeviceFunction function(std::vector<std::string> scope, const std::string& declaration, bool member = false) {
  return {std::move(scope), "", declaration, member};
}

}  // namespace

TEST_CASE("free functions are declared in their namespaces, members by a struct that befriends them") {
  const std::string text =
      deviceFunctionsText({function({}, "double f(double)"), function({"m", "", "inline v"}, "double g(double)"),
                           function({}, "double S::h() const", true)},
                          "clustrix_x");
  CHECK(text ==
        "#ifdef __CUDA_ARCH__\n// What the kernels call is compiled for devices as well.\n"
        "#pragma nv_diagnostic push\n#pragma nv_diag_suppress 20040, 265\n"
        "CLUSTRIX_HD double f(double);\n"
        "struct clustrix_x {\n  friend CLUSTRIX_HD double S::h() const;\n};\n"
        "namespace m {\nnamespace {\ninline namespace v {\nCLUSTRIX_HD double g(double);\n"
        "}  // inline namespace v\n}  // namespace\n}  // namespace m\n"
        "#pragma nv_diagnostic pop\n#endif\n");
  CHECK(deviceFunctionsText({}, "clustrix_x").empty());
}

TEST_CASE("a function is declared again only for kernels that stand in front of its first declaration") {
  LoopSite site;
  site.model.kernel.deviceFunctions = {function({}, "double f(double)")};
  DeclaredFunctions declared;
  CHECK(newDeviceFunctions({&site, &site}, 50, declared).size() == 1);
  CHECK(newDeviceFunctions({&site}, 90, declared).empty());
  CHECK(newDeviceFunctions({&site}, 10, declared).size() == 1);
}

TEST_CASE("kernels of a function that is defined outside of its namespace stand inside") {
  CHECK(namespaceBraces({"m", "inline v"}) ==
        std::pair<std::string, std::string>("namespace m {\ninline namespace v {\n",
                                            "}  // inline namespace v\n}  // namespace m\n"));
  CHECK(namespaceBraces({}).first.empty());
}

TEST_CASE("a kernel that is the host's alone declares nothing, whichever instantiation says so") {
  LoopSite site;
  site.model.kernel.deviceFunctions = {function({}, "double f(double)")};
  site.otherInstantiations.emplace_back().kernel.hostCalls = {{"plan.host-only", "'f' throws", "", {}}};
  DeclaredFunctions declared;
  REQUIRE(site.hostCall());
  CHECK(site.hostCall()->message == "'f' throws");
  CHECK(newDeviceFunctions({&site}, 50, declared).empty());
}

#include "KernelText/DeviceTypes.h"

#include "../Fixtures/ParsedFunction.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What is wrong with the type on a device, behind some declarations; "" where nothing is.
std::string misfit(const std::string& type, const std::string& before = "") {
  const ParsedFunction parsed("#include <array>\n#include <complex>\n#include <vector>\n" + before +
                              "\nusing Asked = " + type +
                              ";\nconstexpr auto bytes = sizeof(Asked);\nvoid f(Asked* one);\n");
  const auto& context = parsed.function().getASTContext();
  return misfitOnDevice(parsed.function().getParamDecl(0)->getType()->getPointeeType(), context);
}
std::string ofStruct(const std::string& members) {
  return misfit("S", "struct Empty {}; struct S { " + members + " };");
}

}  // namespace

TEST_CASE("numbers that a device has fit, others have a reason not to") {
  for (const char* type : {"double", "unsigned char", "__int128", "bool", "std::complex<float>", "int (*)(double)"}) {
    INFO(type);
    CHECK(misfit(type) == "");
  }
  CHECK(misfit("long double") == "uses long double, which a device takes for double");
  CHECK(misfit("__float128") == "uses long double, which a device takes for double");
  CHECK(misfit("_Float16") == "uses a number of 16 bits, which nvcc does not compile for devices");
  CHECK(misfit("double __attribute__((vector_size(16)))").find("a vector type") != std::string::npos);
  CHECK(misfit("_Complex double").find("_Complex") != std::string::npos);
  CHECK(misfit("std::complex<long double>").find("long double") != std::string::npos);
}

TEST_CASE("a type is looked for behind pointers, in arrays, bases and members") {
  CHECK(misfit("long double* const*") != "");
  CHECK(misfit("std::array<long double, 3>") != "");
  CHECK(ofStruct("long double x;") != "");
  CHECK(ofStruct("struct { int k; long double x[2]; } in;") != "");
  CHECK(misfit("D", "struct B { long double x; }; struct D : B { int k; };") != "");
  CHECK(misfit("R", "struct R { R* next; double x; };") == "");
}

TEST_CASE("what a member's pointer leads to is none of its object's") {
  CHECK(ofStruct("long double* x;") == "");
  CHECK(ofStruct("long double& x;") != "");
}

TEST_CASE("a member that a device may place otherwise is named") {
  CHECK(ofStruct("[[no_unique_address]] Empty e; double x;") ==
        "uses 'S', whose member 'e' a device may place otherwise");
  CHECK(misfit("S", "typedef double Low __attribute__((aligned(4))); struct S { int k; Low x; };") ==
        "uses 'S', whose member 'x' a device places by its type's own alignment");
  CHECK(misfit("S", "typedef double High __attribute__((aligned(32))); struct S { int k; High x; };") == "");
  CHECK(ofStruct("int k : 3; double x;") == "");
  CHECK(misfit("S", "struct __attribute__((packed)) S { char c; double x; };") == "");
  CHECK(misfit("std::vector<double>") == "");  // the library's own, whatever its attributes
}

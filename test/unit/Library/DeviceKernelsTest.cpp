#include "Library/DeviceKernels.h"

#include "../Fixtures/ParsedFunction.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const char* const around = R"(
extern "C" int printf(const char*, ...);
float total;
constexpr int width = 4;
const int height = 3;
const float weights[2] = {1, 2};
struct Pair { float a, b; float sum() const { return a + b; } };
struct Node { float* p; Node* next; };
struct Shape { virtual float area() const; };
float twice(float v) { return 2 * v; }
float seen(float v) { total += v; return v; }
float unseen(float v);
typedef float Function(float);
)";

std::string problemOf(const std::string& body, const std::string& parameters = "float* x, int i, int n") {
  const ParsedFunction parsed(around + std::string("void f(") + parameters + ") { " + body + " }");
  return kernelProblem(parsed.function());
}

}  // namespace

TEST_CASE("a kernel that works on its parameters and on its own variables touches nothing else") {
  CHECK(problemOf("if (i < n) x[i] = twice(x[i]) * width + height;").empty());
  CHECK(problemOf("float own[4] = {1, 2, 3, 4}; float* p = x + i; p[0] = own[i % 4]; *p += 1;").empty());
  CHECK(problemOf("Pair pair{x[0], x[1]}; x[2] = pair.sum();").empty());
  CHECK(problemOf("x[i].a += x[i].sum();", "Pair* x, int i").empty());
  CHECK(problemOf("auto half = [](float v) { return v / 2; }; x[i] = half(x[i]);").empty());
  CHECK(problemOf("const char* bytes = reinterpret_cast<const char*>(x); x[0] = bytes[0];").empty());
}

TEST_CASE("what all launches share is named") {
  CHECK(problemOf("x[i] = total;") == "'total' is used, which all launches share");
  CHECK(problemOf("x[i] = weights[i];") == "'weights' is used, which all launches share");
  CHECK(problemOf("static int count; x[i] = count;") == "'count' is used, which all launches share");
  CHECK(problemOf("x[i] = seen(x[i]);") == "'total' is used, which all launches share");
}

TEST_CASE("pointers that come from elsewhere may lead anywhere") {
  CHECK(problemOf("x->next->p[0] = 1;", "Node* x") == "a pointer is read from memory in it");
  CHECK(problemOf("x[1][0] = 1;", "float** x") == "a pointer is read from memory in it");
  CHECK(problemOf("*reinterpret_cast<float*>(i) = 1;", "unsigned long i") == "a number becomes a pointer in it");
  CHECK(problemOf("x[0] = reinterpret_cast<Node*>(x) == nullptr;") == "memory is read as pointers in it");
  CHECK(problemOf("float* p = x; char* bytes = reinterpret_cast<char*>(&p); bytes[0] = 1;") ==
        "the address of a pointer is taken in it");
  CHECK(problemOf("float* both[2] = {x, x}; x[i] = both == nullptr;") == "it has an array of pointers");
}

TEST_CASE("a file that has text for devices alone is not seen whole") {
  CHECK(problemOf("\n#ifdef __CUDA_ARCH__\n total += 1;\n#endif\n x[i] = 1;").find("text for devices alone") !=
        std::string::npos);
  CHECK(problemOf("x[i] = 1; /* NV_IF_TARGET */").find("text for devices alone") != std::string::npos);
}

TEST_CASE("code that nobody sees, output and memory of the device's own are refused") {
  CHECK(problemOf("x[i] = unseen(x[i]);") == "'unseen' is called, whose body is not seen");
  CHECK(problemOf("x[i] = function(x[i]);", "float* x, int i, Function* function") ==
        "it calls a function through a pointer");
  CHECK(problemOf("x[i] = shape.area();", "float* x, int i, Shape shape") == "it calls the virtual function 'area'");
  CHECK(problemOf("printf(\"%g\", x[i]);") == "'printf' is called");
  CHECK(problemOf("asm(\"nop\");") == "it has assembler");
  CHECK(problemOf("x[i] = *new float(1);") == "it allocates");
}

TEST_CASE("numbers and structures of them hold no pointers") {
  const auto leads = [](const std::string& parameter) {
    const ParsedFunction parsed(around + std::string("void f(") + parameter + ") {}");
    return leadsToNumbers(parsed.function().getParamDecl(0)->getType());
  };
  for (const char* parameter : {"float* x", "const Pair* x", "int (*x)[4]", "void* x"}) CHECK(leads(parameter));
  for (const char* parameter : {"float** x", "Node* x", "Shape* x", "struct Unknown* x"}) CHECK_FALSE(leads(parameter));
}

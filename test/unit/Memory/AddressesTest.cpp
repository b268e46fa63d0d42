#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel loopOf(const std::string& parameters, const std::string& body) {
  return modelOf(
      "static double pick(const double* p, int i) { return p ? p[i] : 0; }\n"
      "struct Node { int value; Node* next; };\n"
      "[[clustrix::cluster]] void f(" +
      parameters + ", int n) { for (int i = 0; i < n; ++i) { " + body + " } }\n");
}

bool looksAtAddresses(const LoopModel& model) {
  return std::any_of(model.obstacles.begin(), model.obstacles.end(),
                     [](const Effect& obstacle) { return obstacle.code == "plan.address"; });
}

bool captures(const LoopModel& model, const std::string& expression) {
  return std::any_of(model.kernel.captures.begin(), model.kernel.captures.end(),
                     [&](const Capture& capture) { return capture.expression == expression; });
}

}  // namespace

TEST_CASE("pointers that are followed are no matter of addresses") {
  CHECK_FALSE(looksAtAddresses(loopOf("double* a, const double* b", "const double* p = b + i; a[i] = *p;")));
  CHECK_FALSE(
      looksAtAddresses(loopOf("double* a, const double* b", "for (const double* p = b; p != b + 4; ++p) a[i] += *p;")));
  CHECK_FALSE(looksAtAddresses(loopOf("double* a, const double* b", "const double* p = &b[i]; a[i] = p - b;")));
}

TEST_CASE("what is done with a pointer beside following it is told") {
  CHECK(looksAtAddresses(loopOf("double** rows, double* data", "rows[i] = data + 4 * i;")));
  CHECK(looksAtAddresses(loopOf("Node* p", "p[i].next = &p[i + 1];")));
  CHECK(looksAtAddresses(loopOf("Node* p, Node* q", "p[i] = Node{i, q + i};")));
  CHECK(looksAtAddresses(loopOf("double* a, const double* z", "a[i] = &a[i] < z;")));
  CHECK(looksAtAddresses(loopOf("long* o, const double* a, const double* z", "o[i] = (a + i) - z;")));
  CHECK(looksAtAddresses(loopOf("unsigned long* o, double* a", "o[i] = reinterpret_cast<unsigned long>(a + i);")));
  CHECK(looksAtAddresses(loopOf("double* o, const double* a", "o[i] = pick(a, i);")));
  CHECK(looksAtAddresses(
      loopOf("double* o, const double* a, const double* b", "const double* p = i % 2 ? a : b; o[i] = p ? p[i] : 0;")));
}

TEST_CASE("pointers out of memory are the host's, and may be moved and compared") {
  CHECK_FALSE(looksAtAddresses(loopOf("Node** to, Node* const* from", "to[i] = from[n - 1 - i];")));
  CHECK_FALSE(looksAtAddresses(loopOf("int* o, Node* const* q", "o[i] = q[i] != nullptr;")));
  CHECK_FALSE(looksAtAddresses(loopOf("int* o, Node* const* q", "Node* p = q[i]; o[i] = p == q[0];")));
  CHECK(looksAtAddresses(loopOf("int* o, Node* const* q, Node* base", "o[i] = q[i] == base;")));
}

TEST_CASE("the host tells a kernel whether a pointer is null") {
  const LoopModel asked = loopOf("double* o, const double* a", "o[i] = a ? a[i] : 0; if (a == nullptr) o[i] = 2;");
  CHECK_FALSE(looksAtAddresses(asked));
  CHECK(captures(asked, "(a != nullptr)"));
  CHECK(captures(asked, "(a == nullptr)"));
  const LoopModel changed = loopOf("double* o, const double* a", "if (a) o[i] = 1; a = nullptr;");
  CHECK_FALSE(captures(changed, "(a != nullptr)"));
}

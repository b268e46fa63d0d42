// Usings in front of a loop: which of them hold where it stands, and that the kernel says them again.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// What the kernel says before its body.
std::string said(const std::string& body) {
  const LoopModel model = modelOf(
      "#include <algorithm>\nnamespace one { int pure(int i) { return i * 3; } int moved = 9; namespace in { int "
      "deep(int i) "
      "{ return i; } } }\nint pure(int i) { return i * 7; }\n[[clustrix::cluster]] void f(int* o, int n) {\n" +
      body + " }\n");
  std::string text;
  for (const LocalDefinition& definition : model.kernel.definitions)
    for (const BodyPiece& piece : definition.text) text += piece.text + " ";
  return text;
}

}  // namespace

TEST_CASE("declarations of the blocks around the loop hold in the kernel, in their order") {
  CHECK(said("using one::pure; for (int i = 0; i < n; ++i) o[i] = pure(i);") == "using one::pure; ");
  CHECK(said("using namespace one; { namespace al = in; if (n > 1) { for (int i = 0; i < n; ++i) o[i] = al::deep(i); } "
             "}") == "using namespace one; namespace al = in; ");
}

TEST_CASE("declarations of other blocks, behind the loop and in it do not") {
  CHECK(said("{ using one::pure; } for (int i = 0; i < n; ++i) o[i] = pure(i);").empty());
  CHECK(said("for (int i = 0; i < n; ++i) o[i] = pure(i); using one::pure;").empty());
  CHECK(said("for (int i = 0; i < n; ++i) { using one::pure; o[i] = pure(i); }").empty());
  CHECK(
      said("if (n > 2) { using one::pure; o[0] = pure(1); } else for (int i = 0; i < n; ++i) o[i] = pure(i);").empty());
}

TEST_CASE("a used variable that is a member of the kernel is not declared there as well") {
  CHECK(said("using one::moved; for (int i = 0; i < n; ++i) o[i] = moved + i;").empty());
}

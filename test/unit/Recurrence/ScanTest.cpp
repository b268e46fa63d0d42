// Running values and packed writes: what a scan's first pass can leave out, and what it cannot.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

LoopModel body(const std::string& statements) {
  return modelOf(
      "inline int moved(int& x) { return ++x; }\n"
      "[[clustrix::cluster]] int f(const int* a, int* b, int* c, int n) { int s = 0, t = 0; "
      "for (int i = 0; i < n; ++i) { " +
      statements + " } return s + t; }\n");
}
const ScalarState& scalar(const LoopModel& model, const std::string& name) {
  for (const ScalarState& state : model.scalars)
    if (state.name == name) return state;
  FAIL("no scalar " << name);
  return model.scalars.front();
}
bool runs(const std::string& statements) {
  const LoopModel model = body(statements);
  return scalar(model, "s").exposedReads.empty() && !scalar(model, "s").runningReads.empty();
}
int packed(const std::string& statements) {
  const LoopModel model = body(statements);
  return static_cast<int>(std::count_if(model.accesses.begin(), model.accesses.end(),
                                        [](const Access& access) { return access.packedBy >= 0; }));
}
/// `?`: when writing, `<...>`: when counting, `{...}`: around both.
std::string textOf(const LoopModel& model) {
  std::string result;
  for (const BodyPiece& piece : model.kernel.body) switch (piece.kind) {
      case BodyPiece::Captured:
        result += model.kernel.captures[static_cast<std::size_t>(piece.index)].name;
        break;
      case BodyPiece::WhenWriting:
        result += "?";
        break;
      case BodyPiece::WhenCounting:
        result += "<";
        break;
      case BodyPiece::CountingEnd:
        result += ">";
        break;
      case BodyPiece::ScanBlockBegin:
        result += "{";
        break;
      case BodyPiece::ScanBlockEnd:
        result += piece.index == 1 ? ";}" : "}";
        break;
      default:
        result += piece.text;
    }
  return result;
}
std::string text(const std::string& statements) { return textOf(body(statements)); }

}  // namespace

TEST_CASE("a value that only goes to memory is a running value") {
  CHECK(runs("s += a[i]; b[i] = s;"));
  CHECK(runs("b[i] = s * 2 + a[i]; s += a[i];"));
  CHECK(runs("b[i] = s += a[i];"));
  CHECK(runs("if (a[i]) b[i] = s; s += a[i];"));
  CHECK(runs("s += a[i]; b[i] -= s;"));
}

TEST_CASE("a value that decides, is kept or is computed with is no running value") {
  CHECK_FALSE(runs("if (s > 3) b[i] = 1; s += a[i];"));
  CHECK_FALSE(runs("s += a[i] + s % 2; b[i] = s;"));
  CHECK_FALSE(runs("const int k = s; b[i] = k; s += a[i];"));
  CHECK_FALSE(runs("b[i] = (t = s); s += a[i];"));
  CHECK_FALSE(runs("int k = 0; b[i] = s + moved(k); s += a[i] + k;"));
  CHECK_FALSE(runs("b[i] = a[i] ? s += 1 : 0;"));
}

TEST_CASE("writes behind a counter that moves on are packed") {
  CHECK(packed("if (a[i]) b[s++] = i;") == 1);
  CHECK(packed("if (a[i]) { b[s] = i; c[s] = a[i]; ++s; }") == 2);
  CHECK(packed("if (a[i]) { b[s] = i; c[s++] = a[i]; }") == 2);
  CHECK(packed("for (int j = 0; j < 4; ++j) if (a[j]) b[s++] = j;") == 1);
  CHECK(packed("if (a[i]) { b[s] = i; b[s] = a[i]; ++s; }") == 2);
  CHECK(packed("if (a[i]) { b[s] = i; b[s++] = a[i]; }") == 2);
}

TEST_CASE("writes at a counter that may stay are not packed") {
  CHECK(packed("if (a[i]) b[s] = i; ++s;") == 0);
  CHECK(packed("if (a[i]) { b[s] = i; if (a[i] > 2) ++s; }") == 0);
  CHECK(packed("if (a[i]) { b[s] = i; if (a[i] > 2) continue; ++s; }") == 0);
  CHECK(packed("if (a[i]) b[s + 1] = i, ++s;") == 0);
}

TEST_CASE("steps by constants are known, and only they") {
  // In some iterations only: what steps in all of them has a closed form, and is no update.
  const auto step = [](const std::string& statement) {
    return body("if (a[i]) " + statement + " b[i] = s;").updates.at(0).step;
  };
  CHECK(step("++s;") == 1);
  CHECK(step("s += 2;") == 2);
  CHECK(step("s = s + 3;") == 3);
  CHECK(step("s = 3 + s;") == 3);
  CHECK(step("s += a[i];") == 0);
  CHECK(step("--s;") == -1);
  CHECK(step("s -= 2;") == -2);
  CHECK(step("s = s - 1;") == -1);
  CHECK(step("s *= 2;") == 0);
  CHECK(step("s += 1 << 31;") == 0);
}

TEST_CASE("the text tells what the first pass leaves out, and what it does instead") {
  CHECK(text("s += a[i]; b[i] = s;") == "{ s += a[i]; ?b[i] = s; }");
  CHECK(text("s += a[i]; if (a[i]) b[i] = s; else t = i;") == "{ s += a[i]; if (a[i]) {?b[i] = s;} else t = i; }");
  CHECK(text("if (a[i]) b[s++] = i;") == "{ if (a[i]) {<s++;>b[s++] = i;} }");
  CHECK(text("if (a[i]) b[s++] = i  ;") == "{ if (a[i]) {<s++;>b[s++] = i  ;} }");
  const LoopModel last = modelOf(
      "[[clustrix::cluster]] int f(const int* a, int* b, int n) { int s = 0; "
      "for (int i = 0; i < n; ++i) if (a[i]) b[s++] = i; return s; }\n");
  CHECK(textOf(last) == "if (a[i]) {<s++;>b[s++] = i;};");
  CHECK(text("b[i] = s += a[i];") == "{ <s += a[i];>b[i] = s += a[i]; }");
}

TEST_CASE("the text of a loop without running values stays as it is") {
  CHECK(text("s += a[i]; b[i] = a[i];") == "{ s += a[i]; b[i] = a[i]; }");
  const LoopModel model = body("s += a[i]; b[i] = a[i];");
  for (const Access& access : model.accesses) CHECK_FALSE(access.suspended);
}

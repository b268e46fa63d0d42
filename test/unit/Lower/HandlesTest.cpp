// Memory and handles that calls give to variables: whose they are, and where they go. Kernels are launched in
// test/libraries.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// allocate(&x, n) and open(&h) give; work(h, x, n) works on both; copy(to, from, bytes) touches what it is told.
Library library() {
  const auto function = [](const std::string& name) {
    LibraryFunction made{name};
    made.objects = LibraryResult::Shown;
    made.onDevices = true;
    return made;
  };
  Library said;
  said.functions = {function("allocate"), function("copy"), function("give"), function("open"), function("work")};
  said.functions[0].gives = {0};
  LibraryFunction& copy = said.functions[1];
  copy.elementBytes = 1;
  const auto bytes = Polynomial::symbol(SymbolId{2});
  copy.reads = {{1, LibraryElements{{0, bytes}}}};
  copy.writes = {{0, LibraryElements{{0, bytes}}}};
  said.functions[3].gives = {0};
  said.functions[4].handles = {0};
  return said;
}

LoopModel body(const std::string& statements) {
  const SourceFile file(R"(
struct Handle;
struct Pair { float* x; int n; };
int allocate(float** x, unsigned long bytes); int open(Handle** handle); int open(int* plan);
int give(float* x); int work(Handle* handle, float* x, int n); int work(int plan, float* x, int n);
int copy(void* to, const void* from, unsigned long bytes);
void fail();
[[clustrix::cluster]] void run(float* a, const float* b, float** kept, Pair* pairs, Handle* shared, int plan, float* other,
                               int n, int m) {
  for (int i = 0; i < n; ++i) { )" +
                        statements + " }\n}\n");
  FrontendResult result = file.read({"-std=c++20"}, library());
  INFO(result.diagnostics);
  REQUIRE(result.unit.has_value());
  return std::move(result.unit->functions.at(0).loops.at(0).model);
}

std::string told(const std::string& statements) {
  std::string all;
  for (const Effect& one : body(statements).effects) all += (all.empty() ? "" : "; ") + one.message;
  return all;
}

const std::string allocated = "float* x = nullptr; allocate(&x, m * sizeof(float)); ";

}  // namespace

TEST_CASE("what a call gives a variable of the iteration is the iteration's own") {
  const LoopModel model = body(allocated + "Handle* h; open(&h); work(h, x + 1, m); give(x);");
  CHECK(model.effects.empty());
  CHECK((model.tasks && model.tasksOnDevices && !model.tasksThrow));
  CHECK(model.accesses.empty());
  CHECK(told(allocated + "int own; open(&own); work(own, x, m); give(x);").empty());
}

TEST_CASE("handles from outside, and numbers that are none, are refused") {
  const std::string why = "a handle is used that was not made in the iteration";
  CHECK(told(allocated + "work(shared, x, m); give(x);").find(why) != std::string::npos);
  CHECK(told(allocated + "work(plan, x, m); give(x);") == why);
  CHECK(told(allocated + "int own; open(&own); work(own + 1, x, m); give(x);") == why);
  CHECK(told(allocated + "int own = 3; work(own, x, m); give(x);") == why);
}

TEST_CASE("only a variable of the iteration can be given something") {
  const std::string why = "'allocate' is given something else than the address of a variable of the iteration";
  CHECK(told("allocate(&kept[i], m);") == why);
  CHECK(told("allocate(&pairs[i].x, m);") == why);
  CHECK(told("Pair own; allocate(&own.x, m);") == why);
  CHECK(told("static float* x; allocate(&x, m);").find(why) != std::string::npos);
}

TEST_CASE("what was given is not kept beyond the iteration") {
  const std::string why =
      "what a call has given the iteration may be kept beyond it: it is of the device that this one runs on";
  CHECK(told(allocated + "kept[i] = x;") == why);
  CHECK(told(allocated + "pairs[i].x = x + 1;") == why);
  CHECK(told(allocated + "Pair pair{x, m}; pairs[i] = pair;").find(why) != std::string::npos);
  CHECK(told("kept[i] = nullptr; a[i] = 1;").empty());
}

TEST_CASE("bytes that a call copies are elements of the array") {
  const LoopModel model =
      body(allocated + "copy(x, b + i * m, m * sizeof(float)); copy(a + i * m, x, m * sizeof(float)); give(x);");
  CHECK(model.effects.empty());
  REQUIRE(model.accesses.size() == 2);
  CHECK((model.accesses[0].kind == AccessKind::Read && model.accesses[1].kind == AccessKind::Write));
  for (const Access& access : model.accesses) {
    REQUIRE(access.index);
    CHECK(access.loops.size() == 2);
    CHECK_FALSE(access.certain);
  }
}

TEST_CASE("bytes that do not come out even may be any element") {
  for (const char* bytes : {"m", "3", "m * 2", "m * sizeof(float) + 1"}) {
    const LoopModel model = body(allocated + "copy(a, x, " + bytes + "); give(x);");
    INFO(bytes);
    REQUIRE(model.accesses.size() == 1);
    CHECK_FALSE(model.accesses[0].index);
  }
}

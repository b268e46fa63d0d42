// Memory and handles that calls give to variables: whose they are, and where they go. Kernels are launched in
// test/libraries.
#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// allocate(&x, n), open(&h) and plan(&p) give; work(h, x, n) and transform(p, x, n) work on both; copy(to, from,
/// bytes) touches what it is told.
Library library() {
  const auto function = [](const std::string& name) {
    LibraryFunction made{name};
    made.objects = LibraryResult::Shown;
    made.onDevices = true;
    return made;
  };
  Library said;
  said.functions = {function("allocate"), function("copy"),      function("give"), function("open"),
                    function("plan"),     function("transform"), function("work")};
  said.functions[0].gives = {0};
  LibraryFunction& copy = said.functions[1];
  copy.elementBytes = 1;
  const auto bytes = Polynomial::symbol(SymbolId{2});
  copy.reads = {{1, LibraryElements{{0, bytes}}}};
  copy.writes = {{0, LibraryElements{{0, bytes}}}};
  said.functions[3].gives = said.functions[4].gives = {0};
  said.functions[5].handles = said.functions[6].handles = {0};
  return said;
}

LoopModel body(const std::string& statements) {
  const SourceFile file(R"(
struct Pair { float* x; int n; };
extern "C" {
struct Handle;
int allocate(float** x, unsigned long bytes); int open(Handle** handle); int plan(int* plan);
int give(float* x); int work(Handle* handle, float* x, int n); int transform(int plan, float* x, int n);
int copy(void* to, const void* from, unsigned long bytes);
}
int allocate(long** x, unsigned long bytes) { static long pool; *x = &pool; return 0; }
float* shifted(float* x) { return x + 1; }
void filled(float* x, Handle* handle, int n) { work(handle, x, n); }
[[clustrix::cluster]] void run(float* a, const float* b, float** kept, Pair* pairs, Handle* shared, int given, float* other, unsigned long* numbers,
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
  CHECK((model.tasks && model.tasksOnDevices && model.tasksDrive && model.rollsBack));
  CHECK(model.accesses.empty());
  CHECK(told(allocated + "int own; plan(&own); transform(own, x, m); give(x);").empty());
  CHECK(told(allocated + "float* y = x + 3; if (y != nullptr) give(m > 2 ? y : x); y = x; give(y);").empty());
  CHECK(told(allocated + "Handle* h; open(&h); filled(x, h, m); float first = x[0]; a[i] = first; give(x);").empty());
}

TEST_CASE("a variable that is null until it is given something may be given before") {
  const auto said = [](const std::string& first, const std::string& later = "") {
    return told(first + " give(x); allocate(&x, 8); give(x);" + later);
  };
  CHECK(said("float* x = nullptr;").empty());
  CHECK(said("float* x;").empty());
  CHECK(said("float* x = 0;", " x = nullptr;").empty());
  CHECK_FALSE(said("float* x = a;").empty());
  CHECK_FALSE(said("float* x = nullptr; for (int k = 0; k < 2; ++k) {", " x = a; }").empty());
  CHECK_FALSE(said("float* x = nullptr; float*& r = x; r = a;").empty());
  CHECK_FALSE(said("float* x = nullptr; float** p = &x; *p = a;").empty());
  CHECK_FALSE(said("float* x = nullptr; ++x;").empty());
}

TEST_CASE("handles from outside, memory from outside and numbers that are none are refused") {
  const std::string why = "a handle is used that was not made in the iteration";
  const auto says = [](const std::string& statements, const std::string& message) {
    return told(allocated + statements + " give(x);").find(message) != std::string::npos;
  };
  CHECK(says("work(shared, x, m);", why));
  CHECK(says("transform(given, x, m);", why));
  CHECK(says("int own; plan(&own); transform(own + 1, x, m);", why));
  CHECK(says("int own = 3; transform(own, x, m);", why));
  CHECK(says("Handle* h; open(&h); work(h, other, m);",
             "'work' is given memory that was not allocated in the iteration"));
}

TEST_CASE("only a variable of the iteration can be given something, and only by the library's function") {
  const std::string why = "'allocate' is given something else than the address of a variable of the iteration";
  CHECK(told("allocate(&kept[i], m);") == why);
  CHECK(told("allocate(&pairs[i].x, m);") == why);
  CHECK(told("Pair own; allocate(&own.x, m);") == why);
  CHECK(told("static float* x; allocate(&x, m);").find(why) != std::string::npos);
  CHECK_FALSE(told("long* x; allocate(&x, m);").empty());
}

TEST_CASE("what was given goes nowhere else, as a pointer, as a number, or as bytes") {
  const std::string why =
      "what a call has given the iteration may be kept beyond it, or told: it is of the device that this one runs on";
  const auto isKept = [&](const std::string& statements) {
    return told(allocated + statements).find(why) != std::string::npos;
  };
  for (const char* statements :
       {"kept[i] = x;", "pairs[i].x = x + 1;", "Pair pair{x, m}; pairs[i] = pair;", "numbers[i] = (unsigned long)x;",
        "numbers[i] = x - (float*)nullptr;", "copy(kept + i, &x, 8);", "float* both[2] = {x, x}; kept[i] = both[1];",
        "a[i] = x < other;", "float*& r = x; kept[i] = r;", "float** p = &x; kept[i] = *p;", "kept[i] = shifted(x);",
        "auto f = [x] { return x; }; kept[i] = f();", "union { float* p; long n; } u; u.p = x; numbers[i] = u.n;"}) {
    INFO(statements);
    CHECK(isKept(statements));
  }
  for (const char* statements : {"numbers[i] = own;", "numbers[i] = own + 1;", "transform(own, x, own);", "a[own] = 1;",
                                 "bool b = own == 3; a[i] = b;"}) {
    INFO(statements);
    CHECK(isKept(std::string("int own; plan(&own); ") + statements));
  }
  CHECK(told("float* y = nullptr; for (int k = 0; k < 2; ++k) { kept[2 * i + k] = y; allocate(&y, m); }").find(why) !=
        std::string::npos);
  CHECK(told(allocated + "kept[i] = nullptr; a[i] = 1; give(x);").empty());
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

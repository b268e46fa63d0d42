#include "Library/Described.h"

#include "../Fixtures/ParsedFunction.h"

#include "clang/AST/ExprCXX.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

class NamedCall : public ParsedFunction {
 public:
  NamedCall(const std::string& text, const std::string& declarations)
      : ParsedFunction(declarations + "\nvoid f(int n, int* p) { " + text + "; }") {}
  const clang::FunctionDecl* callee() const { return statement<clang::CallExpr>().getDirectCallee(); }
  std::string name() const { return nameInModels(*callee()); }
  clang::QualType type() const { return statement<clang::CallExpr>().getType(); }
};

const char* const vendor = R"(
namespace vendor {
void axpy(int, int*);
void axpy(int*);
void own(int) {}
void any(int);
inline namespace v2 { void inner(); }
namespace { void hidden(); }
namespace parts { struct Part { void use(); static Part make(); }; }
template <class T> struct Box { struct Lid { void lift(); }; void open(); template <class U> U get(); };
Box<int> box();
}
void axpy(int, int*);
struct Local { void run(); };
)";

}  // namespace

TEST_CASE("a name in models is qualified, without arguments of templates, inline namespaces and what has no name") {
  CHECK(NamedCall("vendor::inner()", vendor).name() == "vendor::inner");
  CHECK(NamedCall("vendor::box().open()", vendor).name() == "vendor::Box::open");
  CHECK(NamedCall("vendor::box().get<double>()", vendor).name() == "vendor::Box::get");
  CHECK(NamedCall("vendor::Box<int>::Lid().lift()", vendor).name() == "vendor::Box::Lid::lift");
  CHECK(NamedCall("vendor::hidden()", vendor).name().empty());
  CHECK(NamedCall("Local().run()", vendor).name() == "Local::run");
  CHECK(NamedCall("struct Mine { void go(); }; Mine().go()", vendor).name().empty());
  CHECK(NamedCall("axpy(n, p)", vendor).name() == "axpy");
}

TEST_CASE("a model describes functions without a body by their whole name and number of parameters") {
  const Library library{{{"vendor::any"}, {"vendor::axpy", 2}, {"vendor::own"}}, {}};
  const auto described = [&](const std::string& text) {
    const LibraryFunction* found = describedIn(&library, NamedCall(text, vendor).callee());
    return found ? found->name : "";
  };
  CHECK(described("vendor::axpy(n, p)") == "vendor::axpy");
  CHECK(described("vendor::any(n)") == "vendor::any");
  CHECK(described("vendor::axpy(p)").empty());
  CHECK(described("vendor::own(n)").empty());
  CHECK(described("::axpy(n, p)").empty());
  const NamedCall any("vendor::any(n)", vendor);
  CHECK_FALSE(describedIn(nullptr, any.callee()));
  CHECK_FALSE(describedIn(&library, nullptr));
  Library objects = library;
  objects.functions[0].objects = LibraryResult::New;
  CHECK_FALSE(describedIn(&objects, any.callee()));
}

TEST_CASE("what works on objects is known by its own name, or by the nearest scope around it") {
  const auto entry = [](const std::string& name, LibraryResult objects) {
    LibraryFunction function{name};
    function.objects = objects;
    return function;
  };
  const Library library{{entry("vendor::*", LibraryResult::Shown), entry("vendor::Box::*", LibraryResult::New),
                         entry("vendor::Box::get", LibraryResult::None), entry("vendor::any", LibraryResult::Unknown)},
                        {}};
  const auto said = [&](const std::string& text) -> std::string {
    const LibraryFunction* found = objectFunction(&library, NamedCall(text, vendor).callee());
    return found ? found->name : "nothing";
  };
  CHECK(said("vendor::axpy(p)") == "vendor::*");
  CHECK(said("vendor::own(n)") == "vendor::*");  // with a body, too
  CHECK(said("vendor::parts::Part::make()") == "vendor::*");
  CHECK(said("vendor::box().open()") == "vendor::Box::*");
  CHECK(said("vendor::Box<int>::Lid().lift()") == "vendor::Box::*");
  CHECK(said("vendor::box().get<int>()") == "nothing");
  CHECK(said("vendor::any(n)") == "nothing");
  CHECK(said("axpy(n, p)") == "nothing");
  CHECK(said("vendor::hidden()") == "nothing");
}

TEST_CASE("a class is known likewise") {
  const Library library{{}, {{"vendor::*", LibraryCopies::Show}, {"vendor::Box", LibraryCopies::Own}}};
  const auto said = [&](const std::string& text) -> std::string {
    const NamedCall source(text, vendor);
    const LibraryClass* found = objectClass(&library, source.type());
    return found ? found->name : "nothing";
  };
  CHECK(said("vendor::box()") == "vendor::Box");
  CHECK(said("vendor::parts::Part::make()") == "vendor::*");
  CHECK(said("axpy(n, p)") == "nothing");
  CHECK_FALSE(objectClass(nullptr, {}));
}

#include "../Fixtures/Parse.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

std::string trip(const std::string& source) {
  const LoopModel model = modelOf(source);
  return model.loops[0].trip ? text(model, model.loops[0].trip->distance) : "none";
}

const std::string clear =
    "template <int N> [[clustrix::cluster]] void f(int* a) { for (int i = 0; i < N; ++i) a[i] = 0; }\n";

}  // namespace

TEST_CASE("a value that differs between instantiations is a parameter") {
  CHECK(trip(clear + "void g(int* a) { f<3>(a); f<4>(a); }\n") == "N");
  CHECK(trip("template <int N> [[clustrix::cluster]] void f(int* a) { constexpr int m = 2 * N; for (int i = 0; i < m; "
             "++i) a[i] = 0; }\nvoid g(int* a) { f<3>(a); f<4>(a); }\n") == "m");
}

TEST_CASE("a value that is always the same is a constant") {
  CHECK(trip(clear + "void g(int* a) { f<3>(a); }\n") == "3");
  CHECK(trip("template <class T, int N> [[clustrix::cluster]] void f(T* a) { for (int i = 0; i < N; ++i) a[i] = 0; }\n"
             "void g(int* a, double* b) { f<int, 3>(a); f<double, 3>(b); }\n") == "3");
}

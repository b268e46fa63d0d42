// What calls in host code touch: members of containers, exchanges, functions of the library, and new memory.
#include "TouchedPlaces.h"

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

const std::string head = R"(
#include <cassert>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>
struct Point { double x, y; };
struct Loud { Loud(); Loud(const Loud&); double x; };
)";

std::string touched(const std::string& statements) {
  return touchedPlaces(head,
                       "double* a, int n, Point& s, Loud& loud, std::vector<double>& v, std::vector<Point>& points, "
                       "std::span<double>& view, std::string_view& text",
                       statements);
}

}  // namespace

TEST_CASE("what leads to elements is read of a view in memory, and never of a container that owns them") {
  CHECK(touched("double* p = std::data(v) + v.size();") == "");
  CHECK(touched("bool is = v.empty() || points.capacity() > 3;") == "");
  CHECK(touched("double* p = view.data();") == "reads view; ");
  CHECK(touched("view[n] = 1;") == "reads view; writes view[n]; ");
  CHECK(touched("std::span<double> own = view; own[n] = 1;") == "writes own[n]; ");
  CHECK(touched("const char* p = text.data();") == "reads text; ");
  CHECK(touched("std::size_t length = text.length();") == "reads text; ");
  CHECK(touched("bool is = text.empty();") == "reads text; ");
  CHECK(touched("v.clear();") == "anything");
  CHECK(touched("std::vector<double>* p = &v; n = p->size();") == "anything");
}

TEST_CASE("an exchange of two places writes both where it is all of the statement") {
  CHECK(touched("std::swap(a[0], a[n]);") == "writes a[n]; writes a[0]; ");
  CHECK(touched("std::exchange(a[0], 0.5);") == "writes a[0]; ");
  CHECK(touched("x = std::exchange(a[0], 0.5);") == "anything");
  CHECK(touched("std::swap(s, points[0]);") == "anything");
  CHECK(touched("std::vector<double> w; std::swap(v, w);") == "");
}

TEST_CASE("functions of the library touch their arguments, and what they free is named") {
  CHECK(touched("auto now = std::chrono::steady_clock::now();") == "");
  CHECK(touched("double* p = std::addressof(a[n]);") == "");
  CHECK(touched("double* p = static_cast<double*>(std::malloc(n * sizeof(double)));") == "");
  CHECK(touched("n = __builtin_expect(static_cast<int>(a[0]), 1);") == "reads a[0]; ");
  CHECK(touched("assert(n > 0);") == "");
  CHECK(touched("std::free(a);") == "frees a; ");
  CHECK(touched("a = static_cast<double*>(std::realloc(a, 8));") == "anything");
}

TEST_CASE("new memory is nobody's yet, unless what makes it runs code") {
  CHECK(touched("double* p = new double[n];") == "");
  CHECK(touched("double* p = new double(a[0]);") == "reads a[0]; ");
  CHECK(touched("std::vector<double> w{1, a[0]};") == "reads a[0]; ");
  CHECK(touched("std::vector<double> w = std::move(v);") == "");
  CHECK(touched("Point p = s;") == "reads s; ");
  CHECK(touched("Loud p = loud;") == "anything");
  CHECK(touched("Loud* p = new Loud;") == "anything");
  CHECK(touched("double* p = new (a) double(2);") == "anything");
  CHECK(touched("std::vector<double> w(a, a + n);") == "anything");
}

TEST_CASE("an assignment of plain objects copies their bytes, and one that runs code may do anything") {
  CHECK(touched("s = points[n];") == "reads points[n]; writes s; ");
  CHECK(touched("struct Set { Set& operator=(const Set&); } one, other; one = other;") == "anything");
}

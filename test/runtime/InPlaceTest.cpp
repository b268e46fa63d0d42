// Loops of which nobody says where all that they touch lies: on the host's threads, in the host's memory.
#include <catch2/catch.hpp>
#include <vector>

#include "Harness.h"
#include "clustrix/Loop.h"
#include "observation/Verification.h"

using namespace clustrix;
using clustrix::test::Harness;

namespace {

constexpr Site inPlaceSite{"gather", "gather.cpp", 5, 3};

// for (i < n) b[i] = a[from[i]];
struct Gather {
  const int* from;
  const double* a;
  double* b;
  static constexpr bool inPlace = true;
  void operator()(Index k) const { b[k] = a[from[k]]; }
};

enum class Told { ReadsUnknown, WritesUnknown, Overlap };

bool gather(const std::vector<int>& from, const double* a, double* b, Told told, const Residency* residency = nullptr) {
  const Index n = static_cast<Index>(from.size());
  return test::onLoop(inPlaceSite, n, residency, [&](Loop& loop) {
    const auto from_ = loop.array("from", from.data(), n);
    const auto a_ = loop.array("a", a);
    const auto b_ = loop.array("b", b);
    if (told == Told::Overlap) loop.disjoint(b_, a_);
    loop.disjoint(b_, from_);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(from_).box(chunk.begin, {1, chunk.size()});
      touched.mayRead(a_).whole();
      if (told == Told::WritesUnknown)
        touched.mayWrite(b_).whole();
      else
        touched.writes(b_).box(chunk.begin, {1, chunk.size()});
    };
    const auto kernel = [&](const Memory& at) { return Gather{at(from_), at(a_), at(b_)}; };
    const bool ran = loop.run(footprint, kernel);
    for (std::size_t i = 0; !ran && i < from.size(); ++i) b[i] = a[from[i]];
    return ran;
  });
}

const std::vector<int> places{3, 0, 2, 2, 1};
const std::vector<double> a{10, 11, 12, 13}, expected{13, 10, 12, 12, 11};

// for (i < n) a[i] += 1; may leave a on the devices
struct Raise {
  double* a;
  void operator()(Index k) const { a[k] += 1; }
};
void raise(std::vector<double>& values, const Residency& residency) {
  constexpr static Site at{"raise", "gather.cpp", 9, 3};
  Loop loop(at, static_cast<Index>(values.size()), residency);
  const auto a_ = loop.array("a", values.data());
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  REQUIRE(loop.run(footprint, [&](const Memory& where) { return Raise{where(a_)}; }));
}

using Rows = std::vector<std::vector<double>>;

// for (i < n) s[i] = a[i][0];
struct FirstColumn {
  const Rows& a;
  double* s;
  static constexpr bool inPlace = true;
  void operator()(Index k) const { s[k] = a[static_cast<std::size_t>(k)][0]; }
};
bool firstColumn(const Rows& rows, std::vector<double>& s) {
  Loop loop(inPlaceSite, static_cast<Index>(rows.size()));
  const auto a_ = loop.rows("a", rows);
  const auto s_ = loop.array("s", s.data(), s.size());
  loop.disjoint(s_, a_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.mayRead(a_).whole();
    touched.writes(s_).box(chunk.begin, {1, chunk.size()});
  };
  return loop.run(footprint, [&](const Memory& at) { return FirstColumn{rows, at(s_)}; });
}

// for (i < n) a[i][0] = b[i][0] + add;
struct Shift {
  Rows& a;
  const Rows& b;
  double add;
  static constexpr bool inPlace = true;
  void operator()(Index k) const { a[static_cast<std::size_t>(k)][0] = b[static_cast<std::size_t>(k)][0] + add; }
};
bool shift(Rows& target, const Rows& source, const double& add, bool sameAllowed) {
  Loop loop(inPlaceSite, static_cast<Index>(target.size()));
  const auto a_ = loop.rows("a", target);
  const auto b_ = loop.rows("b", source);
  if (sameAllowed)
    loop.sameOrDisjoint(a_, b_);
  else
    loop.disjoint(a_, b_);
  loop.disjoint(a_, object(add));
  const auto footprint = [&](Chunk, Footprint& touched) {
    touched.mayRead(b_).whole();
    touched.mayWrite(a_).whole();
  };
  const bool ran = loop.run(footprint, [&](const Memory&) { return Shift{target, source, add}; });
  for (std::size_t i = 0; !ran && i < target.size(); ++i) target[i][0] = source[i][0] + add;
  return ran;
}

}  // namespace

// for (i < n) a[i] *= 2; which no GPU can run
struct Twice {
  double* a;
  static constexpr bool hostOnly = true;
  static constexpr const char* whyHostAlone = "'twice' computes with long double";
  void operator()(Index k) const { a[k] *= 2; }
};

TEST_CASE(
    "what no GPU can run runs on no device of whatever kind, and the log and the summary say the kernel's reason") {
  test::Wish wish;
  wish.summary = true;
  wish.requireGpu = true;  // nothing falls back: the loop is nothing for GPUs
  Harness harness(wish);
  std::vector<double> values{1, 2, 3, 4};
  Loop loop(inPlaceSite, 4);
  const auto a_ = loop.array("a", values.data(), 4);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.reads(a_).box(chunk.begin, {1, chunk.size()});
    touched.writes(a_).box(chunk.begin, {1, chunk.size()});
  };
  CHECK(loop.run(footprint, [&](const Memory& at) { return Twice{at(a_)}; }));
  CHECK(values == std::vector<double>{2, 4, 6, 8});
  CHECK(harness.count("Executing GPU parallelization") == 0);
  CHECK(harness.count("GPU parallelization not beneficial: 'twice' computes with long double [gather at") == 1);
  const std::string summary = harness.context().summary.print();
  CHECK_THAT(summary, Catch::Matches("(.|\\n)*gather.cpp:5 +\\| +1 \\| +0 \\| +1 \\| +0 \\|(.|\\n)*"));
  CHECK(summary.find("| 'twice' computes with long double") != std::string::npos);
}

TEST_CASE("a loop in place runs on threads wherever there are devices") {
  for (const char* devices : {"cpu", "virtual:3"}) {
    Harness harness({devices});
    std::vector<double> b(5);
    CHECK(gather(places, a.data(), b.data(), Told::ReadsUnknown));
    CHECK(b == expected);
    CHECK(harness.count("Executing GPU parallelization") == 0);
  }
}

TEST_CASE("a guard that asks about an array of unknown extent fails") {
  Harness harness({"virtual:3"});
  std::vector<double> b(5);
  CHECK_FALSE(gather(places, a.data(), b.data(), Told::WritesUnknown));
  CHECK(harness.count("what the loop touches of b is not known") > 0);
  CHECK_FALSE(gather(places, a.data(), b.data(), Told::Overlap));
  CHECK(harness.count("what the loop touches of a is not known") > 0);
  CHECK(b == expected);
}

TEST_CASE("what a loop in place surely writes is verified, though not all that it reads is known") {
  Harness harness({"cpu", {}, true, true});
  std::vector<double> b(5);
  CHECK_FALSE(gather(places, a.data(), b.data(), Told::ReadsUnknown));
  CHECK(b == expected);
  CHECK(harness.count("CLUSTRIX_VERIFY: parallel and original agree") == 1);
}

TEST_CASE("what devices hold is at home before a loop in place reads or writes it, and fetched again afterwards") {
  Harness harness({"virtual:3"});
  Residency residency;
  std::vector<double> values = a, b(5);
  raise(values, residency);
  raise(b, residency);
  CHECK(gather(places, values.data(), b.data(), Told::ReadsUnknown, &residency));
  raise(b, residency);
  raise(values, residency);
  residency.host();
  CHECK(b == std::vector<double>{15, 12, 14, 14, 13});
  CHECK(values == std::vector<double>{12, 13, 14, 15});
}

TEST_CASE("rows are apart from an array that is none of them") {
  Harness harness({"virtual:3"});
  Rows rows{{1, 5}, {2}, {3, 6, 7}};
  std::vector<double> s(3);
  CHECK(firstColumn(rows, s));
  CHECK(s == std::vector<double>{1, 2, 3});
  CHECK_FALSE(firstColumn(rows, rows[2]));
  CHECK(harness.count("guard failed: what is written to s may overlap a") > 0);
}

TEST_CASE("two containers have no row in common, and one has all") {
  Harness harness({"virtual:3"});
  Rows a_{{1}, {2}, {3, 4}}, b_{{5}, {6}, {7}};
  CHECK(shift(a_, b_, 1.0, false));
  CHECK(a_ == Rows{{6}, {7}, {8, 4}});
  CHECK_FALSE(shift(a_, a_, 1.0, false));
  CHECK(shift(a_, a_, 1.0, true));
  CHECK_FALSE(shift(a_, b_, a_[2][1], false));
  Rows none;
  CHECK(shift(none, b_, 1.0, true));
}

TEST_CASE("rows that are written are verified, and a difference is told by row and column") {
  Harness harness({"cpu", {}, true, true});
  Rows a_{{1}, {2, 9}, {}}, b_{{5}, {6}, {7}};
  a_.resize(2);
  b_.resize(2);
  CHECK_FALSE(shift(a_, b_, 1.0, false));
  CHECK(a_ == Rows{{6}, {7, 9}});
  CHECK(harness.count("CLUSTRIX_VERIFY: parallel and original agree") == 1);
  Rows c{{1, 2}, {3, 4}};
  std::vector<runtime::ArrayFacts> arrays{{"c", c.data(), sizeof(double), -1, ElementKind::Double}};
  arrays[0].container = &c;
  arrays[0].eachRow = [](const void* of, void* to, bool (*visit)(void*, ObjectBytes)) {
    for (const auto& row : *static_cast<const Rows*>(of))
      if (!visit(to, {row.data(), row.size() * sizeof(double)})) return false;
    return true;
  };
  runtime::LaunchFacts facts;
  facts.arrays = &arrays;
  facts.unknown = {{0, Access::MayWrite}};
  const auto saved = runtime::saveWritten(facts);
  REQUIRE(saved);
  c[1][1] = 8;
  CHECK(runtime::firstDifference(*saved, arrays) == "c[1][1] is 4 in parallel and 8 in the original loop");
}

namespace {

// for (i in [first, last]) for (j in [low, high]) a[i][j] += b[i][j], where b is another array or a again
struct AddRows {
  double** a;
  double* const* b;
  Index first, low, high;
  static constexpr bool inPlace = true;
  void operator()(Index k) const {
    for (Index j = low; j <= high; ++j) a[first + k][j] += b[first + k][j];
  }
};
bool addRows(std::vector<double*>& a, const std::vector<double*>& b, Interval rows, Interval columns) {
  const Index first = static_cast<Index>(rows.least()), count = static_cast<Index>(rows.most()) - first + 1;
  Loop loop(inPlaceSite, count);
  const auto a_ = loop.rowsBehind("a", a.data());
  const auto b_ = loop.rowsBehind("b", b.data());
  loop.reaches(a_, {rows, columns});
  loop.reaches(b_, {rows, columns});
  loop.disjoint(a_, a_);
  loop.disjoint(a_, b_);
  const auto footprint = [&](Chunk, Footprint& touched) {
    touched.mayRead(b_).whole();
    touched.mayWrite(a_).whole();
  };
  return loop.run(footprint, [&](const Memory&) {
    return AddRows{a.data(), b.data(), first, static_cast<Index>(columns.least()), static_cast<Index>(columns.most())};
  });
}

}  // namespace

TEST_CASE("rows behind pointers are taken where none of them overlaps another one") {
  Harness harness({"virtual:3"});
  std::vector<double> values(200, 1), others(200, 2);
  std::vector<double*> a_{values.data(), values.data() + 20, values.data() + 40};
  std::vector<double*> b_{others.data(), others.data(), others.data()};
  const Interval rows(0, 2), columns(0, 19);
  CHECK(addRows(a_, b_, rows, Interval(0, 15)));
  CHECK(values[0] == 3);
  CHECK(values[55] == 3);
  CHECK(values[56] == 1);
  CHECK(values[36] == 1);
  // One row twice, rows that reach into the next one, rows of the other array, and subscripts in front of a row.
  std::vector<double*> twice{a_[0], a_[1], a_[0]}, close{a_[0], a_[0] + 19, a_[1]}, same{b_[0], a_[1], b_[0]};
  CHECK_FALSE(addRows(twice, b_, rows, columns));
  CHECK_FALSE(addRows(close, b_, rows, columns));
  CHECK_FALSE(addRows(a_, same, rows, Interval(0, 15)));
  CHECK_FALSE(addRows(a_, b_, rows, Interval(-1, 15)));
  CHECK(harness.count("rows of a may overlap each other") > 0);
  // Where there is no pointer, nothing is said of it.
  CHECK_FALSE(addRows(a_, b_, Interval(Index{1} << 40, (Index{1} << 40) + 2), columns));
  CHECK(values[0] == 3);
}

TEST_CASE("rows of few elements that are in no order take longer to tell apart than the loop") {
  Harness harness({"virtual:3"});
  std::vector<double> values(400), others(400);
  std::vector<double*> ordered, back, from;
  for (Index i = 0; i < 10; ++i) {
    ordered.push_back(values.data() + 40 * i);
    back.push_back(values.data() + 40 * (9 - i));
    from.push_back(others.data() + 40 * i);
  }
  CHECK(addRows(ordered, from, Interval(0, 9), Interval(0, 15)));
  CHECK_FALSE(addRows(ordered, from, Interval(0, 9), Interval(0, 2)));
  CHECK_FALSE(addRows(back, from, Interval(0, 9), Interval(0, 15)));
}

TEST_CASE("rows of planes, and parts of objects, are all told") {
  std::vector<Rows> cube{{{1, 2}, {3}}, {{}, {4, 5, 6}}};
  struct Object {
    int k;
    std::vector<double> v;
  };
  std::vector<Object> objects{{1, {1, 2}}, {2, {3}}};
  Index bytes = 0;
  const auto count = [](void* to, ObjectBytes row) {
    *static_cast<Index*>(to) += static_cast<Index>(row.size);
    return true;
  };
  const auto whole = [](const auto& row) { return elementsOf(row); };
  runtime::walkOf<2, std::vector<Rows>>(whole)(&cube, &bytes, count);
  CHECK(bytes == 6 * 8);
  bytes = 0;
  runtime::walkOf<1, std::vector<Object>>([](const auto& one) { return elementsOf(one.v); })(&objects, &bytes, count);
  CHECK(bytes == 3 * 8);
  bytes = 0;
  runtime::walkOf<1, std::vector<Object>>([](const auto& one) { return onlyElement(one.k); })(&objects, &bytes, count);
  CHECK(bytes == 2 * 4);
}

TEST_CASE("a plane that is one of the cube's overlaps it") {
  Harness harness({"virtual:3"});
  std::vector<Rows> cube{{{1}, {2}}, {{3}, {4}}};
  Rows apart{{5}, {6}};
  const auto run = [&](Rows& plane) {
    Loop loop(inPlaceSite, 2);
    const auto a_ = loop.rows<2>("a", cube);
    const auto b_ = loop.rows("b", plane);
    loop.disjoint(b_, a_);
    const auto footprint = [&](Chunk, Footprint& touched) {
      touched.mayRead(a_).whole();
      touched.mayWrite(b_).whole();
    };
    return loop.run(footprint, [&](const Memory&) { return Shift{plane, cube[0], 1}; });
  };
  CHECK(run(apart));
  CHECK_FALSE(run(cube[1]));
}

// DistributionPoints are proposed where the order that they change does not matter, and where one of the parts becomes
// parallel.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// A loop over n iterations whose statements stand on lines 2, 3, ...: every access begins one of its own.
struct Statements : Builder {
  const Value i = loop("i", parameter("n"));
  const ArrayId a = array("a", 8, "a"), b = array("b", 8, "b"), c = array("c", 8, "c");

  /// Line after which the loop is to be split; 0: it is not.
  int split() {
    model.splits.begin = {"f.cpp", 1, 20};
    model.splits.end = {"f.cpp", line + 1, 1};
    for (int at = 3; at <= line; ++at)
      model.splits.places.push_back(
          {{"f.cpp", at, 3}, {static_cast<std::size_t>(at), static_cast<std::size_t>(at), "}"}});
    const Legality verdict = analyse(model);
    INFO(print(verdict, model));
    REQUIRE_FALSE(verdict.parallel);
    int found = 0;
    for (const Reason& reason : verdict.reasons)
      if (!reason.edits.empty()) found = static_cast<int>(reason.edits.front().begin) - 1;
    return found;
  }
  void recurrence() {
    line += 1;
    at([&] { read(a, i), write(a, i + 1); });
  }
  void independent(const Value& from) {
    line += 1;
    at([&] { read(a, from), write(b, i); });
  }
  /// All accesses of one statement stand on its line.
  template <class Make>
  void at(const Make& make) {
    const int mine = line;
    const std::size_t first = model.accesses.size();
    make();
    for (std::size_t k = first; k < model.accesses.size(); ++k) model.accesses[k].at.line = mine;
    line = mine;
  }
};

}  // namespace

TEST_CASE("a recurrence is split from what only uses its results") {
  Statements s;
  s.recurrence();
  s.independent(s.i + 1);
  CHECK(s.split() == 2);
}

TEST_CASE("what a recurrence uses may come in a loop before it") {
  Statements s;
  s.line += 1;
  s.at([&] { s.write(s.b, s.i); });
  s.line += 1;
  s.at([&] { s.read(s.b, s.i), s.read(s.a, s.i), s.write(s.a, s.i + 1); });
  CHECK(s.split() == 2);
}

TEST_CASE("parts that need each other's results of earlier iterations stay together") {
  Statements s;
  s.line += 1;
  s.at([&] { s.read(s.b, s.i), s.write(s.a, s.i); });
  s.line += 1;
  s.at([&] { s.read(s.a, s.i), s.write(s.b, s.i + 1); });
  CHECK(s.split() == 0);
}

TEST_CASE("old values that the second part reads must still be there") {
  Statements s;
  s.recurrence();          // a[i + 1] = ... a[i]
  s.independent(s.i + 2);  // b[i] = a[i + 2], which the next iteration overwrites
  CHECK(s.split() == 0);
}

TEST_CASE("an element that is read twice is read in two parts") {
  Statements s;
  s.line += 1;
  s.at([&] { s.read(s.a, s.i + 2), s.write(s.c, s.i); });
  s.recurrence();          // overwrites a[i + 1]
  s.independent(s.i + 2);  // needs the old value again
  CHECK(s.split() == 2);
}

TEST_CASE("values that the first part has written before stay what they are") {
  Statements s;
  s.recurrence();
  s.independent(s.i);  // a[i] was written by the iteration before
  CHECK(s.split() == 2);
}

TEST_CASE("a split through which no part becomes parallel is none") {
  Statements s;
  s.recurrence();
  s.line += 1;
  s.at([&] { s.read(s.b, s.i), s.write(s.b, s.i + 1); });
  CHECK(s.split() == 0);
}

TEST_CASE("arrays that may be one stay in one loop") {
  for (const bool apart : {true, false}) {
    Statements s;
    if (!apart) s.model.arrays[s.b.value].identity.clear();
    s.recurrence();
    s.independent(s.i + 1);
    CHECK(s.split() == (apart ? 2 : 0));
  }
}

TEST_CASE("the larger part that becomes parallel is chosen") {
  Statements s;
  s.line += 1;
  s.at([&] { s.write(s.c, s.i); });
  s.recurrence();
  s.independent(s.i + 1);
  s.line += 1;
  s.at([&] { s.read(s.b, s.i); });
  CHECK(s.split() == 3);
}

TEST_CASE("what happens in another place of the text is in no part") {
  Statements s;
  s.recurrence();
  s.independent(s.i);
  s.model.accesses[2].at.file = "header.h";  // the read of a[i], which the iteration before writes
  CHECK(s.split() == 0);
}

TEST_CASE("a split that would need a guard is none") {
  Statements s;
  const Value m = s.parameter("m");
  s.recurrence();
  s.independent(s.i + m);  // for m <= 1 only
  CHECK(s.split() == 0);
}

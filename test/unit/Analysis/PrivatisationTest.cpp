// Arrays that each iteration fills before it reads them.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// for (i < n) { for (j < filled) t[j] = ...; for (j < used) ... = t[j + shift]; }
struct Fill {
  Builder b;
  Value n = b.parameter("n"), m = b.parameter("m");
  Value i = b.loop("i", n);
  ArrayId t = b.array("t");

  Fill() { b.model.arrays[t.value].liveAfter = false; }

  Access& fill(const Value& count) {
    const Value j = b.loop("j", count);
    Access& write = b.write(t, j);
    b.close();
    return write;
  }
  void use(const Value& count, const Value& shift = 0) {
    const Value j = b.loop("l", count);
    b.read(t, j + shift);
    b.close();
  }
  bool isPrivate() const {
    const Legality verdict = analyse(b.model);
    return verdict.parallel && verdict.privateArrays.size() == 1 && !verdict.privateArrays[0].copiesIn;
  }
  bool copiesIn() const {
    const Legality verdict = analyse(b.model);
    return verdict.parallel && verdict.privateArrays.size() == 1 && verdict.privateArrays[0].copiesIn;
  }
  /// The rows of the guard under which each iteration may have its own.
  std::size_t guardRows() const {
    const Legality verdict = analyse(b.model);
    std::size_t rows = 0;
    for (const Guard& guard : verdict.guards)
      if (const auto* parameters = std::get_if<ParameterGuard>(&guard)) rows += parameters->anyOf.size();
    return rows;
  }
};

}  // namespace

TEST_CASE("an array that each iteration fills before it reads it is private to the iteration") {
  Fill loop;
  loop.fill(loop.m);
  loop.use(loop.m);
  CHECK(loop.isPrivate());
}

TEST_CASE("what two branches fill is private behind them, not between them") {
  const auto branches = [](bool between) {
    Fill loop;
    const Value j = loop.b.loop("j", loop.m);
    loop.b.write(loop.t, j).certain = false;
    loop.b.close();
    if (between) loop.use(loop.m);
    Access both = loop.b.model.accesses.front();
    both.certain = true;
    loop.b.model.accesses.push_back(both);
    if (!between) loop.use(loop.m);
    return loop.isPrivate();
  };
  CHECK(branches(false));
  CHECK_FALSE(branches(true));
}

TEST_CASE("an element more than was written is what it was before the loop, unless some iteration writes it") {
  Fill loop;
  loop.fill(loop.m);
  loop.use(loop.m, 1);
  CHECK_FALSE(loop.isPrivate());
  CHECK(loop.copiesIn());
  Fill written;
  written.fill(written.m);
  written.use(written.m, 1);
  written.b.write(written.t, written.m).certain = false;
  CHECK_FALSE(written.isPrivate());
  CHECK_FALSE(written.copiesIn());
}

TEST_CASE("an array that grows by an element an iteration is nobody's own") {
  Fill loop;
  loop.fill(loop.i);
  loop.use(loop.m);
  CHECK_FALSE(loop.isPrivate());
  CHECK_FALSE(loop.copiesIn());
}

TEST_CASE("where two numbers decide whether all was written, a guard asks them") {
  Fill loop;
  const Value k = loop.b.parameter("k");
  loop.fill(loop.m);
  loop.use(k);
  CHECK(loop.isPrivate());
  CHECK(loop.guardRows() == 1);  // k <= m
  CHECK_FALSE(loop.copiesIn());
}

TEST_CASE("a part of what was written may be read, a larger part is partly what was there before") {
  Fill smaller;
  smaller.fill(16);
  smaller.use(9);
  CHECK(smaller.isPrivate());
  Fill larger;
  larger.fill(9);
  larger.use(16);
  CHECK_FALSE(larger.isPrivate());
  CHECK(larger.copiesIn());
}

TEST_CASE("a conditional write fills nothing for sure") {
  Fill loop;
  loop.fill(loop.m).certain = false;
  loop.use(loop.m);
  CHECK_FALSE(loop.isPrivate());
}

TEST_CASE("a write of a part of each element fills nothing") {
  Fill loop;
  loop.fill(loop.m).byteEnd = 4;
  loop.use(loop.m);
  CHECK_FALSE(loop.isPrivate());
}

TEST_CASE("the write has to come first") {
  Fill loop;
  loop.use(loop.m);
  loop.fill(loop.m);
  CHECK_FALSE(loop.isPrivate());
}

TEST_CASE("inside a loop, earlier iterations count as before") {
  // t[0] = ...; for (j = 0; j < m; ++j) t[j + 1] = t[j];
  Fill loop;
  loop.b.write(loop.t, 0);
  const Value j = loop.b.loop("j", loop.m);
  loop.b.read(loop.t, j);
  loop.b.write(loop.t, j + 1);
  CHECK(loop.isPrivate());
}

TEST_CASE("inside a loop, later iterations do not count as before") {
  // for (j = 0; j < m; ++j) { ... = t[j + 1]; t[j] = ...; }
  Fill loop;
  const Value j = loop.b.loop("j", loop.m);
  loop.b.read(loop.t, j + 1);
  loop.b.write(loop.t, j);
  CHECK_FALSE(loop.isPrivate());
}

TEST_CASE("several writes together may fill what is read") {
  Fill loop;
  loop.b.write(loop.t, 0);
  const Value j = loop.b.loop("j", 7);
  loop.b.write(loop.t, j + 1);
  loop.b.close();
  loop.use(8);
  CHECK(loop.isPrivate());
}

TEST_CASE("what is read after the loop must be what the last iteration wrote") {
  SECTION("each iteration writes the same elements") {
    Fill loop;
    loop.fill(loop.m);
    loop.use(loop.m);
    loop.b.model.arrays[loop.t.value].liveAfter = true;
    const Legality verdict = analyse(loop.b.model);
    REQUIRE(verdict.privateArrays.size() == 1);
    CHECK(verdict.privateArrays[0].lastValue);
  }
  SECTION("later iterations write fewer") {
    Fill loop;
    loop.fill(loop.n - loop.i);
    loop.use(loop.n - loop.i);
    CHECK(loop.isPrivate());
    loop.b.model.arrays[loop.t.value].liveAfter = true;
    CHECK_FALSE(loop.isPrivate());
  }
}

TEST_CASE("an element that is updated has to be set first") {
  Fill loop;
  loop.fill(loop.m);
  const Value j = loop.b.loop("l", loop.m);
  loop.b.update(loop.t, j);
  loop.b.close();
  CHECK(loop.isPrivate());

  Fill unset;
  const Value k = unset.b.loop("l", unset.m);
  unset.b.update(unset.t, k);
  unset.b.close();
  CHECK(analyse(unset.b.model).privateArrays.empty());
}

TEST_CASE("what is filled up to a remainder is filled up to the one that there is, and not up to any") {
  // for (i) { for (j < i % 5) t[j] = ...; for (j < 3) ... = t[j]; }
  Fill loop;
  const Value rest = loop.b.loop("remainder", 5);
  loop.b.close();
  const Value j = loop.b.loop("j", rest);
  loop.b.write(loop.t, j);
  loop.b.close();
  loop.use(3);
  CHECK_FALSE(loop.isPrivate());
  CHECK_FALSE(loop.copiesIn());
}

TEST_CASE("a part of an element that was written is filled, another part is not") {
  const auto isPrivate = [](std::int64_t writtenEnd, std::int64_t readBegin) {
    Fill loop;
    Access& write = loop.fill(loop.m);
    write.byteBegin = 0;
    write.byteEnd = writtenEnd;
    loop.use(loop.m);
    Access& read = loop.b.model.accesses.back();
    read.byteBegin = readBegin;
    read.byteEnd = readBegin + 4;
    return loop.isPrivate();
  };
  CHECK(isPrivate(4, 0));
  CHECK(isPrivate(8, 4));
  CHECK_FALSE(isPrivate(4, 4));
}

TEST_CASE("a read is covered by what stands in front of it, though the same is read again behind") {
  const auto isPrivate = [](bool first) {
    Fill loop;
    if (first) loop.use(loop.m);
    loop.fill(loop.m);
    loop.use(loop.m);
    loop.use(loop.m);
    return loop.isPrivate();
  };
  CHECK(isPrivate(false));
  CHECK_FALSE(isPrivate(true));
}

TEST_CASE("a work array that no iteration has a place of its own in is private without a look at each pair") {
  const auto verdict = [](bool full) {
    Fill loop;
    loop.b.model.arrays[loop.t.value].ownType = "double[8]";
    loop.fill(8);
    const Value j = loop.b.loop("l", full ? 8 : 9);
    loop.b.read(loop.t, j);
    return analyse(loop.b.model);
  };
  CHECK(verdict(true).privateArrays.size() == 1);
  CHECK(verdict(true).evidence.size() == 2);
  CHECK(verdict(false).privateArrays.at(0).copiesIn);
}

// Running values: a scan where the first pass can do without what is written, carried where it cannot.
#include "Builder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using namespace clustrix::compiler::test;

namespace {

/// `for (i < n) { s += a[i]; b[i] = s; }`
struct Scan {
  Builder b;
  Value n, i;
  ArrayId a, out;
  int s;

  explicit Scan(UpdateOperator op = UpdateOperator::Add)
      : n(b.parameter("n")), i(b.loop("i", n)), a(b.array("a")), out(b.array("b")), s(b.scalar("s")) {
    b.read(a, i);
    b.updateScalar(s, op);
    state().runningReads = {b.here()};
    write(out, i);
  }
  ScalarState& state() { return b.model.scalars[s]; }
  Access& write(ArrayId array, const Value& index) {
    Access& access = b.write(array, index);
    access.suspended = true;
    return access;
  }
};

/// `for (i < n) if (...) b[j++] = a[i];`
struct Compaction {
  Builder b;
  Value n, i;
  ArrayId a, out;
  int j;

  Compaction() : n(b.parameter("n")), i(b.loop("i", n)), a(b.array("a")), out(b.array("b")), j(b.scalar("j", false)) {
    b.read(a, i);
    Update& update = b.updateScalar(j);
    update.step = 1;
    append();
  }
  Access& append() {
    Access& access = b.access(AccessKind::Write, out, std::nullopt);
    access.suspended = true;
    access.packedBy = j;
    return access;
  }
};

bool mayBeSame(const Legality& legality) {
  return std::any_of(legality.guards.begin(), legality.guards.end(), [](const Guard& guard) {
    const auto* pair = std::get_if<DisjointGuard>(&guard);
    return pair && pair->sameAllowed;
  });
}

}  // namespace

TEST_CASE("a running sum, product, minimum or maximum is a scan") {
  for (const UpdateOperator op :
       {UpdateOperator::Add, UpdateOperator::Multiply, UpdateOperator::Min, UpdateOperator::Max}) {
    const Legality verdict = analyse(Scan(op).b.model);
    REQUIRE(verdict.parallel);
    CHECK(verdict.form == Form::Scan);
    REQUIRE(verdict.reductions.size() == 1);
    CHECK(verdict.reductions[0].op == op);
  }
}

TEST_CASE("a reduction that nothing looks at on the way is none") {
  Scan scan;
  scan.state().runningReads.clear();
  const Legality verdict = analyse(scan.b.model);
  CHECK(verdict.parallel);
  CHECK(verdict.form == Form::Independent);
}

TEST_CASE("a running value that is also read elsewhere, assigned, or updated in two ways is carried") {
  Scan read;
  read.state().exposedReads = {read.b.here()};
  CHECK(hasReason(analyse(read.b.model), "dependence.scalar"));
  Scan assigned;
  assigned.state().writes = {assigned.b.here()};
  CHECK(hasReason(analyse(assigned.b.model), "dependence.scalar"));
  Scan mixed;
  mixed.b.updateScalar(mixed.s, UpdateOperator::Multiply);
  CHECK(hasReason(analyse(mixed.b.model), "scalar.operator"));
}

TEST_CASE("an assigned variable whose old value goes to memory is carried") {
  Scan scan;
  scan.b.model.updates.clear();
  scan.state().updates.clear();
  scan.state().writes = {scan.b.here()};
  scan.state().certainWrite = true;
  CHECK(hasReason(analyse(scan.b.model), "dependence.scalar"));
}

TEST_CASE("a write that the first pass cannot leave out makes no scan") {
  Scan scan;
  scan.b.model.accesses.back().suspended = false;
  CHECK(hasReason(analyse(scan.b.model), "dependence.scalar"));
}

TEST_CASE("what an iteration reads may be written behind, and not before") {
  Scan behind;  // a[i] = s
  behind.write(behind.a, behind.i);
  CHECK(analyse(behind.b.model).form == Form::Scan);
  Scan before;  // b[i] = s; t += b[i]
  before.b.read(before.out, before.i);
  CHECK_FALSE(analyse(before.b.model).parallel);
  Scan after;  // b[i] = s; b[i] += 1, which the first pass leaves out as well
  after.b.read(after.out, after.i).suspended = true;
  CHECK(analyse(after.b.model).form == Form::Scan);
}

TEST_CASE("two arrays may be one where all reads come first") {
  CHECK(mayBeSame(analyse(Scan().b.model)));
  Scan later;  // b[i] = s; t += a[i]
  later.b.read(later.a, later.i);
  const Legality verdict = analyse(later.b.model);
  REQUIRE(verdict.parallel);
  CHECK_FALSE(mayBeSame(verdict));
}

TEST_CASE("packed writes do not meet") {
  const Legality verdict = analyse(Compaction().b.model);
  REQUIRE(verdict.parallel);
  CHECK(verdict.form == Form::Scan);
}

TEST_CASE("packed writes may meet where the counter does not only move on") {
  Compaction stays;
  stays.b.model.updates[0].step = 0;
  CHECK_FALSE(analyse(stays.b.model).parallel);
  Compaction assigned;
  assigned.b.model.scalars[assigned.j].writes = {assigned.b.here()};
  CHECK_FALSE(analyse(assigned.b.model).parallel);
  Compaction decides;
  decides.b.model.scalars[decides.j].exposedReads = {decides.b.here()};
  CHECK_FALSE(analyse(decides.b.model).parallel);
}

TEST_CASE("packed writes may meet with other accesses to their array") {
  Compaction read;
  read.b.read(read.out, 0);
  CHECK_FALSE(analyse(read.b.model).parallel);
  Compaction elsewhere;
  elsewhere.append().packedBy = -1;
  CHECK_FALSE(analyse(elsewhere.b.model).parallel);
  Compaction other;
  other.append().packedBy = other.b.scalar("k", false);
  CHECK_FALSE(analyse(other.b.model).parallel);
}

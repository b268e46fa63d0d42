#include "audit/Audit.h"

#include <catch2/catch.hpp>

namespace clustrix::audit {
namespace {

constexpr std::uintptr_t heap = 0x5000'0000'0000;

TEST_CASE("each loop under way looks at an access, at its own depth") {
  Audit audit(1 << 30);
  AuditedLoop& outer = audit.begin("outer", {});
  for (int i = 0; i < 2; ++i) {
    outer.beginBody();
    AuditedLoop& inner = audit.begin("inner", {});
    for (int k = 0; k < 2; ++k) {
      inner.beginBody();
      audit.write(heap + 64 * i, 8, 1);  // the same for all k
      inner.endBody();
    }
    audit.end();
    outer.endBody();
  }
  CHECK_FALSE(audit.isIdle());
  audit.end();
  CHECK(audit.isIdle());
  REQUIRE(audit.findings().all().size() == 1);
  CHECK(audit.findings().all()[0].loop == "inner");
  CHECK(audit.findings().all()[0].times == 2);
  CHECK(audit.loops() == 3);
  CHECK(audit.iterations() == 6);
}

TEST_CASE("what is found apart is no fault, and loops have records by their names") {
  Audit audit(1 << 30);
  Findings apart;
  const auto run = [&](Findings* where) {
    AuditedLoop& loop = audit.begin("f", {}, nullptr, where);
    for (int i = 0; i < 2; ++i) {
      loop.beginBody();
      audit.write(heap, 8, 1);
      loop.endBody();
    }
    audit.end();
  };
  run(&apart);
  CHECK(apart.all().size() == 1);
  CHECK(audit.findings().all().empty());
  run(nullptr);
  CHECK(audit.findings().all().size() == 1);
  CHECK(audit.records().at("f").launches == 2);
  CHECK(audit.records().at("f").iterations == 4);
}

TEST_CASE("memory is the audit's, whatever the depth") {
  Audit audit(45000);  // for each depth a chunk's table and one page
  AuditedLoop& outer = audit.begin("f", {});
  outer.beginBody();
  AuditedLoop& inner = audit.begin("g", {});
  inner.beginBody();
  audit.write(heap, 8, 1);
  inner.endBody();
  CHECK(inner.stretches().count == 0);
  inner.beginBody();
  audit.write(heap + 4096, 8, 1);
  inner.endBody();
  CHECK(inner.stretches().count == 2);
  outer.endBody();
  CHECK(outer.stretches().count == 2);
  CHECK(audit.unchecked() == 0);
  audit.end();
  audit.end();
  CHECK(audit.records().at("g").stretches.count == 2);
}

TEST_CASE("what is known of loops that have ended makes room for the next one") {
  Audit audit(25000);
  for (const std::uintptr_t at : {heap, heap + 4096}) {
    audit.begin("f", {}).beginBody();
    audit.write(at, 8, 1);
    audit.end();
  }
  CHECK(audit.records().at("f").stretches.count == 0);
  CHECK(audit.unchecked() == 0);
}

TEST_CASE("without a loop under way nothing is looked at") {
  Audit audit(1 << 20);
  audit.read(heap, 8, 1);
  audit.write(heap, 8, 1);
  audit.freed(heap, 8);
  CHECK(audit.findings().all().empty());
}

}  // namespace
}  // namespace clustrix::audit

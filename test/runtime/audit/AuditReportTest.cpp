#include "audit/AuditReport.h"

#include <catch2/catch.hpp>

#include <string>

#include "NoClaims.h"

namespace clustrix::audit {
namespace {

constexpr std::uintptr_t heap = 0x5000'0000'0000;

std::string line(Code code) { return code == 9 ? "" : "heat.cpp:" + std::to_string(code); }

TEST_CASE("a conflict is told with its element, both iterations and both lines, and all at the end") {
  Audit audit(1 << 30);
  AuditedLoop& loop = audit.begin("smooth at heat.cpp:3", {});
  loop.isNamed({"a", heap, 800, 8});
  for (std::size_t i = 1; i < 4; ++i) {
    loop.beginBody();
    audit.read(heap + 8 * (i - 1), 8, 4);
    audit.write(heap + 8 * i, 8, 5);
    loop.endBody();
  }
  audit.end();
  CHECK(reported(audit, line) ==
        "clustrix: audit: smooth at heat.cpp:3: iteration 1 reads a[1], which iteration 0 has written (2 times)\n"
        "    heat.cpp:4\n"
        "    heat.cpp:5, before\n"
        "clustrix: audit: 1 loop, 3 iterations: 1 fault\n");
}

TEST_CASE("each fault has its words, and a line that nobody knows is left out") {
  NoClaims nothing(2);
  Audit audit(1 << 30);
  AuditedLoop& loop = audit.begin("f", {}, &nothing);
  loop.isPrivate({"t", heap + 64, 8});
  loop.beginBody();
  audit.write(heap + 64, 8, 9);
  audit.read(heap, 8, 9);
  loop.endBody();
  loop.beginBody();
  audit.read(heap + 64, 8, 9);
  audit.write(heap, 8, 9);
  loop.endBody();
  audit.end();
  CHECK(reported(audit, line) ==
        "clustrix: audit: f: iteration 0 reads memory that the plan does not name, of which the plan says nothing\n"
        "clustrix: audit: f: iteration 1 reads t, which is private, and iteration 0 has set it\n"
        "clustrix: audit: f: iteration 1 writes memory that the plan does not name, which iteration 0 has read\n"
        "clustrix: audit: f: iteration 1 writes memory that the plan does not name, of which the plan says nothing\n"
        "clustrix: audit: 1 loop, 2 iterations: 4 faults\n");
}

TEST_CASE("guards that said no are told, with what was found where they were needed, and launches that nobody saw") {
  Audit audit(1 << 30);
  Findings apart;
  AuditedLoop& loop = audit.begin("shift at heat.cpp:9", {}, nullptr, &apart);
  loop.isNamed({"a", heap, 800, 8});
  for (std::size_t i = 1; i < 3; ++i) {
    loop.beginBody();
    audit.write(heap, 8, 4);
    loop.endBody();
  }
  audit.end();
  addLaunch(audit.record("shift at heat.cpp:9").guards, {{"a and b don't overlap", "they do"}, {"n is small", ""}},
            &apart);
  audit.record("scale at heat.cpp:5").skipped = 2;
  CHECK(
      reported(audit, line) ==
      "clustrix: audit: scale at heat.cpp:5: nobody looked at 2 of 2 launches, since a guard said no: "
      "CLUSTRIX_AUDIT=guards has them looked at, too\n"
      "clustrix: audit: shift at heat.cpp:9: the guard \"a and b don't overlap\" let none of 1 launch through, and was "
      "needed in 1: iteration 1 writes a[0], which iteration 0 has written\n"
      "    heat.cpp:4\n"
      "    heat.cpp:4, before\n"
      "clustrix: audit: 1 loop, 2 iterations: no fault\n");
}

TEST_CASE("where memory was short, it is told how far iterations were compared") {
  Audit audit(25000);
  AuditedLoop& loop = audit.begin("f at f.cpp:3", {});
  for (std::size_t i = 0; i < 4; ++i) {
    loop.beginBody();
    audit.write(heap + 2048 * i, 8, 1);
    loop.endBody();
  }
  audit.end();
  CHECK(
      reported(audit, line) ==
      "clustrix: audit: f at f.cpp:3: for want of memory its iterations were compared within 2 stretches of them, the "
      "shortest of 2, and not across: give it more with CLUSTRIX_AUDIT_MEMORY\n"
      "clustrix: audit: 1 loop, 4 iterations: no fault\n");
}

TEST_CASE("how far a run is has its loops, its iterations and where it is") {
  Audit audit(1 << 30);
  audit.begin("f", {}).beginBody();
  audit.end();
  AuditedLoop& loop = audit.begin("smooth at heat.cpp:3", {});
  for (int i = 0; i < 3; ++i) {
    loop.beginBody();
    loop.endBody();
  }
  CHECK(progress(audit, loop, 20) ==
        "clustrix: audit: after 20 s: 1 loop done, 4 iterations, now in smooth at heat.cpp:3");
  audit.end();
}

TEST_CASE("a right program has one line, and one more where there was no memory at all") {
  Audit audit(5000);
  AuditedLoop& loop = audit.begin("f", {});
  loop.beginBody();
  loop.endBody();
  CHECK(reported(audit, line) == "clustrix: audit: 0 loops, 0 iterations: no fault\n");
  audit.write(heap + 4096, 8, 1);
  audit.end();
  CHECK(reported(audit, line) ==
        "clustrix: audit: 1 access not checked for want of memory: give it more with CLUSTRIX_AUDIT_MEMORY\n"
        "clustrix: audit: 1 loop, 1 iteration: no fault\n");
}

}  // namespace
}  // namespace clustrix::audit

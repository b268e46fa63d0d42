#include "audit/AuditedLoop.h"

#include <catch2/catch.hpp>

#include <string>
#include <utility>
#include <vector>

#include "NoClaims.h"

namespace clustrix::audit {
namespace {

constexpr std::uintptr_t stackLimit = 0x7000'0000'0000, stackLow = 0x7000'0001'0000, stackTop = 0x7000'0001'1000;
constexpr std::uintptr_t heap = 0x5000'0000'0000;

struct Audit {
  Room room{std::size_t{1} << 30};
  Level level{room};
  Findings findings;

  AuditedLoop loop(const std::string& site, Claims* claims = nullptr) {
    return {level, site, {stackTop, stackLow, stackLimit}, findings, claims};
  }
  const Finding& only() const {
    REQUIRE(findings.all().size() == 1);
    return findings.all()[0];
  }
};

/// One body of the loop.
template <class Body>
void iteration(AuditedLoop& loop, const Body& body) {
  loop.beginBody();
  body();
  loop.endBody();
}

std::uintptr_t a(std::size_t i) { return heap + 8 * i; }

TEST_CASE("iterations that touch what is their own are right") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  for (std::size_t i = 0; i < 9; ++i)
    iteration(loop, [&] {
      loop.read(a(100), 8, 1);
      loop.read(a(i), 8, 2);
      loop.write(a(i), 8, 3);
    });
  CHECK(audit.findings.all().empty());
  CHECK(loop.iterations() == 9);
}

TEST_CASE("a conflict tells both iterations, both places and the element") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  loop.isNamed({"a", a(0), 80, 8});
  for (std::size_t i = 1; i < 9; ++i)
    iteration(loop, [&] {
      loop.read(a(i - 1), 8, 7);
      loop.write(a(i), 8, 8);
    });
  const Finding& found = audit.only();
  CHECK(found.fault == Fault::ReadAfterWrite);
  CHECK(found.loop == "f");
  CHECK(found.place == "a[1]");
  CHECK(found.iteration == 1);
  CHECK(found.earlier == 0);
  CHECK(found.code == 7);
  CHECK(found.earlierCode == 8);
  CHECK(found.times == 7);
}

TEST_CASE("what iterations write after each other has a fault for each way") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  iteration(loop, [&] {
    loop.read(a(0), 8, 1);
    loop.write(a(1), 8, 2);
  });
  iteration(loop, [&] {
    loop.write(a(0), 8, 3);
    loop.write(a(1), 8, 4);
  });
  REQUIRE(audit.findings.all().size() == 2);
  CHECK(audit.findings.all()[0].fault == Fault::WriteAfterRead);
  CHECK(audit.findings.all()[1].fault == Fault::WriteAfterWrite);
}

TEST_CASE("a private variable is set before it is read") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  loop.isPrivate({"t", a(0), 8});
  for (int i = 0; i < 3; ++i)
    iteration(loop, [&] {
      loop.write(a(0), 8, 1);
      loop.read(a(0), 8, 2);
    });
  CHECK(audit.findings.all().empty());
  iteration(loop, [&] { loop.read(a(0), 8, 3); });
  CHECK(audit.only().fault == Fault::StalePrivate);
  CHECK(audit.only().place == "t");
  CHECK(audit.only().iteration == 3);
  CHECK(audit.only().earlier == 2);
}

TEST_CASE("updates that combine are no conflict") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  loop.isCombined({"sum", a(0), 8});
  for (int i = 0; i < 3; ++i)
    iteration(loop, [&] {
      loop.read(a(0), 8, 1);
      loop.write(a(0), 8, 2);
    });
  CHECK(audit.findings.all().empty());
}

TEST_CASE("what may lie in another object is neither private nor combined") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  loop.isNamed({"a", a(0), 80, 8});
  loop.isCombined({"sum", a(3), 8});
  loop.isCombined({"other", a(20), 8});
  loop.isCombined({"a", a(0), 8});
  loop.isPrivate({"own", a(4), 8});
  const auto iterations = [&] {
    for (int i = 0; i < 2; ++i)
      iteration(loop, [&] {
        for (const std::size_t at : {0, 3, 4, 20}) loop.write(a(at), 8, static_cast<Code>(at + 1));
      });
  };
  iterations();
  CHECK(audit.findings.all().empty());
  loop.mayOverlap();
  iterations();
  REQUIRE(audit.findings.all().size() == 2);
  CHECK(audit.findings.all()[0].code == 4);
  CHECK(audit.findings.all()[1].code == 5);
}

TEST_CASE("of the stack, functions that are called are left alone and the loop's own variables are private") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  for (int i = 0; i < 3; ++i)
    iteration(loop, [&] {
      loop.read(stackLow - 64, 8, 1);
      loop.write(stackLow - 64, 8, 2);
      loop.write(stackLow + 64, 8, 3);
      loop.read(stackLow + 64, 8, 4);
    });
  CHECK(audit.findings.all().empty());
  SECTION("unless it is read what an earlier iteration left there") {
    iteration(loop, [&] { loop.read(stackLow + 64, 8, 5); });
    CHECK(audit.only().fault == Fault::StalePrivate);
  }
  SECTION("but for arrays that the plan knows") {
    loop.isNamed({"row", stackLow + 128, 64, 8});
    for (int i = 0; i < 2; ++i) iteration(loop, [&] { loop.write(stackLow + 136, 8, 6); });
    CHECK(audit.only().fault == Fault::WriteAfterWrite);
    CHECK(audit.only().place == "row[1]");
  }
  SECTION("and what is above belongs to the caller") {
    for (int i = 0; i < 2; ++i) iteration(loop, [&] { loop.write(stackTop + 8, 8, 6); });
    CHECK(audit.only().fault == Fault::WriteAfterWrite);
  }
}

TEST_CASE("a head belongs to the iteration that it begins, and the last one to none") {
  Audit audit;
  AuditedLoop loop = audit.loop("while (a[i] != 0)");
  loop.read(a(0), 8, 1);
  iteration(loop, [&] { loop.write(a(1), 8, 2); });
  loop.read(a(1), 8, 3);
  SECTION("ends") { CHECK(audit.findings.all().empty()); }
  SECTION("goes on") {
    CHECK(audit.findings.all().empty());
    loop.beginBody();
    CHECK(audit.only().fault == Fault::ReadAfterWrite);
    CHECK(audit.only().iteration == 1);
  }
}

struct OwnElement : Claims {
  bool reads(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes, bool) override {
    return writes(iteration, begin, bytes) || begin == a(100);
  }
  bool writes(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes) override {
    return begin >= a(iteration) && begin + bytes <= a(iteration + 1);
  }
  std::uint64_t iterations() const override { return 4; }
  std::vector<Piece> written() const override { return {{a(0), 32}}; }
};

TEST_CASE("what the plan does not say of an iteration is found, but in memory that the iteration has got itself") {
  Audit audit;
  OwnElement claims;
  AuditedLoop loop = audit.loop("f", &claims);
  loop.isNamed({"a", a(0), 800, 8});
  loop.isPrivate({"t", a(200), 8});
  for (std::size_t i = 0; i < 3; ++i)
    iteration(loop, [&] {
      loop.read(a(i), 8, 1);
      loop.read(a(100), 8, 1);
      loop.write(a(i), 8, 2);
      loop.write(a(200), 8, 3);
      loop.born(a(300 + 10 * i), 16);
      loop.write(a(300 + 10 * i), 16, 4);
    });
  CHECK(audit.findings.all().empty());
  iteration(loop, [&] { loop.write(a(20), 8, 5); });
  CHECK(audit.only().fault == Fault::UnclaimedWrite);
  CHECK(audit.only().place == "a[20]");
  CHECK(audit.only().iteration == 3);
  iteration(loop, [&] { loop.read(a(300), 8, 6); });
  CHECK(audit.findings.all().size() == 3);
  CHECK(audit.findings.all()[1].fault == Fault::ReadAfterWrite);
  CHECK(audit.findings.all()[2].fault == Fault::UnclaimedRead);
}

TEST_CASE("all that is claimed to be written has to be, by as many iterations as there are") {
  Audit audit;
  OwnElement claims;
  AuditedLoop loop = audit.loop("f", &claims);
  loop.isNamed({"a", a(0), 800, 8});
  const auto run = [&](std::size_t count, std::size_t leftOut) {
    for (std::size_t i = 0; i < count; ++i)
      iteration(loop, [&] {
        if (i != leftOut) loop.write(a(i), 8, 1);
      });
    loop.end();
  };
  SECTION("they are") {
    run(4, 99);
    CHECK(audit.findings.all().empty());
  }
  SECTION("one is not") {
    run(4, 2);
    CHECK(audit.only().fault == Fault::Unwritten);
    CHECK(audit.only().place == "a[2]");
  }
  SECTION("but is another iteration's own") {
    loop.isPrivate({"a2", a(2), 8});
    run(4, 2);
    CHECK(audit.findings.all().empty());
  }
  SECTION("an iteration is missing") {
    run(3, 99);
    CHECK(audit.only().fault == Fault::OtherCount);
    CHECK(audit.only().iteration == 3);
    CHECK(audit.only().earlier == 4);
  }
  SECTION("which it may be where the loop is left") {
    loop.mayBeLeft();
    run(3, 99);
    CHECK(audit.findings.all().empty());
  }
}

TEST_CASE("what an iteration reads that it has written itself is told from other reads") {
  struct WrittenOnly : Claims {
    bool reads(std::uint64_t, std::uintptr_t, std::size_t, bool hasWritten) override { return hasWritten; }
    bool writes(std::uint64_t, std::uintptr_t, std::size_t) override { return true; }
    std::uint64_t iterations() const override { return 2; }
    std::vector<Piece> written() const override { return {}; }
  } claims;
  Audit audit;
  AuditedLoop loop = audit.loop("f", &claims);
  iteration(loop, [&] {
    loop.write(a(0), 8, 1);
    loop.read(a(0), 8, 2);
  });
  CHECK(audit.findings.all().empty());
  iteration(loop, [&] {
    loop.read(a(1), 8, 2);
    loop.write(a(1), 8, 1);
  });
  CHECK(audit.only().fault == Fault::UnclaimedRead);
}

TEST_CASE("of what is copied into an iteration's own variable, what is used counts as read") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  const std::uintptr_t local = stackLow - 64;
  const auto run = [&](std::uintptr_t to, const auto& use) {
    iteration(loop, [&] { loop.write(a(0) + 8, 8, 1); });
    iteration(loop, [&] {
      loop.copy(to, a(0), 24, 2);
      use();
    });
  };
  SECTION("nothing") {
    run(local, [] {});
  }
  SECTION("another part") {
    run(local, [&] {
      loop.read(local, 8, 3);
      loop.read(local + 16, 8, 3);
    });
  }
  SECTION("what has been written since") {
    run(local, [&] {
      loop.write(local + 8, 8, 3);
      loop.read(local, 24, 3);
    });
  }
  SECTION("what another iteration has written") {
    run(local, [&] { loop.read(local + 8, 4, 3); });
    CHECK(audit.only().fault == Fault::ReadAfterWrite);
    CHECK(audit.only().code == 3);
    return;
  }
  SECTION("the same of a copy of it") {
    run(local, [&] {
      loop.copy(local + 32, local + 4, 20, 4);
      loop.read(local + 36, 4, 3);
    });
    CHECK(audit.only().fault == Fault::ReadAfterWrite);
    return;
  }
  SECTION("all of what goes elsewhere") {
    run(a(10), [] {});
    CHECK(audit.only().fault == Fault::ReadAfterWrite);
    return;
  }
  CHECK(audit.findings.all().empty());
}

TEST_CASE("what is made in front of the first body is no iteration's") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  loop.write(stackLow + 64, 16, 1);
  loop.write(a(0), 8, 1);
  for (int i = 0; i < 2; ++i) {
    iteration(loop, [&] { loop.read(stackLow + 64, 8, 2); });
    loop.read(a(0), 8, 3);
  }
  CHECK(audit.findings.all().empty());
}

TEST_CASE("a last body may begin to see that the loop has ended") {
  Audit audit;
  NoClaims claims(2);
  AuditedLoop loop = audit.loop("f", &claims);
  double sum = 0;
  const auto place = reinterpret_cast<std::uintptr_t>(&sum);
  loop.isCombined({"sum", place, sizeof sum});
  for (int i = 0; i < 2; ++i) iteration(loop, [&] { loop.write(place, 8, 1); });
  SECTION("it does nothing") {
    iteration(loop, [] {});
    loop.end();
    CHECK(audit.findings.all().empty());
  }
  SECTION("it goes on") {
    iteration(loop, [&] { loop.write(place, 8, 1); });
    loop.end();
    CHECK(audit.only().fault == Fault::OtherCount);
  }
  SECTION("another one comes") {
    iteration(loop, [] {});
    iteration(loop, [] {});
    loop.end();
    CHECK(audit.only().fault == Fault::OtherCount);
  }
}

TEST_CASE("memory that is freed may be another iteration's") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  for (int i = 0; i < 3; ++i)
    iteration(loop, [&] {
      loop.write(a(0), 64, 1);
      loop.freed(a(0), 64);
    });
  CHECK(audit.findings.all().empty());
}

TEST_CASE("where room runs out, iterations are compared within stretches, and that is told") {
  Room room(72000);  // a page of doubles has 12 KiB of shadow: five pages
  Level level(room);
  Findings findings;
  AuditedLoop loop(level, "f", {}, findings);
  for (std::size_t i = 0; i < 12; ++i)
    iteration(loop, [&] {
      loop.write(a(512 * i), 8, 1);
      if (i > 0) loop.read(a(512 * (i - 1)), 8, 2);
      if (i > 8) loop.read(a(512 * (i - 8)), 8, 3);
    });
  REQUIRE(findings.all().size() == 1);  // those of the iteration before, but for where a stretch begins
  CHECK(findings.all()[0].code == 2);
  CHECK(findings.all()[0].times == 8);
  CHECK(level.shadow.unchecked() == 0);
  CHECK(loop.stretches().count == 4);  // 0 to 5, 5 to 9, 9 to 11, and 11
  CHECK(loop.stretches().shortest == 1);
}

TEST_CASE("loops one after the other are no iterations of each other") {
  Audit audit;
  for (int times = 0; times < 2; ++times) {
    AuditedLoop loop = audit.loop("f");
    for (std::size_t i = 0; i < 3; ++i) iteration(loop, [&] { loop.write(a(i), 8, 1); });
  }
  CHECK(audit.findings.all().empty());
}

TEST_CASE("of a nest that is turned, the same iteration of the inner loop comes once in each round") {
  const auto turned = [](std::size_t distance) {
    Audit audit;
    AuditedLoop loop = audit.loop("f");
    for (std::size_t i = 0; i < 3; ++i) {
      loop.beginRound();
      for (std::size_t j = 0; j < 5; ++j)
        iteration(loop, [&] {
          loop.read(a(j + distance), 8, 1);
          loop.write(a(j), 8, 2);
        });
    }
    loop.end();
    CHECK(loop.iterations() == 5);
    // What comes behind is another loop.
    AuditedLoop next = audit.loop("g");
    iteration(next, [&] { next.read(a(0), 8, 3); });
    return audit.findings.all();
  };
  CHECK(turned(0).empty());
  // Of two rounds: the first one's iteration 3 has written what iteration 2 of the second reads.
  const auto found = turned(1);
  REQUIRE_FALSE(found.empty());
  for (const Finding& one : found) CHECK(one.loop == "f");
}

TEST_CASE("a container may move what earlier iterations have added, and nobody else may read it") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  Piece elements{a(0), 16};
  loop.grows([&] { return elements; });
  for (std::size_t i = 0; i < 8; ++i)
    iteration(loop, [&] {
      loop.write(elements.begin + 8 * i, 8, 1);
      if (8 * (i + 1) < elements.bytes) return;
      // It moves.
      const Piece larger{elements.begin + 1000, 2 * elements.bytes};
      loop.read(elements.begin, elements.bytes, 2);
      loop.write(larger.begin, elements.bytes, 3);
      elements = larger;
    });
  CHECK(audit.findings.all().empty());
  iteration(loop, [&] { loop.write(a(5000), 8, 1); });
  iteration(loop, [&] { loop.read(a(5000), 8, 1); });
  CHECK(audit.only().fault == Fault::ReadAfterWrite);
}

TEST_CASE("arrays have the names that a loop around has for them, and variables have none") {
  Audit audit;
  AuditedLoop loop = audit.loop("f");
  loop.isNamed({"a", a(0), 80, 8});
  loop.isNamed({"n", a(100), 8});
  AuditedLoop inner = audit.loop("g");
  inner.callElementsAs(loop);
  for (const std::size_t element : {std::size_t{3}, std::size_t{100}}) {
    iteration(inner, [&] { inner.write(a(element), 8, 1); });
    iteration(inner, [&] { inner.read(a(element), 8, static_cast<Code>(element)); });
  }
  REQUIRE(audit.findings.all().size() == 2);
  CHECK(audit.findings.all()[0].place == "a[3]");
  CHECK(audit.findings.all()[1].place.empty());
}

TEST_CASE("an inner loop's iterations are looked at for themselves") {
  Audit audit;
  Level inside(audit.room);
  AuditedLoop outer = audit.loop("outer");
  for (std::size_t i = 0; i < 3; ++i)
    iteration(outer, [&] {
      AuditedLoop inner(inside, "inner", {stackTop, stackLow, stackLimit}, audit.findings);
      for (std::size_t k = 0; k < 3; ++k)
        iteration(inner, [&] {
          for (AuditedLoop* loop : {&outer, &inner}) {
            loop->read(a(10 * i), 8, 1);
            loop->write(a(10 * i), 8, 2);
          }
        });
    });
  for (const Finding& found : audit.findings.all()) CHECK(found.loop == "inner");
  CHECK_FALSE(audit.findings.all().empty());
}

}  // namespace
}  // namespace clustrix::audit

#include "audit/Told.h"

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <vector>

#include "EndOf.h"
#include "audit/AuditedProcess.h"
#include "clustrix/audit.h"

extern "C" {
void __sanitizer_cov_load8(const void* place);
void __sanitizer_cov_store8(const void* place);
}

namespace clustrix::audit {
namespace {

constexpr Site toldSite{"told", "told.cpp", 3, 3};
constexpr Index count = 50;
std::array<double, 200> numbers{};

struct Copy {
  double* to;
  const double* from;
  void operator()(Index k) const { to[k] = from[k]; }
};

/// What stands in the text of `for (k) to[k] = from[k];`, with what is said of it and what else iteration k does.
template <class Said, class Inside>
void told(double* to, const double* from, const Said& said, const Inside& inside, Where where = Where::GuardsHold,
          bool copies = true) {
  clustrix::Loop loop(toldSite, count);
  loop.operations(1);
  const auto to_ = loop.array("to", to, count);
  const auto from_ = loop.array("from", from, count);
  loop.disjoint(to_, from_);
  const auto footprint = [&](Chunk chunk, Footprint& touched) {
    touched.writes(to_).box(chunk.begin, {1, chunk.size()});
    touched.reads(from_).box(chunk.begin, {1, chunk.size()});
  };
  const auto kernel = [&](const Memory& at) { return Copy{at(to_), at(from_)}; };
  if (loop.run(footprint, kernel)) std::_Exit(1);
  Loop audit(loop, where);
  said(audit);
  for (Index k = 0; k < count; ++k) {
    const Iteration iteration{Watched(audit)};
    if (copies) __sanitizer_cov_load8(&from[k]);
    if (copies) __sanitizer_cov_store8(&to[k]);
    inside(static_cast<std::size_t>(k));
  }
}
constexpr auto nothing = [](Loop&) {};

TEST_CASE("a loop that would run in parallel is looked at as it runs as written") {
  const auto copied = [](std::size_t distance) {
    return endOf([&] {
      told(&numbers[0], &numbers[100], nothing, [&](std::size_t k) {
        if (k >= distance) __sanitizer_cov_load8(&numbers[k - distance]);
      });
    });
  };
  CHECK(copied(0) == 3);
  CHECK(copied(1) == faultStatus);
}

TEST_CASE("what the footprint does not say of an iteration is found, though another one's says so") {
  const auto touching = [](const auto& inside) {
    return endOf([&] { told(&numbers[0], &numbers[100], nothing, inside); });
  };
  CHECK(touching([](std::size_t k) { __sanitizer_cov_load8(&numbers[k]); }) == 3);  // after its own write
  CHECK(touching([](std::size_t k) { __sanitizer_cov_load8(&numbers[100 + (k + 1) % count]); }) == faultStatus);
  CHECK(touching([](std::size_t k) {
          if (k == 7) __sanitizer_cov_store8(&numbers[160]);
        }) == faultStatus);
  CHECK(touching([](std::size_t k) {
          if (k == 7) __sanitizer_cov_load8(&numbers[150]);
        }) == faultStatus);
}

TEST_CASE("what the kernel takes as values may be read by all") {
  static double factor = 2;
  const auto scaled = [](bool takesFactor) {
    return endOf([&] {
      clustrix::Loop loop(toldSite, count);
      const auto to_ = loop.array("to", numbers.data(), count);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        touched.writes(to_).box(chunk.begin, {1, chunk.size()});
      };
      const auto kernel = [&](const Memory& at) {
        if (takesFactor) __sanitizer_cov_load8(&factor);
        return Copy{at(to_), &factor};
      };
      if (loop.run(footprint, kernel)) std::_Exit(1);
      Loop audit(loop);
      for (std::size_t k = 0; k < count; ++k) {
        const Iteration iteration{Watched(audit)};
        __sanitizer_cov_load8(&factor);
        __sanitizer_cov_store8(&numbers[k]);
      }
    });
  };
  CHECK(scaled(true) == 3);
  CHECK(scaled(false) == faultStatus);
}

constexpr auto more = [](std::size_t) {};

TEST_CASE("where a guard fails it would not, and nobody looks") {
  const End end = endAndSaid([] { told(&numbers[1], &numbers[0], nothing, more); });
  CHECK(end.status == 3);
  CHECK_THAT(end.said, Catch::Contains("told at told.cpp:3: nobody looked at 1 of 1 launch, since a guard said no"));
}

TEST_CASE("past its guards a loop is looked at, what is found tells that one was needed, and is no fault") {
  const auto ended = [](const auto& action) {
    const End end = endAndSaid(action);
    CHECK(end.status == 3);
    return end.said;
  };
  const char* const needed =
      "told at told.cpp:3: the guard \"to and from don't overlap\" said no to 1 of 2 launches, and was needed in 1: "
      "iteration 1 reads to[0], which iteration 0 has written (49 times)\n";
  const auto twice = [](Where where) {
    told(&numbers[1], &numbers[0], nothing, more, where);
    told(&numbers[0], &numbers[100], nothing, more, where);
  };
  CHECK_THAT(ended([&] { twice(Where::Always); }),
             Catch::Contains(needed) && Catch::Contains("2 loops, 100 iterations"));
  CHECK_THAT(ended([&] {
               setenv("CLUSTRIX_AUDIT", "guards", 1);
               twice(Where::GuardsHold);
             }),
             Catch::Contains(needed));
  CHECK_THAT(
      ended([&] { told(&numbers[1], &numbers[0], nothing, more, Where::Always, false); }),
      Catch::Contains("let none of 1 launch through, and nothing was found there: it was not needed on this input"));
  CHECK_THAT(ended([&] {
               setenv("CLUSTRIX_AUDIT", "all", 1);
               twice(Where::GuardsHold);
             }),
             Catch::Contains("CLUSTRIX_AUDIT is 'all', and can only be 'guards'\n") &&
                 Catch::Contains("nobody looked at 1 of 2 launches"));
}

TEST_CASE("a fault stays one where loops are looked at past their guards") {
  CHECK(endOf([] {
          told(
              &numbers[0], &numbers[100], nothing,
              [](std::size_t k) {
                if (k > 0) __sanitizer_cov_load8(&numbers[k - 1]);
              },
              Where::Always);
        }) == faultStatus);
}

TEST_CASE("where parameters are not as a loop needs them, its footprint is not asked") {
  const End end = endAndSaid([] {
    clustrix::Loop loop(toldSite, count);
    loop.operations(1);
    loop.require(false, "n >= 0");
    const auto to_ = loop.array("to", &numbers[0], count);
    const auto footprint = [&](Chunk, Footprint&) { std::_Exit(1); };
    if (loop.run(footprint, [&](const Memory& at) { return Copy{at(to_), at(to_)}; })) std::_Exit(1);
    Loop audit(loop, Where::Always);
    for (Index k = 0; k < 2; ++k) {
      const Iteration iteration{Watched(audit)};
      __sanitizer_cov_store8(&numbers[0]);
    }
  });
  CHECK(end.status == 3);
  CHECK_THAT(end.said,
             Catch::Contains("the guard \"its parameters are as it needs them\" let none of 1 launch through, "
                             "and was needed in 1: iteration 1 writes to[0]"));
}

TEST_CASE("what iterations combine into is theirs together, and what is private is set before it is read") {
  const auto summed = [](auto say) {
    return endOf([&] {
      double sum = 0;
      told(
          &numbers[0], &numbers[100], [&](Loop& audit) { say(audit, sum); },
          [&](std::size_t) {
            __sanitizer_cov_load8(&sum);
            __sanitizer_cov_store8(&sum);
          });
    });
  };
  CHECK(summed([](Loop& audit, double& sum) { audit.combines("sum", sum); }) == 3);
  CHECK(summed([](Loop& audit, double& sum) { audit.steps("sum", sum); }) == 3);
  CHECK(summed([](Loop& audit, double& sum) { audit.isPrivate("sum", sum); }) == faultStatus);
  CHECK(summed([](Loop& audit, double& sum) { audit.names("sum", sum); }) == faultStatus);
  CHECK(endOf([] {
          double own = 0;
          told(
              &numbers[0], &numbers[100], [&](Loop& audit) { audit.isPrivate("own", own); },
              [&](std::size_t) {
                __sanitizer_cov_store8(&own);
                __sanitizer_cov_load8(&own);
              });
        }) == 3);
}

TEST_CASE("loops in iterations have iterations of their own") {
  const auto nested = [](std::size_t distance) {
    return endOf([&] {
      std::array<double, 100> own{};
      const auto isOwn = [&](Loop& audit) { audit.isPrivate("own", own); };
      const auto inner = [&](std::size_t k) {
        if (k >= distance) __sanitizer_cov_load8(&own[k - distance]);
      };
      told(&numbers[0], &numbers[100], isOwn, [&](std::size_t) { told(&own[0], &own[50], nothing, inner); });
    });
  };
  CHECK(nested(0) == 3);
  CHECK(nested(1) == faultStatus);
}

TEST_CASE("a loop that threads share in an iteration is looked at where they do, in some of the iterations") {
  const auto shared = [](bool isShared, std::size_t from) {
    return endOf([&] {
      clustrix::Loop loop(toldSite, count);
      loop.operations(1);
      const auto to_ = loop.array("to", &numbers[0], 2 * count);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        touched.writes(to_).box(2 * chunk.begin, {1, 2 * chunk.size()});
      };
      const auto kernel = [&](const Memory& at) { return Copy{at(to_), at(to_)}; };
      if (loop.run(footprint, kernel)) std::_Exit(1);
      Loop audit(loop);
      for (std::size_t k = 0; k < count; ++k) {
        const Iteration iteration{Watched(audit)};
        constexpr Site site{"told", "told.cpp", 4, 5};
        Loop inner(audit, site, isShared);
        for (std::size_t j = 0; j < 2; ++j) {
          const Iteration one{Watched(inner)};
          __sanitizer_cov_store8(&numbers[2 * k + j]);
          if (j == 1 && k >= from) __sanitizer_cov_load8(&numbers[2 * k]);
        }
      }
    });
  };
  CHECK(shared(true, count) == 3);
  CHECK(shared(true, 0) == faultStatus);
  CHECK(shared(false, 0) == 3);
  CHECK(shared(true, count - 5) == faultStatus);  // iteration 48 counts from 1 where one in sixteen is looked at
  CHECK(shared(true, count - 1) == 3);
}

TEST_CASE("an array that iterations combine into, or have each for themselves, is found by its name") {
  const auto touching = [](void (Loop::*say)(const char*), const char* name) {
    return endOf([&] {
      clustrix::Loop loop(toldSite, count);
      loop.operations(1);
      const auto to_ = loop.array("to", &numbers[0], count);
      const auto footprint = [&](Chunk chunk, Footprint& touched) {
        touched.writes(to_).box(chunk.begin, {1, chunk.size()});
      };
      const auto kernel = [&](const Memory& at) { return Copy{at(to_), at(to_)}; };
      if (loop.run(footprint, kernel)) std::_Exit(1);
      Loop audit(loop);
      (audit.*say)(name);
      for (std::size_t k = 0; k < count; ++k) {
        const Iteration iteration{Watched(audit)};
        __sanitizer_cov_store8(&numbers[0]);
        __sanitizer_cov_load8(&numbers[0]);
      }
    });
  };
  CHECK(touching(&Loop::combinesArray, "to") == 3);
  CHECK(touching(&Loop::isPrivateArray, "to") == 3);
  CHECK(touching(&Loop::combinesArray, "from") == faultStatus);
}

struct Pack {
  struct Partial {
    Index next;
  };
  double* to;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { left.next += right.next; }
  template <bool writing>
  void iterate(Index k, Partial& partial) const {
    if (k % 3 != 0) return;
    if (writing) to[partial.next] = static_cast<double>(k);
    ++partial.next;
  }
};

/// `for (k) { if (k % 3 == 0) to[next++] = k; }`, which packs into `to`; `inside` is what else iteration k does.
template <class Inside>
int packed(double* to, const Inside& inside) {
  return endOf([&] {
    Index next = 0;
    clustrix::Loop loop(toldSite, count);
    loop.operations(1);
    const auto to_ = loop.array("to", to);
    const auto footprint = [&](Chunk, Footprint& touched, const auto& before, const auto& after) {
      touched.writes(to_).box(before.next, {1, after.next - before.next});
    };
    auto total = Pack::identity();
    if (loop.scan(footprint, [&](const Memory& at) { return Pack{at(to_)}; }, total)) std::_Exit(1);
    if (total.next != 0) std::_Exit(1);
    Loop audit(loop);
    audit.combines("next", next);
    for (Index k = 0; k < count; ++k) {
      const Iteration iteration{Watched(audit)};
      if (k % 3 == 0) {
        __sanitizer_cov_load8(&next);
        __sanitizer_cov_store8(&to[next++]);
        __sanitizer_cov_store8(&next);
      }
      inside(static_cast<std::size_t>(k), next);
    }
  });
}

TEST_CASE("a scan is looked at with what its first pass has counted") {
  CHECK(packed(&numbers[0], [](std::size_t, Index) {}) == 3);
  // It reads what an earlier iteration has packed, or writes behind what all pack.
  CHECK(packed(&numbers[0], [](std::size_t k, Index) {
          if (k == 9) __sanitizer_cov_load8(&numbers[0]);
        }) == faultStatus);
  CHECK(packed(&numbers[0], [](std::size_t k, Index next) {
          if (k == count - 1) __sanitizer_cov_store8(&numbers[static_cast<std::size_t>(next)]);
        }) == faultStatus);
}

TEST_CASE("a container that iterations add to may move, and what else they share is found") {
  const auto added = [](bool alsoShare) {
    return endOf([&] {
      std::vector<double> out;
      told(
          &numbers[0], &numbers[100], [&](Loop& audit) { audit.grows("out", out); },
          [&](std::size_t k) {
            const double* const old = out.data();
            for (std::size_t i = 0; i < out.size(); ++i) __sanitizer_cov_load8(&old[i]);
            out.push_back(static_cast<double>(k));
            for (double& one : out) __sanitizer_cov_store8(&one);
            __sanitizer_cov_store8(&out);
            if (alsoShare) __sanitizer_cov_load8(&numbers[150]);
            if (alsoShare) __sanitizer_cov_store8(&numbers[150]);
          });
    });
  };
  CHECK(added(false) == 3);
  CHECK(added(true) == faultStatus);
}

TEST_CASE("the best element so far may be read in each iteration") {
  const auto sought = [](bool says) {
    return endOf([&] {
      std::size_t best = 199;
      const auto value = [&] {
        __sanitizer_cov_load8(&numbers[best]);
        return numbers[best];
      };
      told(
          &numbers[0], &numbers[100],
          [&](Loop& audit) {
            if (says) audit.looksBack(value);
          },
          [&](std::size_t k) {
            __sanitizer_cov_load8(&numbers[best]);
            if (k == 7) best = 107;
          });
    });
  };
  CHECK(sought(true) == 3);
  CHECK(sought(false) == faultStatus);
}

/// A search whose loop ends with iteration `last`; one writes what an earlier one has read, and no plan says so.
int searched(Index last, bool mayRun = true) {
  return endOf([&] {
    clustrix::Loop loop(toldSite, count);
    loop.operations(1);
    loop.require(mayRun, "it may run");
    const auto from_ = loop.array("from", &numbers[100], count);
    const auto footprint = [&](Chunk chunk, Footprint& touched) {
      touched.reads(from_).box(chunk.begin, {1, chunk.size()});
    };
    struct Leaves {
      const double* from;
      bool operator()(Index k) const { return from[k] != 0; }
    };
    if (loop.search(footprint, [&](const Memory& at) { return Leaves{at(from_)}; }) != 0) std::_Exit(1);
    Loop audit(loop);
    for (Index k = 0; k <= last; ++k) {
      const Iteration iteration{Watched(audit)};
      __sanitizer_cov_load8(&numbers[static_cast<std::size_t>(100 + k)]);
      if (k == 20) __sanitizer_cov_store8(&numbers[105]);
    }
  });
}

TEST_CASE("the iteration that leaves a loop may do what it likes") {
  CHECK(searched(20) == 3);
  CHECK(searched(21) == faultStatus);
  CHECK(searched(21, false) == 3);
}

TEST_CASE("a loop that was told nothing, and one that nobody can look at, end as they would") {
  CHECK(endOf([] {
          const std::optional<clustrix::Loop> none;
          Loop audit(none);
          const Iteration iteration{Watched(audit)};
          __sanitizer_cov_store8(&numbers[0]);
        }) == 3);
  CHECK(endOf([] { const NotSeen audit(toldSite, "a macro has part of its body"); }) == 3);
}

}  // namespace
}  // namespace clustrix::audit

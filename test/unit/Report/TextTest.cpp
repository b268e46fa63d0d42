#include "Sample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("the text report reads from function to loop to reason") {
  CHECK(render(sampleReport(), ReportFormat::Text, {}) ==
        "dir/s.cpp:2:1: ns::step: complexity 2 of 5 (score 14, threshold 4), 1 of 3 loops parallel, 1 spread over "
        "devices\n"
        "  3:3: for (int t = 0; t < 9; ++t)\n"
        "    stays serial\n"
        "    dir/s.cpp:5:7: 'a' is read after an earlier iteration wrote it [dependence.flow]\n"
        "      and dir/s.cpp:7:7\n"
        "    4:5: for (int i = 0; i < n; ++i)\n"
        "      parallelised over devices (guarded, reduction)\n"
        "      guard: 'a' and 'b' do not overlap\n"
        "      reduction: sum (+)\n"
        "      read-write a: [lo, hi)\n"
        "      read b: [lo, hi)\n"
        "    6:5: for (int i = 1; i < n; ++i)\n"
        "      stays serial\n"
        "      dir/helper.h:2:1: the call of 'f' has unknown effects [effect.call]\n"
        "        hint: define 'f' in this file (--fix does it)\n");
}

TEST_CASE("a text report without functions says so") {
  CHECK(render({}, ReportFormat::Text, {}) == "no annotated functions\n");
}

TEST_CASE("what an audit has found stands with its loop") {
  Report report = sampleReport();
  report.functions[0].loops[1].audit = AuditWords{{"1 launch: no fault", "another"}, false};
  CHECK_THAT(render(report, ReportFormat::Text, {}),
             Catch::Contains("      audit: 1 launch: no fault\n      audit: another\n      reduction: sum (+)\n"));
}

#include "Sample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

const std::vector<WrittenFile> sampleFiles = {{"dir/s.cpp", sampleText}};

constexpr const char* missedTime =
    "dir/s.cpp:5:7: remark: loop on line 3 stays serial, and loops in it run in parallel: 'a' is read after an earlier "
    "iteration wrote it [dependence.flow]\n";
constexpr const char* missedSerial =
    "dir/helper.h:2:1: remark: loop on line 6 stays serial: the call of 'f' has unknown effects [effect.call]\n"
    "dir/helper.h:2:1: note: hint: define 'f' in this file (--fix does it)\n";
constexpr const char* passed =
    "dir/s.cpp:4:5: remark: loop parallelised over devices (guarded, reduction) [clustrix-parallel]\n";
constexpr const char* details =
    "dir/s.cpp:4:5: note: reduction of sum (+)\n"
    "dir/s.cpp:4:5: note: guarded at run time: 'a' and 'b' do not overlap\n";

}  // namespace

TEST_CASE("parallel loops have a line each, and so have serial ones that go round them") {
  CHECK(renderRemarks(sampleReport(), Remarks::Missed, sampleFiles) == std::string(missedTime) + passed + missedSerial);
}

TEST_CASE("what is missed is told with the line in the way, the other access and the hint") {
  Report report = sampleReport();
  report.functions[0].loops.resize(1);
  CHECK(renderRemarks(report, Remarks::Missed, sampleFiles) ==
        "dir/s.cpp:5:7: remark: loop on line 3 stays serial: 'a' is read after an earlier iteration wrote it "
        "[dependence.flow]\n"
        "      a[i] = b[i] < 1 && n > 2 ? a[i] : \"&<>'\"[0];\n"
        "      ^\n"
        "dir/s.cpp:7:7: note: the other access\n"
        "      a[i] += a[i - 1];\n"
        "      ^\n");
  report.functions[0].loops[0].reasons[0].other->line = 5;
  CHECK(renderRemarks(report, Remarks::Missed, sampleFiles).find("the other access") == std::string::npos);
}

TEST_CASE("all remarks also tell how loops were parallelised, in the order of the loops") {
  CHECK(renderRemarks(sampleReport(), Remarks::All, sampleFiles) ==
        std::string(missedTime) + passed + details + missedSerial);
}

TEST_CASE("a loop that is too short for a launch has a line") {
  Report report = sampleReport();
  report.functions[0].loops.resize(1);
  report.functions[0].loops[0].reasons[0].code = "plan.too-short";
  const std::string text = renderRemarks(report, Remarks::Missed, sampleFiles);
  CHECK(text.find('\n') == text.size() - 1);
}

TEST_CASE("a line of a header is shown where its text is known") {
  std::vector<WrittenFile> files = sampleFiles;
  files.push_back({"dir/helper.h", "#pragma once\nint f(int);\n"});
  CHECK_THAT(renderRemarks(sampleReport(), Remarks::Missed, files),
             Catch::Contains("unknown effects [effect.call]\nint f(int);\n^\ndir/helper.h:2:1: note: hint"));
}

TEST_CASE("no remarks means none") { CHECK(renderRemarks(sampleReport(), Remarks::None, sampleFiles).empty()); }

TEST_CASE("a serial loop inside a kernel is in nobody's way") {
  Report report = sampleReport();
  report.functions[0].loops = {report.functions[0].loops[2]};
  report.functions[0].loops[0].mapped = Mapped::Sequential;
  CHECK(renderRemarks(report, Remarks::Missed, sampleFiles).empty());
  CHECK(renderRemarks(report, Remarks::All, sampleFiles).find("[clustrix-sequential]") != std::string::npos);
}

TEST_CASE("a legal loop that stays on the host is a missed one") {
  Report report = sampleReport();
  report.functions[0].loops = {report.functions[0].loops[1]};
  report.functions[0].loops[0].mapped = Mapped::Host;
  const std::string text = renderRemarks(report, Remarks::Missed, sampleFiles);
  CHECK(text.find("loop could run in parallel but stays on the host [clustrix-missed]") != std::string::npos);
}

TEST_CASE("a loop on the host's threads alone is told with its reason, and with its guards where all is told") {
  Report report = sampleReport();
  std::vector<LoopReport>& loops = report.functions[0].loops;
  loops[1].mapped = Mapped::Cpu;
  loops[1].reasons = {{.code = "plan.host-only",
                       .message = "'f' throws",
                       .hint = "",
                       .at = {"dir/s.cpp", 5, 7},
                       .other = std::nullopt}};
  loops = {loops[1]};
  loops[0].parent = -1;
  const std::string why =
      "dir/s.cpp:5:7: remark: loop on line 4 runs on the host's threads alone: 'f' throws [plan.host-only]\n";
  const std::string missed = renderRemarks(report, Remarks::Missed, sampleFiles);
  CHECK(missed.find(why) == 0);
  CHECK(missed.find("guarded") == std::string::npos);
  const std::string all = renderRemarks(report, Remarks::All, sampleFiles);
  CHECK(all.find(missed) == 0);
  CHECK(all.find("loop runs on the host's threads alone (guarded, reduction) [clustrix-parallel]") !=
        std::string::npos);
  CHECK(all.find("guarded at run time: 'a' and 'b' do not overlap") != std::string::npos);
}

TEST_CASE("what stands in the way of several loops is told once, and names them all") {
  Report report = sampleReport();
  std::vector<LoopReport>& loops = report.functions[0].loops;
  loops[0].reasons = loops[2].reasons;
  loops[1].mapped = Mapped::Sequential;
  CHECK(renderRemarks(report, Remarks::Missed, sampleFiles) ==
        "dir/helper.h:2:1: remark: loops on lines 3 and 6 stay serial: the call of 'f' has unknown effects "
        "[effect.call]\n"
        "dir/helper.h:2:1: note: hint: define 'f' in this file (--fix does it)\n");
}

TEST_CASE("an access that collides with itself is named once") {
  Report report = sampleReport();
  Reason& reason = report.functions[0].loops[0].reasons[0];
  reason.other = reason.at;
  CHECK(renderRemarks(report, Remarks::Missed, sampleFiles).find("the other access") == std::string::npos);
}

TEST_CASE("an assertion of the author is told as such") {
  Report report = sampleReport();
  report.functions[0].loops[1].kinds = {"asserted"};
  CHECK(renderRemarks(report, Remarks::All, sampleFiles).find("trusted, not proven") != std::string::npos);
}

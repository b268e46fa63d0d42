#include "clustrix/Driver.h"

#include "../Fixtures/Contains.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;
using clustrix::compiler::test::contains;
using Words = std::vector<std::string>;

namespace {

Request accepted(const Words& words) {
  const auto parsed = parseCommandLine(words);
  if (const auto* answer = std::get_if<Answer>(&parsed)) FAIL(answer->text);
  return std::get<Request>(parsed);
}

/// What is said to a command line that is refused.
std::string refused(const Words& words) {
  const auto parsed = parseCommandLine(words);
  const auto* answer = std::get_if<Answer>(&parsed);
  REQUIRE(answer);
  CHECK(answer->exit == Exit::BadInput);
  return answer->text;
}

}  // namespace

TEST_CASE("a source alone is enough") {
  const Request request = accepted({"a.cpp"});
  CHECK(request.sources == Words{"a.cpp"});
  CHECK(request.flags.empty());
  CHECK(request.remarks == Remarks::Missed);
  CHECK(request.jobs == 1);
  CHECK_FALSE(request.output);
  CHECK_FALSE(request.reportFormat);
  CHECK_FALSE(request.emit);
}

TEST_CASE("what stands after two dashes are compiler flags") {
  const Request request = accepted({"a.cpp", "-o", "-", "--", "-o", "x", "--", "--list"});
  CHECK(request.output == "-");
  CHECK(request.flags == Words{"-o", "x", "--", "--list"});
  CHECK_FALSE(request.list);
}

TEST_CASE("every option of the interface is taken") {
  const Request request = accepted({"-p",
                                    "b",
                                    "--config",
                                    "c.yml",
                                    "--report",
                                    "r.x",
                                    "--report-format",
                                    "sarif",
                                    "--remarks",
                                    "all",
                                    "--lock",
                                    "l",
                                    "--update-lock",
                                    "--require-parallel",
                                    "--depfile",
                                    "d",
                                    "--library-model",
                                    "m",
                                    "-j",
                                    "3",
                                    "--output-dir",
                                    "o",
                                    "a.cpp",
                                    "b.cpp"});
  CHECK(request.databaseDirectory == "b");
  CHECK(request.config == "c.yml");
  CHECK(request.report == "r.x");
  CHECK(request.reportFormat == ReportFormat::Sarif);
  CHECK(request.remarks == Remarks::All);
  CHECK(request.lock == "l");
  CHECK(request.updateLock);
  CHECK(request.requireParallel);
  CHECK(request.depfile == "d");
  CHECK(request.libraryModel == "m");
  CHECK(request.jobs == 3);
  CHECK(request.outputDirectory == "o");
  CHECK(request.sources == Words{"a.cpp", "b.cpp"});
  CHECK(accepted({"--emit=plan", "a.cpp"}).emit == Stage::Plan);
  CHECK(accepted({"--emit", "cuda", "a.cpp"}).emit == Stage::Cuda);
  CHECK(accepted({"--fix", "--dry-run", "a.cpp"}).fix);
  CHECK(accepted({"--check", "x", "a.cpp"}).check == "x");
  CHECK(accepted({"--list", "a.cpp"}).list);
  CHECK(accepted({"--helpers", "x.json", "--helpers", "y.json", "a.cpp"}).helpers == Words{"x.json", "y.json"});
  CHECK(accepted({"--write-helpers", "x.json", "a.cpp", "b.cpp"}).writeHelpers == "x.json");
  CHECK(accepted({"--remarks=none", "a.cpp"}).remarks == Remarks::None);
}

TEST_CASE("the report's format comes from its name") {
  CHECK(accepted({"a.cpp", "--report", "r.json"}).reportFormat == ReportFormat::Json);
  CHECK(accepted({"a.cpp", "--report", "r.sarif"}).reportFormat == ReportFormat::Sarif);
  CHECK(accepted({"a.cpp", "--report", "r.html"}).reportFormat == ReportFormat::Html);
  CHECK(accepted({"a.cpp", "--report", "r.txt"}).reportFormat == ReportFormat::Text);
  CHECK(contains(refused({"a.cpp", "--report", "r.pdf"}), "--report-format"));
}

TEST_CASE("help and version are answers on standard output") {
  for (const char* word : {"--help", "-h", "--version"}) {
    const auto parsed = parseCommandLine({word});
    REQUIRE(std::get_if<Answer>(&parsed));
    CHECK(std::get<Answer>(parsed).exit == Exit::Done);
  }
  const auto help = parseCommandLine({"--help"});
  for (const char* option : {"-o",
                             "--output-dir",
                             "-p",
                             "--config",
                             "--report",
                             "--report-format",
                             "--remarks",
                             "--check",
                             "--lock",
                             "--update-lock",
                             "--require-parallel",
                             "--depfile",
                             "--emit",
                             "--fix",
                             "--library-model",
                             "--helpers",
                             "--write-helpers",
                             "-j",
                             "--list",
                             "--dry-run"}) {
    CHECK(contains(std::get<Answer>(help).text, option));
  }
}

TEST_CASE("bad usage says what is wrong") {
  CHECK(contains(refused({}), "SOURCE"));
  CHECK(contains(refused({"a.cpp", "--wrong"}), "--wrong"));
  CHECK(contains(refused({"a.cpp", "--remarks", "some"}), "some"));
  CHECK(contains(refused({"a.cpp", "--emit", "ptx"}), "ptx"));
  CHECK(contains(refused({"a.cpp", "--report-format", "pdf"}), "pdf"));
  CHECK(contains(refused({"a.cpp", "-j", "0"}), "-j"));
  CHECK(contains(refused({"a.cpp", "-j", "many"}), "many"));
  CHECK(contains(refused({"a.cpp", "-o"}), "-o"));
}

TEST_CASE("combinations without a meaning are refused") {
  CHECK(contains(refused({"a.cpp", "b.cpp", "-o", "x"}), "--output-dir"));
  CHECK(contains(refused({"a.cpp", "b.cpp", "--check", "x"}), "--check"));
  for (const Words& more :
       {Words{"-o", "x"}, Words{"--output-dir", "d"}, Words{"--report", "r.json"}, Words{"--check", "x"},
        Words{"--lock", "l"}, Words{"--emit", "cuda"}, Words{"--fix"}, Words{"--list"}}) {
    Words all = {"a.cpp", "--write-helpers", "h.json"};
    all.insert(all.end(), more.begin(), more.end());
    CHECK(contains(refused(all), "--write-helpers writes nothing else"));
  }
  CHECK(contains(refused({"a.cpp", "-o", "x", "--output-dir", "d"}), "exclude"));
  CHECK(contains(refused({"a.cpp", "--update-lock"}), "--lock"));
  CHECK(contains(refused({"a.cpp", "-o", "-", "--depfile", "d"}), "--depfile"));
  CHECK(contains(refused({"a.cpp", "-o", "-", "--report", "-"}), "standard output"));
  CHECK(contains(refused({"a.cpp", "-o", "-", "--report-format", "json"}), "standard output"));
  CHECK(contains(refused({"a.cpp", "-o", ""}), "empty"));
}

TEST_CASE("an audit is of conflicts, unless it is of guards too, and of nothing else") {
  CHECK_FALSE(accepted({"a.cpp"}).audit);
  const Request plain = accepted({"--audit", "a.cpp"});
  CHECK(plain.audit);
  CHECK_FALSE(plain.pastGuards);
  CHECK(plain.sources == Words{"a.cpp"});
  const Request guards = accepted({"a.cpp", "--audit=guards"});
  CHECK(guards.audit);
  CHECK(guards.pastGuards);
  CHECK(contains(refused({"a.cpp", "--audit=everything"}), "everything"));
}

TEST_CASE("what an audit has told is shown in a report, and nowhere else") {
  CHECK(accepted({"a.cpp", "--audit-report", "audit.json", "--report", "r.html"}).auditReport == "audit.json");
  CHECK(contains(refused({"a.cpp", "--audit-report", "audit.json"}), "--report FILE"));
}

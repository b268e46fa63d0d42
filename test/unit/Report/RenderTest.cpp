// Which format is written where one is asked for.
#include "Report/Formats.h"

#include "Sample.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

const std::vector<SourceText> sources{{"dir/s.cpp", sampleText, "// rewritten here\n" + sampleText}};

}  // namespace

TEST_CASE("each format is written by its own name") {
  const Report report = sampleReport();
  CHECK(render(report, ReportFormat::Json, sources) == renderJson(report));
  CHECK(render(report, ReportFormat::Sarif, sources) == renderSarif(report, sources));
  CHECK(render(report, ReportFormat::Html, sources) == renderHtml(report, sources));
  CHECK(render(report, ReportFormat::Text, sources) == renderText(report));
}

TEST_CASE("only HTML shows the sources, and SARIF counts their columns") {
  const Report report = sampleReport();
  for (const ReportFormat format : {ReportFormat::Json, ReportFormat::Sarif, ReportFormat::Html, ReportFormat::Text}) {
    const bool shows = render(report, format, sources).find("rewritten here") != std::string::npos;
    CHECK(shows == (format == ReportFormat::Html));
    const bool looks = shows || format == ReportFormat::Sarif;
    CHECK((render(report, format, {}) != render(report, format, sources)) == looks);
  }
}

TEST_CASE("a report ends with a newline in every format, also where it says nothing") {
  for (const ReportFormat format : {ReportFormat::Json, ReportFormat::Sarif, ReportFormat::Html, ReportFormat::Text})
    for (const Report& report : {Report(), sampleReport()}) {
      const std::string text = render(report, format, sources);
      REQUIRE_FALSE(text.empty());
      CHECK(text.back() == '\n');
    }
}

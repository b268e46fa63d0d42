#include "Report/Formats.h"

namespace clustrix::compiler {

std::string render(const Report& report, ReportFormat format, const std::vector<SourceText>& sources) {
  switch (format) {
    case ReportFormat::Json:
      return renderJson(report);
    case ReportFormat::Sarif:
      return renderSarif(report, sources);
    case ReportFormat::Html:
      return renderHtml(report, sources);
    case ReportFormat::Text:
      break;
  }
  return renderText(report);
}

}  // namespace clustrix::compiler

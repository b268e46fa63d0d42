#include "clustrix-lsp/Findings.h"

#include "clustrix-lsp/Places.h"

#include "Driver/Sources.h"

#include <nlohmann/json.hpp>

namespace clustrix::lsp {

nlohmann::json findingsOf(const compiler::Processed& processed, const Reader& reader) {
  Places places(reader.open, reader.encoding);
  nlohmann::json findings = {{"diagnostics", errorDiagnostics(processed.messages, reader, places)},
                             {"hovers", hoversOf(processed.report, reader, places)},
                             {"fixes", fixesOf(processed.report, reader, places)},
                             {"fixAll", fixAllOf(processed.report, reader, places)},
                             {"inputs", processed.inputs}};
  for (auto& diagnostic : loopDiagnostics(processed.report, reader, places))
    findings["diagnostics"].push_back(std::move(diagnostic));
  return findings;
}

}  // namespace clustrix::lsp

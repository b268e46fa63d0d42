// Findings: what the editor is told of one text, made of what the driver found in it. All of it is JSON as the protocol
// has it, since it crosses the border between two processes:
//
//     { "diagnostics": [ Diagnostic ],
//       "hovers": [ { "range": Range, "text": Markdown } ],
//       "fixes": [ { "title", "code", "loop": Range, "line": Range, "edits": [ TextEdit ] } ],
//       "fixAll": [ TextEdit ],                      what --fix does
//       "inputs": [ file ] }
#pragma once

#include "clustrix-lsp/Positions.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>

namespace clustrix::compiler {
struct Processed;
struct Report;
}  // namespace clustrix::compiler

namespace clustrix::lsp {

class Places;

/// What findings are made for.
struct Reader {
  std::string path;  // of the text
  const std::map<std::string, std::string>& open;
  Encoding encoding = Encoding::Utf16;
  std::string remarksPage;  // docs/remarks.md, or "" where it is not found
};

nlohmann::json findingsOf(const compiler::Processed& processed, const Reader& reader);

/// The parts, each in a file of its own.
nlohmann::json errorDiagnostics(const std::string& messages, const Reader& reader, Places& places);
nlohmann::json loopDiagnostics(const compiler::Report& report, const Reader& reader, Places& places);
nlohmann::json hoversOf(const compiler::Report& report, const Reader& reader, Places& places);
nlohmann::json fixesOf(const compiler::Report& report, const Reader& reader, Places& places);
nlohmann::json fixAllOf(const compiler::Report& report, const Reader& reader, Places& places);

}  // namespace clustrix::lsp

// Errors of the compiler: bad attributes, and sources that do not compile.
//
//     an error in the text     at its place
//     one in a header          at the line that includes it, with the error's place beside it
//     one without a place      at the first line
//     a note without a place   nowhere
#include "clustrix-lsp/CompilerMessages.h"
#include "clustrix-lsp/Documents.h"
#include "clustrix-lsp/Findings.h"
#include "clustrix-lsp/Places.h"

#include <nlohmann/json.hpp>

namespace clustrix::lsp {
namespace {

using Json = nlohmann::json;

int levelOf(const std::string& severity) {
  constexpr int error = 1, warning = 2, information = 3;
  if (severity == "warning") return warning;
  return severity == "note" ? information : error;
}

Json related(const MessagePlace& at, const std::string& text, Places& places) {
  return {{"location", places.location(at.file, at.line, at.column)}, {"message", text}};
}

/// Where in `path` the message is shown.
MessagePlace shownAt(const CompilerMessage& message, const std::string& path) {
  if (message.at.file == path) return message.at;
  for (const MessagePlace& from : message.includedFrom)
    if (from.file == path) return {path, from.line, 1};
  return {path, 1, 1};
}

}  // namespace

Json errorDiagnostics(const std::string& messages, const Reader& reader, Places& places) {
  Json all = Json::array();
  for (const CompilerMessage& message : compilerMessages(messages)) {
    // Which flags are left out is no news of this text.
    if (message.severity == "note" && message.at.file.empty()) continue;
    const MessagePlace at = shownAt(message, reader.path);
    const bool isHere = message.at.file == reader.path;
    const Range range = isHere ? places.word(at.file, at.line, at.column) : places.wholeLine(at.file, at.line);
    std::string text = message.text;
    Json others = Json::array();
    if (!isHere && !message.at.file.empty()) {
      text = "in " + message.at.file + ": " + text;
      others.push_back(related(message.at, message.text, places));
    }
    for (const CompilerMessage& note : message.notes)
      if (!note.at.file.empty()) others.push_back(related(note.at, note.text, places));
    all.push_back({{"range", asJson(range)},
                   {"severity", levelOf(message.severity)},
                   {"source", "clustrix"},
                   {"message", text},
                   {"relatedInformation", others}});
  }
  return all;
}

}  // namespace clustrix::lsp

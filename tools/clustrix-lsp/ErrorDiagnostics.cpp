// Errors of the compiler: bad attributes, and sources that do not compile.
//
//     an error in the text     at its place
//     one in a header          at the line that includes it, with the error's place beside it
//     one without a place      at the first line
#include "clustrix-lsp/CompilerMessages.h"
#include "clustrix-lsp/Documents.h"
#include "clustrix-lsp/Findings.h"
#include "clustrix-lsp/Places.h"

#include <nlohmann/json.hpp>

namespace clustrix::lsp {
namespace {

using Json = nlohmann::json;

constexpr int errorLevel = 1, warningLevel = 2, informationLevel = 3;

int levelOf(const std::string& severity) {
  if (severity == "warning") return warningLevel;
  return severity == "note" ? informationLevel : errorLevel;
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

// Documents: the texts that the editor has open, by their URIs. What it has not saved counts, and not the disk.
#pragma once

#include "clustrix-lsp/Positions.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace clustrix::lsp {

/// The file of `file:///a%20b.cpp`; nothing for what is no file.
std::optional<std::string> pathOf(const std::string& uri);
/// The other way round.
std::string uriOf(const std::string& path);

struct Document {
  std::string uri, path;
  std::optional<int> version;  // the editor's number
  std::string text;
};

/// Applies one `TextDocumentContentChangeEvent`: the whole text, or what stands in a range of it. False where it is
/// none.
bool applyChange(const nlohmann::json& change, Encoding encoding, std::string& text);

}  // namespace clustrix::lsp

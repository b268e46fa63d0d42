// A snapshot: all that an analysis of one text needs. The editor goes on changing its texts meanwhile.
#pragma once

#include "clustrix-lsp/Positions.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace clustrix::lsp {

struct Snapshot {
  std::string uri, path;
  std::optional<int> version;                // the editor's number of the text
  std::uint64_t serial = 0;                  // ours: each change of any text has a higher one
  std::map<std::string, std::string> texts;  // of all documents that are open, by path
  bool headersWritten = false;               // some, since the one before
};

}  // namespace clustrix::lsp

// Places of the compiler, in whichever file, as the protocol has them.
#pragma once

#include "clustrix-lsp/Positions.h"
#include "clustrix-lsp/Protocol.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>

namespace clustrix::lsp {

class Places {
 public:
  /// `open`: texts by path that count instead of the disk's. They must stay.
  Places(const std::map<std::string, std::string>& open, Encoding encoding);

  /// The word of `file` that begins at line and column, from 1 and in bytes; one character where there is no word.
  Range word(const std::string& file, int line, int column);
  /// From there to the end of `head`, which is that text but for white space; to the line's end where it is not.
  Range head(const std::string& file, int line, int column, const std::string& head);
  Range wholeLine(const std::string& file, int line);
  Range between(const std::string& file, std::size_t begin, std::size_t end);
  /// `{ uri, range }` of the word.
  nlohmann::json location(const std::string& file, int line, int column);

  const std::string& textOf(const std::string& file);
  const Positions& positionsOf(const std::string& file);

 private:
  struct Known {
    std::string read;  // from the disk
    const std::string* text;
    Positions positions;
  };
  Known& known(const std::string& file);

  const std::map<std::string, std::string>& open_;
  Encoding encoding_;
  std::map<std::string, Known> files_;
};

}  // namespace clustrix::lsp

// The compiler's messages, as it prints them for people, as values again.
//
//     In file included from heat.cpp:3:
//     grid.h:12:5: error: use of undeclared identifier 'n'
//     grid.h:2:1: note: ...
#pragma once

#include <string>
#include <vector>

namespace clustrix::lsp {

struct MessagePlace {
  std::string file;          // "" where the message names none
  int line = 0, column = 0;  // from 1; 0 where it names none
};

struct CompilerMessage {
  MessagePlace at;
  std::string severity;  // "error", "fatal error", "warning", "note"
  std::string text;
  std::vector<MessagePlace> includedFrom{};  // outermost last, as printed
  std::vector<CompilerMessage> notes{};
};

/// Lines that are no message (the source's, and carets) are left out.
std::vector<CompilerMessage> compilerMessages(const std::string& printed);

}  // namespace clustrix::lsp

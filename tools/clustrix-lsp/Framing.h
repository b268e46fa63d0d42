// Framing: messages on a stream of bytes, as the language server protocol has them.
//
//     Content-Length: 46\r\n
//     \r\n
//     {"jsonrpc":"2.0","method":"initialized", ...}
#pragma once

#include <iosfwd>
#include <string>
#include <variant>

namespace clustrix::lsp {

struct Message {
  std::string body;
};
/// What stood on the stream is no message. The next one is looked for behind it.
struct BrokenFrame {
  std::string why;
};
struct EndOfInput {};

using Frame = std::variant<Message, BrokenFrame, EndOfInput>;

/// The next message. Waits for it.
Frame readFrame(std::istream& in);

/// `body` with what stands in front of it.
std::string framed(const std::string& body);

}  // namespace clustrix::lsp

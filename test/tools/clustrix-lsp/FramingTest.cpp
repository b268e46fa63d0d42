#include "clustrix-lsp/Framing.h"

#include <catch2/catch.hpp>

#include <sstream>
#include <string>
#include <vector>

using namespace clustrix::lsp;

namespace {

/// What stands on the stream: bodies as they are, `!WHY` for what is no message.
std::vector<std::string> framesOf(const std::string& stream) {
  std::istringstream in(stream);
  std::vector<std::string> all;
  for (;;) {
    const Frame frame = readFrame(in);
    if (const auto* message = std::get_if<Message>(&frame))
      all.push_back(message->body);
    else if (const auto* broken = std::get_if<BrokenFrame>(&frame))
      all.push_back("!" + broken->why);
    else
      return all;
    REQUIRE(all.size() < 20);
  }
}

}  // namespace

TEST_CASE("messages come as they were framed, whatever they hold") {
  const std::vector<std::string> bodies = {"{}", "", "a\r\n\r\nb", std::string(5000, 'x'), std::string("\0z", 2)};
  std::string stream;
  for (const std::string& body : bodies) stream += framed(body);
  CHECK(framesOf(stream) == bodies);
}

TEST_CASE("a header may have other fields, in any order and spelling") {
  CHECK(framesOf("Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-LENGTH:  2 \r\n\r\n{}") ==
        std::vector<std::string>{"{}"});
  CHECK(framesOf("Content-Length: 2\n\n{}") == std::vector<std::string>{"{}"});
  CHECK(framesOf("\r\n\r\n" + framed("{}")) == std::vector<std::string>{"{}"});
}

TEST_CASE("what is no message is told, and the next one is found behind it") {
  CHECK(framesOf("nonsense\r\n\r\n" + framed("{}")) ==
        std::vector<std::string>{"!a message without Content-Length", "{}"});
  CHECK(framesOf("Content-Length: many\r\n\r\n" + framed("{}")) ==
        std::vector<std::string>{"!Content-Length is no number", "{}"});
  CHECK(framesOf("Content-Length: -1\r\n\r\n" + framed("{}")) ==
        std::vector<std::string>{"!Content-Length is no number", "{}"});
  CHECK(framesOf(std::string(100000, 'x') + "\r\n\r\n" + framed("{}")).back() == "{}");
}

TEST_CASE("a length beyond all texts is refused before there is memory for it") {
  const auto frames = framesOf("Content-Length: 99999999999999\r\n\r\n" + framed("{}"));
  REQUIRE(frames.size() == 2);
  CHECK(frames[0] == "!a message of 99999999999999 bytes is more than is read");
  CHECK(frames[1] == "{}");
  CHECK(framesOf("Content-Length: 99999999999999999999999\r\n\r\n").front() == "!Content-Length is no number");
}

TEST_CASE("an input that ends early says where") {
  CHECK(framesOf("Content-Length: 10\r\n\r\nabc") == std::vector<std::string>{"!the input ends inside a message"});
  CHECK(framesOf("Content-Length: 10\r\n") == std::vector<std::string>{"!the input ends inside a message's header"});
  CHECK(framesOf("").empty());
}

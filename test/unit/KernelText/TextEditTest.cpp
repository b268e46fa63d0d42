#include "KernelText/TextEdit.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

const std::string text = "a[i] = b[i] + 1;";

TextEdit replaced(const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  return {at, at + what.size(), {BodyPiece::Text, by, -1}};
}

std::string joined(const std::optional<std::vector<BodyPiece>>& pieces) {
  if (!pieces) return "crossed";
  std::string all;
  for (const BodyPiece& piece : *pieces) all += piece.text + "|";
  return all;
}

std::string cut(const std::vector<TextEdit>& edits) { return joined(cutText(text, edits, {0, text.size()})); }

}  // namespace

TEST_CASE("edits cut a text into pieces, in the order of the text") {
  CHECK(cut({}) == "a[i] = b[i] + 1;|");
  CHECK(cut({replaced("1", "2"), replaced("b", "c")}) == "a[i] = |c|[i] + |2|;|");
  CHECK(joined(cutText(text, {replaced("b", "c"), replaced("1", "2")}, {0, 11})) == "a[i] = |c|[i]|");
}

TEST_CASE("an edit inside one that replaces all is lost, and edits that cross cannot be made") {
  CHECK(cut({replaced("b[i]", "x"), replaced("b", "c")}) == "a[i] = |x| + 1;|");
  CHECK(cut({replaced("b[i]", "x"), replaced("i] +", "y")}) == "crossed");
}

TEST_CASE("what is inserted stands in front of what replaces the text behind it, and ends of marks before both") {
  TextEdit inserted = replaced("", "in ");
  inserted.begin = inserted.end = text.find("b");
  TextEdit end = inserted;
  end.piece = {BodyPiece::AssignEnd, "end ", 0};
  CHECK(cut({replaced("b", "c"), inserted, end}) == "a[i] = |end |in |c|[i] + 1;|");
}

TEST_CASE("a copy is the text that it copies, with the edits inside that") {
  TextEdit copy = replaced("", "(");
  copy.begin = copy.end = text.size();
  const std::size_t at = text.find("b[i]");
  copy.copied = {at, at + 4};
  std::vector<TextEdit> edits{copy, replaced("b", "c")};
  REQUIRE(insertCopies(text, edits));
  CHECK(cut(edits) == "a[i] = |c|[i] + 1;|(|c|[i]|");
  TextEdit behind = replaced("", "z");
  behind.begin = at + 2;
  behind.end = at + 4;
  std::vector<TextEdit> crossing{copy, replaced("b[i", "y"), behind};
  CHECK_FALSE(insertCopies(text, crossing));
}

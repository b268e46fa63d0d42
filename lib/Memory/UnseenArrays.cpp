#include "Memory/UnseenArrays.h"

#include "Support/Identifiers.h"

#include <algorithm>
#include <string_view>

namespace clustrix::compiler {

namespace {

std::string_view withoutBlanks(std::string_view text) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
  return text;
}

/// Whether the text ends with an `&` that takes an address: none of an operator between two values.
bool takesAddress(std::string_view text) {
  if (!text.ends_with('&') || text.ends_with("&&")) return false;
  const std::string_view left = withoutBlanks(text.substr(0, text.size() - 1));
  return left.empty() || (!isWord(left.back()) && left.back() != ')' && left.back() != ']');
}

/// Whether a piece of the text is followed by a subscript or an arrow, or follows a star.
bool namesElement(const std::vector<BodyPiece>& pieces, std::size_t at) {
  const auto textAt = [&](std::size_t place) {
    const bool isText = place < pieces.size() && pieces[place].kind == BodyPiece::Text;
    return isText ? withoutBlanks(pieces[place].text) : std::string_view();
  };
  const std::string_view before = at == 0 ? std::string_view() : textAt(at - 1), behind = textAt(at + 1);
  if (takesAddress(before) || before.ends_with("sizeof(") || before.ends_with("sizeof")) return false;
  return behind.starts_with("[") || behind.starts_with("->") || before.ends_with("*");
}

bool namesElementOf(const std::vector<BodyPiece>& pieces, int capture) {
  for (std::size_t at = 0; at < pieces.size(); ++at)
    if (pieces[at].kind == BodyPiece::Captured && pieces[at].index == capture && namesElement(pieces, at)) return true;
  return false;
}

bool textNamesElementOf(const LoopModel& model, int capture) {
  const auto inBody = [&](const KernelFunction& function) { return namesElementOf(function.body, capture); };
  const auto inText = [&](const LocalDefinition& definition) { return namesElementOf(definition.text, capture); };
  return namesElementOf(model.kernel.body, capture) ||
         std::any_of(model.kernel.functions.begin(), model.kernel.functions.end(), inBody) ||
         std::any_of(model.kernel.definitions.begin(), model.kernel.definitions.end(), inText);
}

}  // namespace

void refuseUnseenArrays(LoopModel& model) {
  for (std::size_t c = 0; c < model.kernel.captures.size(); ++c) {
    const Capture& capture = model.kernel.captures[c];
    if ((capture.kind != Capture::Pointer && capture.kind != Capture::Span) || capture.array.value < 0) continue;
    const bool seen = std::any_of(model.accesses.begin(), model.accesses.end(),
                                  [&](const Access& access) { return access.array == capture.array; });
    if (seen || !textNamesElementOf(model, static_cast<int>(c))) continue;
    model.obstacles.push_back({"plan.not-expressible",
                               "the text names elements of '" + capture.name + "' of which the model has no access", "",
                               model.loops[0].at});
  }
}

}  // namespace clustrix::compiler

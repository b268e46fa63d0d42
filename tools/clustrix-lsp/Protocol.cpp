#include "clustrix-lsp/Protocol.h"

#include <nlohmann/json.hpp>

#include <tuple>

namespace clustrix::lsp {
namespace {

using Json = nlohmann::json;

bool isBefore(Position a, Position b) { return std::tie(a.line, a.character) < std::tie(b.line, b.character); }

}  // namespace

const Json& memberAt(const Json& json, const char* key) {
  static const Json nothing;
  if (!json.is_object()) return nothing;
  const auto found = json.find(key);
  return found == json.end() ? nothing : *found;
}

std::optional<std::string> textAt(const Json& json, const char* key) {
  const Json& member = memberAt(json, key);
  return member.is_string() ? std::optional(member.get<std::string>()) : std::nullopt;
}

std::optional<int> numberAt(const Json& json, const char* key) {
  const Json& member = memberAt(json, key);
  return member.is_number_integer() ? std::optional(member.get<int>()) : std::nullopt;
}

std::optional<Position> positionOf(const Json& json) {
  const auto line = numberAt(json, "line"), character = numberAt(json, "character");
  if (!line || !character || *line < 0 || *character < 0) return std::nullopt;
  return Position{*line, *character};
}

std::optional<Range> rangeOf(const Json& json) {
  const auto start = positionOf(memberAt(json, "start")), end = positionOf(memberAt(json, "end"));
  if (!start || !end) return std::nullopt;
  return Range{*start, *end};
}

Json asJson(Position position) { return {{"line", position.line}, {"character", position.character}}; }
Json asJson(const Range& range) { return {{"start", asJson(range.start)}, {"end", asJson(range.end)}}; }

bool contains(const Range& range, Position position) {
  return !isBefore(position, range.start) && !isBefore(range.end, position);
}

bool meet(const Range& a, const Range& b) { return !isBefore(a.end, b.start) && !isBefore(b.end, a.start); }

Json answerTo(const Json& id, Json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

Json errorTo(const Json& id, ErrorCode code, const std::string& message) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", message}}}};
}

Json notification(const char* method, Json parameters) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(parameters)}};
}

std::string written(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace clustrix::lsp

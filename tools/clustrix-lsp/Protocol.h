// The protocol's values as JSON: positions, ranges, answers. What comes from outside may have any shape.
#pragma once

#include "clustrix-lsp/Positions.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace clustrix::lsp {

struct Range {
  Position start, end;
};

/// Codes of errors, as JSON-RPC and the protocol number them.
enum class ErrorCode {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  NotInitialized = -32002,
  Cancelled = -32800,
};

/// The member, where `json` is an object that has it with that type.
std::optional<std::string> textAt(const nlohmann::json& json, const char* key);
std::optional<int> numberAt(const nlohmann::json& json, const char* key);
/// Null where it is not there.
const nlohmann::json& memberAt(const nlohmann::json& json, const char* key);

std::optional<Position> positionOf(const nlohmann::json& json);
std::optional<Range> rangeOf(const nlohmann::json& json);
nlohmann::json asJson(Position position);
nlohmann::json asJson(const Range& range);

bool contains(const Range& range, Position position);
/// Whether they share a place; one that is empty has one.
bool meet(const Range& a, const Range& b);

nlohmann::json answerTo(const nlohmann::json& id, nlohmann::json result);
nlohmann::json errorTo(const nlohmann::json& id, ErrorCode code, const std::string& message);
nlohmann::json notification(const char* method, nlohmann::json parameters);

/// As it is sent: bytes that are no UTF-8 are replaced.
std::string written(const nlohmann::json& json);

}  // namespace clustrix::lsp

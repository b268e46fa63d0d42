// The JSON report. Its keys, their order and their meaning are version 1 and stay: other programs read them. Keys that
// say more (`header`, `guards`, `audit`, `hint`, `other`, `edits`) come after the fixed ones.
#include "Report/Formats.h"
#include "Report/Words.h"

#include <nlohmann/json.hpp>

namespace clustrix::compiler {
namespace {

using Json = nlohmann::ordered_json;

Json toJson(const SourcePoint& at) { return {{"file", at.file}, {"line", at.line}, {"column", at.column}}; }

Json toJson(const Reason& reason, const std::string& file) {
  Json json = {
      {"line", reason.at.line}, {"column", reason.at.column}, {"code", reason.code}, {"message", reason.message}};
  // The line in the way may be in a header that a helper comes from.
  if (reason.at.file != file) json["file"] = reason.at.file;
  if (!reason.hint.empty()) json["hint"] = reason.hint;
  if (reason.other) json["other"] = toJson(*reason.other);
  for (const Edit& edit : reason.edits)
    json["edits"].push_back({{"begin", edit.begin}, {"end", edit.end}, {"replacement", edit.replacement}});
  return json;
}

Json toJson(const LoopReport& loop, const std::string& file) {
  Json json = {{"line", loop.at.line},
               {"column", loop.at.column},
               {"parent", loop.parent < 0 ? Json(nullptr) : Json(loop.parent)},
               {"depth", loop.depth},
               {"parallel", loop.parallel},
               {"mapped", word(loop.mapped)},
               {"kinds", loop.kinds},
               {"reasons", Json::array()},
               {"reductions", Json::array()},
               {"arrays", Json::array()}};
  for (const Reason& reason : loop.reasons) json["reasons"].push_back(toJson(reason, file));
  for (const ReductionReport& reduction : loop.reductions) {
    json["reductions"].push_back({{"variable", reduction.variable}, {"operator", reduction.op}});
  }
  for (const ArrayReport& array : loop.arrays) {
    json["arrays"].push_back({{"name", array.name}, {"access", array.access}, {"slice", array.slice}});
  }
  json["header"] = loop.header;
  json["guards"] = loop.guards;
  if (!loop.notes.empty()) json["notes"] = loop.notes;
  if (loop.audit) json["audit"] = loop.audit->words;
  return json;
}

Json toJson(const ComplexityReport& complexity) {
  return {{"level", complexity.level},
          {"score", complexity.score},
          {"threshold", complexity.threshold},
          {"metrics", complexity.metrics}};
}

Json toJson(const FunctionReport& function) {
  Json json = {{"name", function.name},
               {"file", function.at.file},
               {"line", function.at.line},
               {"column", function.at.column},
               {"complexity", toJson(function.complexity)},
               {"loops", Json::array()}};
  for (const LoopReport& loop : function.loops) json["loops"].push_back(toJson(loop, function.at.file));
  return json;
}

}  // namespace

std::string renderJson(const Report& report) {
  Json json = {{"version", 1}, {"functions", Json::array()}};
  for (const FunctionReport& function : report.functions) json["functions"].push_back(toJson(function));
  // Names and messages quote source text, which may hold any bytes: replaced rather than thrown upon.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clustrix::compiler

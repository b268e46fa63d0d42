#include "Driver/HelperFile.h"

#include "Driver/Files.h"
#include "Driver/Outputs.h"
#include "Driver/Sources.h"
#include "Support/OneLine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace clustrix::compiler {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson jsonOf(const Helper& helper) {
  OrderedJson json = {{"symbol", helper.symbol}, {"name", helper.name}, {"file", helper.file}, {"line", helper.line}};
  if (!helper.problem.empty()) {
    json["problem"] = helper.problem;
    return json;
  }
  if (helper.kind == Helper::Kind::Constant) json["constant"] = true;
  if (helper.isInternal) json["internal"] = true;
  if (!helper.scopes.empty()) json["scopes"] = helper.scopes;
  json["begin"] = helper.begin;
  json["body"] = helper.body;
  json["end"] = helper.end;
  json["text"] = helper.text;
  if (!helper.usings.empty()) json["usings"] = helper.usings;
  if (!helper.includes.empty()) json["includes"] = helper.includes;
  if (!helper.macros.empty()) json["macros"] = helper.macros;
  if (!helper.needs.empty()) json["needs"] = helper.needs;
  json["fingerprint"] = helper.fingerprint;
  return json;
}

/// Throws nlohmann::json::exception where a member is of another type.
Helper helperOf(const OrderedJson& json) {
  Helper helper;
  helper.symbol = json.at("symbol").get<std::string>();
  helper.name = json.at("name").get<std::string>();
  helper.file = json.at("file").get<std::string>();
  helper.line = json.at("line").get<int>();
  helper.problem = json.value("problem", "");
  if (!helper.problem.empty()) return helper;
  helper.kind = json.value("constant", false) ? Helper::Kind::Constant : Helper::Kind::Function;
  helper.isInternal = json.value("internal", false);
  helper.scopes = json.value("scopes", std::vector<std::string>());
  helper.begin = json.at("begin").get<std::size_t>();
  helper.body = json.at("body").get<std::size_t>();
  helper.end = json.at("end").get<std::size_t>();
  helper.text = json.at("text").get<std::string>();
  helper.usings = json.value("usings", std::vector<std::string>());
  helper.includes = json.value("includes", std::vector<std::string>());
  helper.macros = json.value("macros", std::vector<std::string>());
  helper.needs = json.value("needs", std::vector<std::string>());
  helper.fingerprint = json.at("fingerprint").get<std::string>();
  return helper;
}

bool isInOrder(const Helper& helper) {
  return helper.kind == Helper::Kind::Constant || !helper.problem.empty() ||
         (helper.begin < helper.body && helper.body < helper.end && helper.text.size() == helper.end - helper.begin);
}

}  // namespace

std::string printHelpers(const std::vector<Helper>& helpers) {
  OrderedJson list = OrderedJson::array();
  for (const Helper& helper : helpers) list.push_back(jsonOf(helper));
  const OrderedJson json = {{"version", 1}, {"helpers", std::move(list)}};
  return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Outcome<std::vector<Helper>> readHelperFile(const std::string& path) {
  Outcome<std::string> text = readFile(path);
  if (const Failure* why = failed(text)) return *why;
  std::vector<Helper> helpers;
  try {
    const OrderedJson json = OrderedJson::parse(value(text));
    if (json.at("version") == 1)
      for (const OrderedJson& one : json.at("helpers")) helpers.push_back(helperOf(one));
    if (json.at("version") == 1 && std::all_of(helpers.begin(), helpers.end(), isInOrder)) return helpers;
  } catch (const OrderedJson::exception&) {
  }
  return failure(Exit::BadInput,
                 "'" + onOneLine(path) + "' is no helper file of this version; write it with --write-helpers");
}

Exit writeHelpers(const Request& request, const Surroundings& around) {
  Outcome<Shared> shared = loadShared(request);
  if (const Failure* why = failed(shared)) return tell(*why, around);
  std::vector<Helper> all;
  DependencyRule rule{*request.writeHelpers, {}};
  for (const std::string& source : request.sources) {
    Outcome<HelpersResult> read = helpersOf(source, request, value(shared), around);
    if (const Failure* why = failed(read)) return tell(*why, around);
    HelpersResult& result = value(read);
    around.error << result.diagnostics;
    if (result.unreadable) return Exit::FileFailed;
    if (!result.helpers) return Exit::BadInput;
    for (Helper& helper : *result.helpers) helper.file = canonicalPath(source);
    all.insert(all.end(), result.helpers->begin(), result.helpers->end());
    rule.inputs.insert(rule.inputs.end(), result.dependencies.begin(), result.dependencies.end());
  }
  if (request.dryRun) return Exit::Done;
  const Exit exit = deliver(*request.writeHelpers, printHelpers(all), around);
  if (exit != Exit::Done || !request.depfile) return exit;
  return deliverDepfile(*request.depfile, {rule}, around);
}

}  // namespace clustrix::compiler

#include "Names.h"

#include <algorithm>
#include <cctype>

#include "Declarations.h"
#include "Text.h"

namespace ptx {

int Names::row(const std::string& name) {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  const auto [found, fresh] = rows_.emplace(name, function_.registers);
  if (fresh) ++function_.registers;
  return found->second;
}

int Names::predicate(const std::string& name) {
  const auto [found, fresh] = predicates_.emplace(name, function_.predicates);
  if (fresh) ++function_.predicates;
  return found->second;
}

bool Names::isPredicate(const std::string& name) const {
  if (predicates_.count(name) != 0) return true;
  return name.size() > 2 && name[0] == '%' && name[1] == 'p' && std::isdigit(static_cast<unsigned char>(name[2]));
}

void Names::declare(const std::string& statement) {
  if (startsWith(statement, ".reg")) {
    declareRegisters(statement);
  } else if (startsWith(statement, ".param")) {
    declareArea(statement.substr(6));
  } else if (startsWith(statement, ".local")) {
    const Declaration found = parseDeclaration(statement.substr(6));
    function_.localBytes = alignedUp(function_.localBytes, std::max(found.align, 16));
    memory_[found.name] = {Space::local, function_.localBytes};
    function_.localBytes += found.bytes;
  } else if (startsWith(statement, ".shared")) {
    const Declaration found = parseDeclaration(statement.substr(7));
    function_.sharedBytes = alignedUp(function_.sharedBytes, found.align);
    memory_[found.name] = {Space::shared, function_.sharedBytes};
    function_.sharedBytes += found.bytes;
  }
}

void Names::declareRegisters(const std::string& statement) {
  const std::size_t type = statement.find('.', 4);
  const std::size_t end = statement.find_first_of(" \t", type);
  const bool predicates = statement.substr(type + 1, end - type - 1) == "pred";
  for (const std::string& name : split(statement.substr(end), ',')) {
    if (name.find('<') != std::string::npos) continue;  // "%r<9>": handed out as they are met
    if (predicates) {
      predicate(name);
    } else if (scopes_.empty()) {
      row(name);
    } else {
      scopes_.back()[name] = function_.registers++;
    }
  }
}

void Names::declareArea(const std::string& declaration) {
  const Declaration found = parseDeclaration(declaration);
  function_.parameterBytes = alignedUp(function_.parameterBytes, std::max(found.align, 8));
  callAreas_[found.name] = function_.parameterBytes;
  function_.parameterBytes += std::max(found.bytes, 8);
}

int Names::callArea(const std::string& name) const {
  const auto found = callAreas_.find(name);
  if (found == callAreas_.end()) fail("a call passes " + name + ", which is not declared in " + function_.name);
  return found->second;
}

/// Each function that uses a module's shared variable has room of its own for it.
int Names::sharedOffset(const Variable& variable) {
  if (variable.bytes == 0) return dynamicSharedAt;  // extern: as large as the launch says
  function_.sharedBytes = alignedUp(function_.sharedBytes, variable.align);
  const int offset = function_.sharedBytes;
  function_.sharedBytes += variable.bytes;
  return offset;
}

bool Names::placeParameter(const std::string& name, Operand& operand) const {
  int offset = -1;
  for (const Parameter& parameter : function_.parameters)
    if (parameter.name == name) offset = parameter.offset;
  if (function_.result.name == name) offset = function_.result.offset;
  if (const auto area = callAreas_.find(name); area != callAreas_.end()) offset = area->second;
  if (offset < 0) return false;
  operand.space = Space::param;
  operand.offset += offset;
  return true;
}

void Names::place(const std::string& name, Operand& operand) {
  const auto own = memory_.find(name);
  if (own == memory_.end() && placeParameter(name, operand)) return;
  const auto variable = own == memory_.end() ? module_.variables.find(name) : module_.variables.end();
  if (own == memory_.end() && variable == module_.variables.end()) {
    operand.kind = Operand::Kind::label;  // or a function
    operand.text = name;
    return;
  }
  if (own == memory_.end() && variable->second.space != Space::shared) {
    operand.space = Space::global;
    operand.offset += static_cast<s64>(reinterpret_cast<u64>(variable->second.memory));
    return;
  }
  if (own == memory_.end()) memory_[name] = {Space::shared, sharedOffset(variable->second)};
  operand.space = memory_.at(name).space;
  operand.offset += memory_.at(name).offset;
}

}  // namespace ptx

#include "Emit/DeviceFunctions.h"

#include "Emit/Names.h"

#include <algorithm>

namespace clustrix::compiler {
namespace {

void addModel(const LoopModel& model, std::size_t at, DeclaredFunctions& declared,
              std::vector<DeviceFunction>& functions) {
  for (const DeviceFunction& function : model.kernel.deviceFunctions) {
    const auto [known, isNew] = declared.try_emplace(function, at);
    if (!isNew && known->second <= at) continue;
    known->second = at;
    functions.push_back(function);
  }
}

}  // namespace

std::vector<DeviceFunction> newDeviceFunctions(const std::vector<const LoopSite*>& launched, std::size_t at,
                                               DeclaredFunctions& declared) {
  std::vector<DeviceFunction> functions;
  for (const LoopSite* site : launched) {
    if (site->hostCall()) continue;
    addModel(site->model, at, declared, functions);
    for (const LoopModel& model : site->otherInstantiations) addModel(model, at, declared, functions);
  }
  return functions;
}

std::string deviceFunctionsText(const std::vector<DeviceFunction>& functions, const std::string& befriending) {
  if (functions.empty()) return "";
  std::vector<std::vector<std::string>> scopes;
  for (const DeviceFunction& function : functions)
    if (std::find(scopes.begin(), scopes.end(), function.scope) == scopes.end()) scopes.push_back(function.scope);
  // 20040: declared for devices only now, which is what is meant. 265: members may be private.
  std::string text =
      "#ifdef __CUDA_ARCH__\n// What the kernels call is compiled for devices as well.\n"
      "#pragma nv_diagnostic push\n#pragma nv_diag_suppress 20040, 265\n";
  for (const auto& scope : scopes) {
    const auto [open, close] = namespaceBraces(scope);
    std::string free, members;
    for (const DeviceFunction& function : functions) {
      if (function.scope != scope) continue;
      if (function.member)
        members += "  " + function.head + "friend CLUSTRIX_HD " + function.declaration + ";\n";
      else
        free += function.head + "CLUSTRIX_HD " + function.declaration + ";\n";
    }
    if (!members.empty()) members = "struct " + befriending + " {\n" + members + "};\n";
    text += open + free + members + close;
  }
  return text + "#pragma nv_diagnostic pop\n#endif\n";
}

}  // namespace clustrix::compiler

#include "Library/DeviceBuiltins.h"

#include "Library/LibraryFunctions.h"
#include "Library/Standard.h"

namespace clustrix::compiler {

bool isBuiltinOfDevices(const clang::FunctionDecl& callee) {
  const StandardFunction* known = builtinFunction(&callee);
  // Devices have no long double.
  const bool isLong = known && known->is(Does::Forms) && callee.getName().ends_with("l") &&
                      callee.getName().drop_front(llvm::StringRef("__builtin_").size()) != known->name;
  return known && known->is(Does::BuiltinOnDevices) && !isLong;
}

bool isLeftOutOnDevices(const clang::FunctionDecl& callee) {
  const StandardFunction* known = callee.isInStdNamespace() ? standardFunction(&callee) : nullptr;
  return known && known->is(Does::VanishOnDevices);
}

bool hasNamesakeOfNvcc(const clang::NamedDecl& function) {
  if (!function.isInStdNamespace() || !function.getIdentifier()) return false;
  const StandardFunction* known = functionNamed(function, function.getName());
  return known && !known->is(Does::IgnoreNan) && (known->is(Does::Min) || known->is(Does::Max));
}

}  // namespace clustrix::compiler

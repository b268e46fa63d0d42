#include "Library/DeviceBuiltins.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace clustrix::compiler {
namespace {

/// With an `f` behind, of floats as well.
constexpr std::array<llvm::StringRef, 52> realFunctions = {
    "sqrt",   "fabs",      "floor",  "ceil",   "trunc",   "round",  "rint",      "nearbyint", "exp",
    "exp2",   "expm1",     "log",    "log2",   "log10",   "log1p",  "sin",       "cos",       "tan",
    "asin",   "acos",      "atan",   "sinh",   "cosh",    "tanh",   "asinh",     "acosh",     "atanh",
    "cbrt",   "erf",       "erfc",   "pow",    "fmin",    "fmax",   "fdim",      "fmod",      "hypot",
    "atan2",  "lround",    "lrint",  "logb",   "ilogb",   "fma",    "remainder", "copysign",  "ldexp",
    "scalbn", "nextafter", "tgamma", "lgamma", "llround", "llrint", "powi"};

constexpr std::array<llvm::StringRef, 39> others = {
    "isnan",   "isinf",       "isfinite",      "signbit",     "isnormal",  "isgreater",  "isgreaterequal",
    "isless",  "islessequal", "islessgreater", "isunordered", "inf",       "huge_val",   "inff",
    "abs",     "labs",        "llabs",         "popcount",    "popcountl", "popcountll", "clz",
    "clzl",    "clzll",       "ctz",           "ctzl",        "ctzll",     "ffs",        "ffsl",
    "ffsll",   "parity",      "parityl",       "parityll",    "clrsb",     "clrsbl",     "clrsbll",
    "bswap16", "bswap32",     "bswap64",       "huge_valf"};

}  // namespace

bool isBuiltinOfDevices(const clang::FunctionDecl& callee) {
  if (callee.getBuiltinID() == 0 || !callee.getIdentifier()) return false;
  llvm::StringRef name = callee.getName();
  if (!name.consume_front("__builtin_")) return false;
  return llvm::is_contained(others, name) || llvm::is_contained(realFunctions, name) ||
         (name.ends_with("f") && llvm::is_contained(realFunctions, name.drop_back()));
}

bool isLeftOutOnDevices(const clang::FunctionDecl& callee) {
  static constexpr std::array<llvm::StringRef, 8> names = {"isnormal", "fpclassify",  "isgreater",     "isgreaterequal",
                                                           "isless",   "islessequal", "islessgreater", "isunordered"};
  return callee.isInStdNamespace() && callee.getIdentifier() && llvm::is_contained(names, callee.getName());
}

bool hasNamesakeOfNvcc(const clang::NamedDecl& function) {
  return function.isInStdNamespace() && function.getIdentifier() &&
         (function.getName() == "max" || function.getName() == "min");
}

}  // namespace clustrix::compiler

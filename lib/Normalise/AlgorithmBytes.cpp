// Bytes that are copied or set: `memcpy`, `memmove` and `memset` of whole elements.
//
//     std::memcpy(a + i * m, b + i * m, m * sizeof(double))      for (k = 0; k < m; ++k) a[i * m + k] = b[i * m + k];
#include "Normalise/AlgorithmLoops.h"

#include "clang/Basic/Builtins.h"

namespace clustrix::compiler {

namespace {

using Call = AlgorithmCall;
using Loop = AlgorithmLoop;

const clang::ASTContext& contextOf(const Call& call) { return call.expression->getDirectCallee()->getASTContext(); }

/// Whether assigning elements copies all their bytes: numbers, and structures of them without gaps.
bool isDense(const clang::ASTContext& context, clang::QualType type) {
  if (type->isArithmeticType())
    return !type->isBooleanType() && !type->isSpecificBuiltinType(clang::BuiltinType::LongDouble);
  const auto* record = type->getAsCXXRecordDecl();
  if (!record || !type.isTriviallyCopyableType(context) || record->hasNonTrivialCopyAssignment() ||
      !record->hasSimpleCopyAssignment() || record->getNumBases() != 0 || record->isUnion())
    return false;
  clang::CharUnits filled = clang::CharUnits::Zero();
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isBitField() || field->getType().isConstQualified() || !isDense(context, field->getType())) return false;
    filled += context.getTypeSizeInChars(field->getType());
  }
  return !record->field_empty() && filled == context.getTypeSizeInChars(type);
}

/// A number of bytes as a number of elements of `size`; nothing where it is not plainly a multiple.
std::optional<std::string> elements(const LoopMaker& make, const clang::ASTContext& context,
                                    const clang::Expr* argument, std::int64_t size) {
  const clang::Expr* bytes = argument->IgnoreParenImpCasts();
  if (bytes->isValueDependent()) return std::nullopt;
  if (const auto constant = bytes->getIntegerConstantExpr(context)) {
    const std::int64_t count = constant->getExtValue();
    if (count < 0 || count % size != 0) return std::nullopt;
    return std::to_string(count / size);
  }
  if (size == 1) return make.read.value(argument);
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(bytes);
  if (!op || op->getOpcode() != clang::BO_Mul) return std::nullopt;
  for (const auto& [one, other] : {std::pair(op->getLHS(), op->getRHS()), std::pair(op->getRHS(), op->getLHS())}) {
    const auto count = elements(make, context, one, size);
    const auto times = count ? make.read.value(other) : std::nullopt;
    if (times) return *count == "1" ? *times : "(" + *count + ") * (" + *times + ")";
  }
  return std::nullopt;
}

std::optional<Loop> set(const LoopMaker& make, const Call& call) {
  const clang::ASTContext& context = contextOf(call);
  const auto to = make.read.from(call.arguments[0]);
  if (!to || to->backwards || !to->type->isArithmeticType()) return std::nullopt;
  const std::int64_t size = context.getTypeSizeInChars(to->type).getQuantity();
  const auto count = elements(make, context, call.arguments[2], size);
  if (!count || *count == "1") return std::nullopt;
  const clang::Expr* byte = call.arguments[1]->IgnoreParenImpCasts();
  const auto constant = byte->isValueDependent() ? std::nullopt : byte->getIntegerConstantExpr(context);
  std::string value;
  if (constant && *constant == 0) {
    value = "static_cast<" + make.typeName(to->type) + ">(0)";
  } else if (size == 1 && !to->type->isBooleanType()) {
    const auto written = make.read.value(call.arguments[1]);
    if (!written) return std::nullopt;
    value = "static_cast<" + make.typeName(to->type) + ">(static_cast<unsigned char>(" + *written + "))";
  } else {
    return std::nullopt;
  }
  Loop loop;
  loop.count = "static_cast<std::ptrdiff_t>(" + *count + ")";
  loop.body = to->element(make.names.k) + " = " + value + ";";
  return loop;
}

/// `memmove` goes from the end where that is what it is for. Of two arrays nobody knows which comes first: the same
/// places of both are only copied onto themselves, if they are one.
std::optional<std::string> position(const LoopMaker& make, const Call& call, const Sequence& to, const Sequence& from,
                                    const std::string& count) {
  const std::string& k = make.names.k;
  if (call.expression->getDirectCallee()->getBuiltinID() == clang::Builtin::BImemcpy || to.offset == from.offset)
    return k;
  if (to.base != from.base) return std::nullopt;
  const auto offset = [](const Sequence& one) { return one.offset.empty() ? "0" : "(" + one.offset + ")"; };
  return "(" + offset(to) + " > " + offset(from) + " ? " + count + " - 1 - " + k + " : " + k + ")";
}

std::optional<Loop> copy(const LoopMaker& make, const Call& call) {
  const clang::ASTContext& context = contextOf(call);
  const auto to = make.read.from(call.arguments[0]), from = make.read.from(call.arguments[1]);
  if (!to || !from || to->backwards || from->backwards || to->type != from->type || !isDense(context, to->type))
    return std::nullopt;
  const auto count = elements(make, context, call.arguments[2], context.getTypeSizeInChars(to->type).getQuantity());
  if (!count || *count == "1") return std::nullopt;
  Loop loop;
  loop.count = "static_cast<std::ptrdiff_t>(" + *count + ")";
  const auto at = position(make, call, *to, *from, loop.count);
  if (!at) return std::nullopt;
  loop.body = to->element(*at) + " = " + from->element(*at) + ";";
  return loop;
}

}  // namespace

bool isOfBytes(const clang::FunctionDecl& function) {
  switch (function.getBuiltinID()) {
    case clang::Builtin::BImemcpy:
    case clang::Builtin::BImemmove:
    case clang::Builtin::BImemset:
      return true;
    default:
      return false;
  }
}

std::optional<AlgorithmLoop> bytesLoop(const LoopMaker& make, const AlgorithmCall& call) {
  if (call.algorithm != Algorithm::None || !isOfBytes(*call.expression->getDirectCallee()) ||
      call.arguments.size() != 3)
    return std::nullopt;
  auto loop = call.expression->getDirectCallee()->getBuiltinID() == clang::Builtin::BImemset ? set(make, call)
                                                                                             : copy(make, call);
  // By itself, no launch is quicker than the library.
  if (loop) loop->onlyInLoops = true;
  return loop;
}

}  // namespace clustrix::compiler

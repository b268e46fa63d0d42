// Arrays with rows of a run-time length: `double b[n][m]`, which no device code can declare.
//
//     b[i][j]   ──►   b[(i) * b_pitch + (j)]      the kernel has a plain pointer, and the length of a row as a member
//
// An element is named by all its subscripts at once; a row by itself (`b[i]` handed to a function) is not modelled.
#include "KernelText/HostText.h"
#include "Lower/Expressions.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Storage.h"
#include "Syntax/Mentions.h"
#include "Syntax/Types.h"

#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

/// The subscripts of one element, the outermost dimension first.
struct RowChain {
  OuterName name;
  std::vector<const clang::ArraySubscriptExpr*> subscripts;
};

namespace {

/// Whether a row of the array has a length that only the run knows.
bool hasVariableRows(const clang::ASTContext& context, clang::QualType type) {
  const clang::ArrayType* array = context.getAsArrayType(type);
  return array && array->getElementType()->isArrayType() && array->getElementType()->isVariablyModifiedType();
}

int dimensions(const clang::ASTContext& context, clang::QualType type) {
  int count = 0;
  for (const clang::ArrayType* array = context.getAsArrayType(type); array; ++count)
    array = context.getAsArrayType(array->getElementType());
  return count;
}

/// Whether each variable is the only one of its name in the function, so that the loop does not see another one
/// instead.
bool namesAreUnique(const clang::Stmt* statement, const DeclaredNames& names) {
  if (!statement) return true;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    if (!names.isOnly(*reference->getDecl())) return false;
  }
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return namesAreUnique(child, names); });
}

std::string firstOf(const std::string& name, std::size_t levels) {
  std::string text = name;
  for (std::size_t i = 0; i < levels; ++i) text += "[0]";
  return text;
}

}  // namespace

/// The number of elements in which a subscript of `level` counts, as far as those of `level + 1` go.
std::string Rows::pitchText(const RowChain& chain, std::size_t level) const {
  const std::string& name = chain.name.expression;
  return "static_cast<clustrix::Index>(sizeof(" + firstOf(name, level) + ") / sizeof(" + firstOf(name, level + 1) +
         "))";
}

int Rows::pitchCapture(const RowChain& chain, std::size_t level) {
  const std::string text = pitchText(chain, level);
  const auto known = walk_.captures.find(text);
  if (known != walk_.captures.end()) return known->second;
  walk_.record.parameterOf(text, chain.name.name + "_pitch", context_.LongTy);
  Capture made;
  made.name = chain.name.name + (level == 1 ? "_pitch" : "_pitch_" + std::to_string(level));
  made.type = "clustrix::Index";
  made.expression = text;
  model_.kernel.captures.push_back(made);
  return walk_.captures[text] = static_cast<int>(model_.kernel.captures.size()) - 1;
}

/// The length as the declaration says it, where that still means the same; else a number that the run knows.
Value Rows::pitchValue(const RowChain& chain, std::size_t level) {
  const clang::ArrayType* array = context_.getAsArrayType(chain.name.type);
  for (std::size_t i = 0; i < level; ++i) array = context_.getAsArrayType(array->getElementType());
  if (const auto* constant = llvm::dyn_cast<clang::ConstantArrayType>(array))
    return IntegerValue{Polynomial(static_cast<std::int64_t>(constant->getSize().getZExtValue())), {}};
  const clang::Expr* size = llvm::cast<clang::VariableArrayType>(array)->getSizeExpr();
  if (size && isInteger(size->getType()) && walk_.storage.isStable(size) &&
      namesAreUnique(size, input_.texts.namesOf(input_.function))) {
    ++walk_.silent;
    const Value value = walk_.expressions.evaluate(size);
    --walk_.silent;
    const auto* integer = std::get_if<IntegerValue>(&value);
    if (integer && integer->needs.empty()) return value;
  }
  const std::string text = pitchText(chain, level);
  const SymbolId pitch = walk_.record.parameterOf(text, chain.name.name + "_pitch", context_.LongTy);
  model_.symbols[static_cast<std::size_t>(pitch.value)].min = 0;
  return IntegerValue{Polynomial::symbol(pitch), {}};
}

std::optional<ArrayId> Rows::variableRowsArray(const OuterName& name) {
  const clang::QualType element = context_.getBaseElementType(name.type);
  if (element.isVolatileQualified() || name.type->isReferenceType()) return std::nullopt;
  const auto levels = static_cast<std::size_t>(dimensions(context_, name.type));
  const std::string first = firstOf(name.expression, levels);
  const auto id = walk_.record.array(name.name, "&" + first, element, [&](ArrayObject& object) {
    object.extent = "static_cast<clustrix::Index>(sizeof(" + name.expression + ") / sizeof(" + first + "))";
    object.identity = name.identity;
    object.constElements = element.isConstQualified();
  });
  if (!id) return std::nullopt;
  walk_.record.capture(name, {.kind = Capture::Pointer,
                              .name = name.name,
                              .type = walk_.host.typeText(context_.getPointerType(element), name.range.getBegin()),
                              .expression = "&" + first,
                              .array = *id});
  return id;
}

/// `[i][j]` becomes `[(i) * pitch + (j)]`.
void Rows::flattenSubscripts(const RowChain& chain) {
  if (walk_.silent > 0) return;
  const auto& manager = context_.getSourceManager();
  const auto opening = [&](clang::SourceLocation before) -> std::optional<std::size_t> {
    const auto token = clang::Lexer::findNextToken(before, manager, context_.getLangOpts());
    if (!token || !token->is(clang::tok::l_square) || !manager.isWrittenInMainFile(token->getLocation()))
      return std::nullopt;
    return manager.getFileOffset(token->getLocation());
  };
  const auto replace = [&](std::size_t begin, std::size_t end, const std::string& text, int pitch) {
    const auto isKnown = [&](const TextEdit& edit) { return edit.begin == begin && edit.end == end; };
    if (std::any_of(walk_.edits.begin(), walk_.edits.end(), isKnown)) return;
    TextEdit edit{begin, end, {BodyPiece::Text, text, -1}};
    if (pitch >= 0) edit.more = {{BodyPiece::Captured, "", pitch}, {BodyPiece::Text, " + (", -1}};
    walk_.edits.push_back(std::move(edit));
  };
  const auto& subscripts = chain.subscripts;
  clang::SourceLocation before = chain.name.range.getEnd();
  for (std::size_t i = 0; i <= subscripts.size(); ++i) {
    const bool last = i == subscripts.size();
    const auto open = last || before.isMacroID() ? std::nullopt : opening(before);
    if ((!last && !open) || (i > 0 && before.isMacroID()))
      return walk_.record.effect("effect.macro", before, "the subscripts of '" + chain.name.name + "' stand in a macro",
                                 "write the macro's text in its place");
    const std::size_t close = i > 0 ? manager.getFileOffset(before) : 0;
    if (i == 0)
      replace(*open, *open + 1, "[" + std::string(subscripts.size() - 1, '('), -1);
    else if (last)
      replace(close, close + 1, ")]", -1);
    else
      replace(close, *open + 1, i > 1 ? ")) * " : ") * ", pitchCapture(chain, i));
    if (!last) before = subscripts[i]->getRBracketLoc();
  }
}

/// The element of an array with rows of a run-time length; nothing for anything else.
std::optional<Place> Rows::variableRowElement(const clang::ArraySubscriptExpr* element) {
  RowChain chain;
  const clang::Expr* base = element;
  while (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(base)) {
    if (subscript->getLHS() != subscript->getBase()) return std::nullopt;
    chain.subscripts.insert(chain.subscripts.begin(), subscript);
    base = subscript->getBase()->IgnoreImpCasts();
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(base);
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !hasVariableRows(context_, variable->getType()) || walk_.isLocal(variable) || !walk_.frames.empty())
    return std::nullopt;
  if (static_cast<int>(chain.subscripts.size()) != dimensions(context_, variable->getType())) return std::nullopt;
  const auto name = walk_.names.outerName(reference);
  if (!name) return std::nullopt;
  chain.name = *name;
  walk_.outer.insert_or_assign(name->key, *name);
  const auto array = variableRowsArray(*name);
  if (!array) return std::nullopt;
  Value index;
  for (std::size_t i = 0; i < chain.subscripts.size(); ++i) {
    const Value position = walk_.expressions.evaluate(chain.subscripts[i]->getIdx());
    if (i == 0) {
      index = position;
      continue;
    }
    const Value rows = walk_.expressions.arithmetic(clang::BO_Mul, index, pitchValue(chain, i), context_.LongTy);
    index = walk_.expressions.arithmetic(clang::BO_Add, rows, position, context_.LongTy);
  }
  flattenSubscripts(chain);
  const auto* integer = std::get_if<IntegerValue>(&index);
  const std::int64_t bytes = model_.arrays[static_cast<std::size_t>(array->value)].elementBytes;
  return walk_.lvalues.promoted(ElementPlace{*array, integer ? std::optional(*integer) : std::nullopt, 0, bytes},
                                element);
}

}  // namespace clustrix::compiler

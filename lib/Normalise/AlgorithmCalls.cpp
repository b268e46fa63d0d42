#include "Normalise/AlgorithmCalls.h"

#include "Library/LibraryTypes.h"
#include "Library/Standard.h"
#include "Source/ComplexSums.h"
#include "Syntax/TreeVisitor.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <array>
#include <map>

namespace clustrix::compiler {

namespace {

clang::QualType plainType(clang::QualType type) {
  return type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

/// `std::begin(v)`, `v.begin()`: both ask for the begin of `v`.
Question accessOf(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  const bool isMember = call && llvm::isa<clang::CXXMemberCallExpr>(call);
  if (isMember && call->getNumArgs() != 0) return {};
  const Question asked = askedOf(call);
  return isMember && asked.object->getType()->isPointerType() ? Question{} : asked;
}

/// `std::plus<>{}` and its like: the operator, and the type that it is for.
std::optional<std::pair<std::string, clang::QualType>> standardOperator(clang::QualType type) {
  const auto* record = ofKind(type, ClassKind::Operator);
  if (!record) return std::nullopt;
  return std::pair{standardClass(type)->spells, record->getTemplateArgs()[0].getAsType()};
}

/// Where a lambda's text mentions its parameters.
class ParameterUses : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    if (const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()))
      uses.emplace_back(reference->getSourceRange(), parameter);
    return true;
  }
  std::vector<std::pair<clang::SourceRange, const clang::ParmVarDecl*>> uses;
};

/// Whether all call operators of an object leave it as it is.
bool callsAreConst(const clang::CXXRecordDecl* record) {
  bool any = false;
  for (const clang::Decl* member : record->decls()) {
    const auto* templated = llvm::dyn_cast<clang::FunctionTemplateDecl>(member);
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(templated ? templated->getTemplatedDecl() : member);
    if (!method || method->getOverloadedOperator() != clang::OO_Call) continue;
    if (!method->isConst()) return false;
    any = true;
  }
  return any;
}

/// Whether a pure expression reads what a loop that writes elements may change.
bool readsElements(const clang::Stmt* expression) {
  const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  if (llvm::isa<clang::ArraySubscriptExpr, clang::CXXOperatorCallExpr>(expression) ||
      (unary && unary->getOpcode() == clang::UO_Deref) || (name && name->getDecl()->getType()->isReferenceType()))
    return true;
  return std::any_of(expression->child_begin(), expression->child_end(), readsElements);
}

/// Whether a call takes an object itself, and would see it change.
bool isByReference(const clang::Expr* argument) {
  return argument->isLValue() && !llvm::isa<clang::MaterializeTemporaryExpr>(argument);
}

}  // namespace

const clang::Expr* spelled(const clang::Expr* expression) {
  return expression->IgnoreUnlessSpelledInSource()->IgnoreParens();
}

const clang::VarDecl* namedVariable(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(spelled(expression));
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

std::string OnceComputed::nameOf(const std::string& value) {
  const auto declarationOf = [&](const std::string& name) { return "const auto " + name + " = " + value + ";"; };
  for (const auto& [name, declaration] : all_)
    if (declaration == declarationOf(name)) return name;
  const std::string name = fresh_("once" + std::to_string(all_.size() + 1));
  all_.emplace_back(name, declarationOf(name));
  return name;
}

std::string OnceComputed::declarations() const {
  std::string text;
  for (const auto& [name, declaration] : all_) text += declaration + " ";
  return text;
}

bool isReverseIterator(clang::QualType type) { return isOfKind(type, ClassKind::ReverseIterator); }

std::string ArgumentReader::typeName(clang::QualType type) const {
  clang::PrintingPolicy policy(context_.getLangOpts());
  policy.adjustForCPlusPlus();
  return type.getNonReferenceType().getCanonicalType().getUnqualifiedType().getAsString(policy);
}

std::string ArgumentReader::Position::offset() const {
  const std::string start = atEnd ? size : "";
  if (plus.empty() || start.empty()) return start + plus;
  return start + " + (" + plus + ")";
}

std::optional<std::string> ArgumentReader::verbatim(clang::SourceRange range) const {
  const auto& manager = context_.getSourceManager();
  if (!range.getBegin().isFileID() || !range.getEnd().isFileID() || !manager.isInMainFile(range.getBegin()))
    return std::nullopt;
  const auto text =
      clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), manager, context_.getLangOpts());
  return text.empty() ? std::nullopt : std::optional<std::string>(text.str());
}

std::optional<std::string> ArgumentReader::text(const clang::Stmt* statement) const {
  auto written = verbatim(statement->getSourceRange());
  if (!written || written->find("//") != std::string::npos || written->find("R\"") != std::string::npos)
    return std::nullopt;
  std::replace(written->begin(), written->end(), '\n', ' ');
  return written;
}

bool ArgumentReader::isPure(const clang::Expr* expression) const {
  expression = spelled(expression);
  if (expression->isValueDependent() || expression->getType().isVolatileQualified()) return false;
  if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr, clang::CharacterLiteral,
                clang::CXXThisExpr>(expression))
    return true;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression))
    return llvm::isa<clang::VarDecl, clang::EnumConstantDecl>(reference->getDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression))
    return llvm::isa<clang::FieldDecl>(member->getMemberDecl()) && isPure(member->getBase());
  if (const auto* index = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
    return isPure(index->getBase()) && isPure(index->getIdx());
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(expression); made && isComplexNumber(made->getType()))
    return std::all_of(made->arg_begin(), made->arg_end(), [&](const clang::Expr* part) {
      return llvm::isa<clang::CXXDefaultArgExpr>(part) || isPure(part);
    });
  if (const auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(expression))
    return (cast->getType()->isArithmeticType() || isComplexNumber(cast->getType())) && isPure(cast->getSubExpr());
  if (const auto* braced = llvm::dyn_cast<clang::InitListExpr>(expression))  // of `std::size_t{1}`
    return braced->getNumInits() == 1 && isPure(braced->getInit(0));
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return !unary->isIncrementDecrementOp() && isPure(unary->getSubExpr());
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return (op->isAdditiveOp() || op->isMultiplicativeOp()) && isPure(op->getLHS()) && isPure(op->getRHS());
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression))
    return call->getOperator() == clang::OO_Subscript && call->getNumArgs() == 2 &&
           sequenceClass(call->getArg(0)->getType()) && isPure(call->getArg(0)) && isPure(call->getArg(1));
  const auto [role, object] = accessOf(expression);
  return (role == Role::Size || role == Role::Data) && sequenceClass(object->getType()) && isPure(object);
}

std::optional<std::string> ArgumentReader::start(const clang::Expr* expression) const {
  const clang::QualType type = expression->getType().getNonReferenceType();
  if ((!type->isArithmeticType() && !isComplexNumber(type)) || !isPure(expression)) return std::nullopt;
  const auto written = text(expression);
  if (!written) return std::nullopt;
  return llvm::isa<clang::BinaryOperator>(spelled(expression)) ? "(" + *written + ")" : *written;
}

std::optional<std::string> ArgumentReader::value(const clang::Expr* expression) const {
  const auto written = start(expression);
  return written && once_ && !isByReference(expression) && readsElements(expression) ? once_->nameOf(*written)
                                                                                     : written;
}

std::optional<ArgumentReader::Position> ArgumentReader::container(const clang::Expr* object) const {
  object = spelled(object);
  Position position;
  position.container = true;
  if (!llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(object) || !isPure(object)) return std::nullopt;
  const auto written = text(object);
  if (!written) return std::nullopt;
  position.base = *written;
  if (const auto* array = context_.getAsConstantArrayType(object->getType())) {
    position.size = std::to_string(array->getSize().getZExtValue());
    position.type = plainType(array->getElementType());
    return position;
  }
  if (!sequenceClass(object->getType())) return std::nullopt;
  const auto* record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(
      object->getType().getNonReferenceType()->getAsCXXRecordDecl());
  if (!record) return std::nullopt;
  position.size = "static_cast<std::ptrdiff_t>(" + *written + ".size())";
  position.type = plainType(record->getTemplateArgs()[0].getAsType());
  return position;
}

std::optional<ArgumentReader::Position> ArgumentReader::position(const clang::Expr* iterator) const {
  iterator = spelled(iterator);
  const clang::Expr *base = nullptr, *amount = nullptr;
  bool minus = false;
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(iterator);
      op && op->isAdditiveOp() && op->getLHS()->getType()->isPointerType()) {
    base = op->getLHS();
    amount = op->getRHS();
    minus = op->getOpcode() == clang::BO_Sub;
  } else if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(iterator);
             call && call->getNumArgs() == 2 &&
             (isIteratorType(call->getArg(0)->getType()) || isReverseIterator(call->getArg(0)->getType())) &&
             (call->getOperator() == clang::OO_Plus || call->getOperator() == clang::OO_Minus)) {
    base = call->getArg(0);
    amount = call->getArg(1);
    minus = call->getOperator() == clang::OO_Minus;
  }
  if (base) {
    auto result = position(base);
    const auto by = amount->getType()->isIntegerType() ? value(amount) : std::nullopt;
    if (!result || !by) return std::nullopt;
    if (result->backwards) minus = !minus;
    result->plus += (result->plus.empty() ? (minus ? "-" : "") : minus ? " - " : " + ") + *by;
    return result;
  }
  const auto [role, object] = accessOf(iterator);
  if (role == Role::ReverseOf) {
    auto result = position(object);
    if (!result || result->backwards) return std::nullopt;
    result->backwards = true;
    return result;
  }
  const bool fromEnd = role == Role::ReverseBegin;
  if (fromEnd || role == Role::ReverseEnd) {
    auto result = container(object);
    if (!result) return std::nullopt;
    result->atEnd = fromEnd;
    result->backwards = true;
    return result;
  }
  const bool begins = role == Role::Begin || role == Role::Data;
  if (begins || role == Role::End) {
    auto result = container(object);
    if (result) result->atEnd = !begins;
    return result;
  }
  const bool array = iterator->getType()->isArrayType();
  if ((!iterator->getType()->isPointerType() && !array) || !isPure(iterator)) return std::nullopt;
  if (iterator->getType()->isFunctionPointerType()) return std::nullopt;  // a comparison
  const auto written = text(iterator);
  if (!written) return std::nullopt;
  Position result;
  result.base = llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(iterator) ? *written : "(" + *written + ")";
  result.type = plainType(array ? context_.getAsArrayType(iterator->getType())->getElementType()
                                : iterator->getType()->getPointeeType());
  return result;
}

std::optional<Sequence> ArgumentReader::from(const clang::Expr* first) const {
  const auto begin = position(first);
  const auto written = text(first);
  if (!begin || (begin->atEnd && !begin->backwards) || !written) return std::nullopt;
  return Sequence{begin->base, begin->offset(), "", *written, begin->type, begin->backwards};
}

std::optional<Sequence> ArgumentReader::between(const clang::Expr* first, const clang::Expr* last) const {
  const auto begin = position(first), end = position(last);
  auto sequence = from(first);
  if (!begin || !end || !sequence || begin->backwards != end->backwards) return std::nullopt;
  if (begin->base != end->base) {
    const auto a = text(first), b = text(last);
    if (begin->container || end->container || begin->backwards || !a || !b) return std::nullopt;
    sequence->count = "(" + *b + ") - (" + *a + ")";
    return sequence;
  }
  const Position &low = begin->backwards ? *end : *begin, &high = begin->backwards ? *begin : *end;
  std::string count = high.atEnd ? high.size : "";
  if (!high.plus.empty())
    count += count.empty() ? "static_cast<std::ptrdiff_t>(" + high.plus + ")" : " + (" + high.plus + ")";
  if (count.empty()) count = "0";
  if (const std::string offset = low.offset(); !offset.empty()) count += " - (" + offset + ")";
  sequence->count = count;
  return sequence;
}

std::optional<Sequence> ArgumentReader::counted(const clang::Expr* first, const clang::Expr* count) const {
  auto sequence = from(first);
  const auto number = count->getType()->isIntegerType() ? value(count) : std::nullopt;
  if (!sequence || !number) return std::nullopt;
  sequence->count = "static_cast<std::ptrdiff_t>(" + *number + ")";
  return sequence;
}

std::optional<Output> ArgumentReader::to(const clang::Expr* first) const {
  const auto [role, object] = accessOf(spelled(first));
  if (role != Role::AppenderOf) {
    const auto elements = from(first);
    return elements ? std::optional(Output{elements, ""}) : std::nullopt;
  }
  const auto grown = isApart(object->getType()) ? container(object) : std::nullopt;
  return grown ? std::optional(Output{std::nullopt, grown->base}) : std::nullopt;
}

std::optional<Sequence> ArgumentReader::whole(const clang::Expr* range) const {
  const auto found = container(range);
  if (!found) return std::nullopt;
  const std::string first = range->getType()->isArrayType() ? found->base : found->base + ".begin()";
  return Sequence{found->base, "", found->size, first, found->type};
}

/// `&Point::x`, `&Point::length` without arguments, or `std::identity`.
std::optional<Sequence> ArgumentReader::projected(Sequence sequence, const clang::Expr* projection) const {
  projection = spelled(projection);
  if (isOfKind(projection->getType(), ClassKind::Identity)) return sequence;
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(projection);
  const auto* name = address && address->getOpcode() == clang::UO_AddrOf
                         ? llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParens())
                         : nullptr;
  if (!name || !sequence.member.empty()) return std::nullopt;
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(name->getDecl());
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(name->getDecl());
  if (field) {
    sequence.member = "." + field->getNameAsString();
    sequence.type = plainType(field->getType());
    return sequence;
  }
  if (!method || !method->isConst() || method->isVirtual() || method->getNumParams() != 0) return std::nullopt;
  sequence.member = "." + method->getNameAsString() + "()";
  sequence.type = plainType(method->getReturnType());
  return sequence;
}

std::optional<Operation> ArgumentReader::operation(const clang::Expr* function, const std::string& name,
                                                   const std::vector<clang::QualType>& operands) const {
  function = spelled(function);
  Operation result;
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(function)) {
    const auto written = verbatim(lambda->getSourceRange());
    if (!written || !lambda->getCallOperator()->isConst()) return std::nullopt;
    result.definition = *written;
    result.definedAt = lambda->getBeginLoc();
    result.name = name;
    result.lambda = lambda;
    return result;
  }
  if (const auto standard = standardOperator(function->getType())) {
    for (const clang::QualType operand : operands)
      if (!operand->isArithmeticType() ||
          (!standard->second->isVoidType() && plainType(standard->second) != plainType(operand)))
        return std::nullopt;
    result.op = standard->first;
    return result;
  }
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(function);
  if (!reference) return std::nullopt;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  const auto* record = variable ? variable->getType().getNonReferenceType()->getAsCXXRecordDecl() : nullptr;
  if (variable ? !record || !callsAreConst(record) : !llvm::isa<clang::FunctionDecl>(reference->getDecl()))
    return std::nullopt;
  const auto written = text(function);
  if (!written) return std::nullopt;
  result.name = *written;
  return result;
}

std::optional<std::string> ArgumentReader::folded(const clang::Expr* function, const std::string& left,
                                                  clang::QualType leftType, const std::string& right,
                                                  clang::QualType rightType) const {
  const auto standard = operation(function, "", {leftType, rightType});
  if (standard && !standard->op.empty()) return (*standard)(left, right);
  const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(spelled(function));
  if (!lambda || lambda->capture_size() != 0 || plainType(leftType) != plainType(rightType)) return std::nullopt;
  const auto* body = llvm::dyn_cast<clang::CompoundStmt>(lambda->getBody());
  const auto* returned = body && body->size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body->body_front()) : nullptr;
  const auto* call = lambda->getCallOperator();
  if (!returned || !returned->getRetValue() || call->getNumParams() != 2 || lambda->isGenericLambda())
    return std::nullopt;
  // No conversion on the way in or out.
  for (const clang::QualType type :
       {call->getParamDecl(0)->getType(), call->getParamDecl(1)->getType(), call->getReturnType()})
    if (plainType(type) != plainType(leftType)) return std::nullopt;
  auto written = verbatim(returned->getRetValue()->getSourceRange());
  ParameterUses search;
  search.TraverseStmt(const_cast<clang::Expr*>(returned->getRetValue()));
  const auto& manager = context_.getSourceManager();
  const auto start = manager.getFileOffset(returned->getRetValue()->getBeginLoc());
  if (!written || written->find("//") != std::string::npos) return std::nullopt;
  std::sort(search.uses.begin(), search.uses.end(),
            [](const auto& a, const auto& b) { return a.first.getBegin() > b.first.getBegin(); });
  for (const auto& [range, parameter] : search.uses) {
    if (!range.getBegin().isFileID()) return std::nullopt;
    const std::size_t at = manager.getFileOffset(range.getBegin()) - start;
    written->replace(at, parameter->getName().size(), parameter == call->getParamDecl(0) ? left : right);
  }
  std::replace(written->begin(), written->end(), '\n', ' ');
  return written;
}

}  // namespace clustrix::compiler

// Functions that the kernel repeats: those that reach memory through an object from outside, or through a global.
//
//     c.at(i, j) = s;                becomes   c_at(i, j) = s;
//     double& Grid::at(int i, int j) { return values_[i * width_ + j]; }
//                                    becomes   const auto c_at = [&](int i, int j) -> double& {
//                                                return c_values[i * c_width + j];
//                                              };
//
// The text is the function's own, with the names that mean something else in the kernel replaced: members by captures,
// types and functions of its scope by their full names. Where that cannot be done, the loop stays on the host.
#include "KernelText/KernelFunctions.h"
#include "KernelText/BodyText.h"
#include "KernelText/Extremes.h"
#include "KernelText/ForeignNames.h"
#include "KernelText/HostText.h"
#include "KernelText/TextEdit.h"
#include "Library/LibraryTypes.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Recorder.h"
#include "Source/MacroHistory.h"
#include "Syntax/LoopParts.h"
#include "Syntax/TreeVisitor.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Expr* objectOf(const clang::CallExpr* call) {
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) return member->getImplicitObjectArgument();
  return llvm::isa<clang::CXXOperatorCallExpr>(call) && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

/// Of a default argument, where it means the same anywhere.
std::optional<std::string> literalText(const clang::Expr& expression) {
  const clang::Expr* value = expression.IgnoreParenImpCasts();
  if (const auto* word = llvm::dyn_cast<clang::CXXBoolLiteralExpr>(value)) return word->getValue() ? "true" : "false";
  if (llvm::isa<clang::CXXNullPtrLiteralExpr>(value)) return "nullptr";
  if (const auto* number = llvm::dyn_cast<clang::IntegerLiteral>(value))
    return llvm::toString(number->getValue(), 10, number->getType()->isSignedIntegerType());
  return std::nullopt;
}

/// Functions that a text names.
class FunctionNames : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) found.push_back(function);
    return true;
  }
  std::vector<const clang::FunctionDecl*> found;
};

bool sameBody(const std::vector<BodyPiece>& left, const std::vector<BodyPiece>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const BodyPiece& a, const BodyPiece& b) {
    return a.kind == b.kind && a.text == b.text && a.index == b.index;
  });
}

}  // namespace

CallFrame* KernelFunctions::frameAt(clang::SourceLocation location) {
  const auto& manager = context_.getSourceManager();
  const auto at = manager.getFileLoc(location).getRawEncoding();
  for (auto frame = walk_.frames.rbegin(); frame != walk_.frames.rend(); ++frame) {
    const clang::Stmt* body = frame->function->getBody();
    if (at >= manager.getFileLoc(body->getBeginLoc()).getRawEncoding() &&
        at <= manager.getFileLoc(body->getEndLoc()).getRawEncoding())
      return &*frame;
  }
  return nullptr;
}

/// What the loop's header calls is called on the host: only the body's calls matter.
void KernelFunctions::obstacle(clang::SourceLocation at, const std::string& message) {
  const auto& manager = context_.getSourceManager();
  const clang::Stmt* body = bodyOf(&input_.loop);
  const auto where = manager.getFileLoc(walk_.frames.empty()        ? at
                                        : walk_.frames.front().call ? walk_.frames.front().call->getBeginLoc()
                                                                    : at);
  if (where.getRawEncoding() < manager.getFileLoc(body->getBeginLoc()).getRawEncoding()) return;
  for (const Effect& known : model_.obstacles)
    if (known.message == message) return;
  model_.obstacles.push_back({"plan.not-expressible", message, "", walk_.record.point(where)});
}

/// `fixed(x)` in a member function calls a static member that nothing outside of the class calls by that name.
bool KernelFunctions::lacksItsClass(const clang::FunctionDecl* definition, const CallFrame& done) const {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  if (!method || !method->isStatic() || !done.call) return false;
  const clang::CXXRecordDecl* record = method->getParent();
  if (const clang::CXXRecordDecl* pattern = record->getTemplateInstantiationPattern()) record = pattern;
  const auto& manager = context_.getSourceManager();
  const auto end = manager.getExpansionLoc(record->getEndLoc());
  if (manager.isInMainFile(end) && manager.getFileOffset(end) > input_.kernelsAt) return true;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(done.call->getCallee()->IgnoreParenImpCasts());
  return name && !name->hasQualifier() &&
         (walk_.frames.empty() || walk_.inlining.inKernel(done.call->getSourceRange()));
}

bool KernelFunctions::mustRepeat(const clang::FunctionDecl* definition, const CallFrame& done) const {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  // One of many stays in the text as it is.
  const auto* object = std::get_if<OuterPlace>(&done.object);
  if ((object && !walk_.outer.at(object->key).row) || !done.objects.empty() || !done.problem.empty()) return true;
  if (lacksItsClass(definition, done)) return true;
  // The text of other functions may name what is private to them.
  const bool calledInKernel =
      done.call && (walk_.frames.empty() || walk_.inlining.inKernel(done.call->getSourceRange()));
  if (method && !llvm::isa<clang::CXXConstructorDecl>(method) && isPrivate(*method) && calledInKernel) return true;
  return std::any_of(done.edits.begin(), done.edits.end(),
                     [](const TextEdit& edit) { return edit.piece.kind != BodyPiece::Text; });
}

std::string KernelFunctions::parametersText(const clang::FunctionDecl* definition, const CallFrame& done) {
  std::string text;
  for (const clang::ParmVarDecl* parameter : definition->parameters()) {
    if (done.objects.contains(parameter)) continue;
    const clang::QualType type = parameter->getType();
    const clang::QualType value = type.getNonReferenceType();
    if (!text.empty()) text += ", ";
    if (value.isConstQualified()) text += "const ";
    const std::string spelled = walk_.host.typeText(value, done.call->getBeginLoc());
    // `double (*a)[5]`: the name stands within.
    if (const auto within = spelled.find("(*)"); value->isPointerType() && value->getPointeeType()->isArrayType()) {
      text += spelled.substr(0, within + 2) + parameter->getNameAsString() + spelled.substr(within + 2);
      continue;
    }
    text += spelled;
    text += type->isRValueReferenceType() ? "&& " : type->isReferenceType() ? "& " : " ";
    text += parameter->getNameAsString();
  }
  return text;
}

std::optional<KernelFunction> KernelFunctions::functionText(const clang::FunctionDecl* definition, CallFrame& done,
                                                            std::string& problem) {
  const auto& manager = context_.getSourceManager();
  const clang::Stmt* body = definition->getBody();
  const auto last = clang::Lexer::getLocForEndOfToken(body->getEndLoc(), 0, manager, context_.getLangOpts());
  problem = done.problem;
  if (body->getBeginLoc().isMacroID() || body->getEndLoc().isMacroID() || last.isInvalid()) problem = "it is a macro's";
  for (const clang::ParmVarDecl* parameter : definition->parameters()) {
    const clang::QualType type = parameter->getType();
    const clang::QualType target = type->isPointerType() || type->isReferenceType() ? type->getPointeeType() : type;
    const bool isArray = target->isArrayType() && (type->isReferenceType() || target->isVariableArrayType());
    if (!walk_.host.nameable(type) || target->isFunctionType() || isArray || type->isMemberPointerType())
      problem = "the kernel cannot name the type of '" + parameter->getNameAsString() + "'";
  }
  const KernelScope scope(input_.function, input_.kernelsAt, input_.texts);
  if (const auto* preprocessor = input_.attributes.preprocessor(); preprocessor && problem.empty()) {
    if (const std::string word = changedMacro(body, scope.location(), *preprocessor); !word.empty())
      problem = "the macro '" + word + "' is another one where the kernel stands";
  }
  const clang::QualType result = definition->getReturnType();
  if (!walk_.host.nameable(result) || !scope.knows(result) || isIteratorType(result))
    problem = "the kernel cannot name what it returns";
  if (!problem.empty()) return std::nullopt;
  const RepeatedText text{context_,
                          *definition,
                          scope,
                          input_.texts.namesOf(*definition),
                          [&](clang::QualType type) -> std::optional<std::string> {
                            if (!walk_.host.nameable(type) || !scope.knows(type)) return std::nullopt;
                            return (type.isConstQualified() ? "const " : "") +
                                   walk_.host.typeText(type, done.call->getBeginLoc());
                          },
                          [&](const clang::SubstNonTypeTemplateParmExpr* parameter) {
                            return walk_.expressions.ownParameter(parameter->getParameter(), &done);
                          }};
  problem = spellExtremes(definition->getBody(), context_, done.edits);
  if (problem.empty()) problem = spellForeignNames(text, done.edits);
  if (!problem.empty()) return std::nullopt;
  const auto pieces = cutText(manager.getBufferData(manager.getFileID(body->getBeginLoc())), done.edits,
                              {manager.getFileOffset(body->getBeginLoc()), manager.getFileOffset(last)});
  if (!pieces) {
    problem = "its text cannot be cut into pieces";
    return std::nullopt;
  }
  KernelFunction function;
  const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern();
  function.source = (pattern ? pattern : definition)->getQualifiedNameAsString();
  const clang::QualType value = result.getNonReferenceType();
  function.result = std::string(result->isReferenceType() && value.isConstQualified() ? "const " : "") +
                    walk_.host.typeText(value, done.call->getBeginLoc()) + (result->isReferenceType() ? "&" : "");
  function.parameters = parametersText(definition, done);
  function.body = *pieces;
  return function;
}

std::string KernelFunctions::functionWish(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                          const CallFrame& done) const {
  const std::string own = definition->getIdentifier() ? definition->getNameAsString() : "at";
  const auto* outer = std::get_if<OuterPlace>(&done.object);
  if (outer && objectOf(call) && !walk_.outer.at(outer->key).name.empty())
    return walk_.outer.at(outer->key).name + "_" + own;
  return own;
}

/// `int rows() const { return rows_; }` is its member.
std::optional<int> KernelFunctions::returnedMember(const KernelFunction& function) const {
  if (function.body.size() != 3 || function.body[1].kind != BodyPiece::Captured || !function.parameters.empty())
    return std::nullopt;
  std::string around;
  for (const char c : function.body[0].text + function.body[2].text)
    if (!std::isspace(static_cast<unsigned char>(c))) around += c;
  const Capture& capture = model_.kernel.captures[static_cast<std::size_t>(function.body[1].index)];
  const bool plain = around == "{return;}" && capture.kind == Capture::Value && capture.type == function.result;
  return plain ? std::optional(function.body[1].index) : std::nullopt;
}

/// `get(grid, i, j)` becomes `grid_get(i, j)`: objects are left out.
bool KernelFunctions::rewriteCall(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                  const CallFrame& done, const BodyPiece& opening) {
  const auto& manager = context_.getSourceManager();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
  const bool objectFirst = method && !method->isStatic() && llvm::isa<clang::CXXOperatorCallExpr>(call);
  std::vector<const clang::Expr*> kept;
  for (unsigned i = objectFirst ? 1 : 0; i < call->getNumArgs(); ++i) {
    const unsigned parameter = i - (objectFirst ? 1 : 0);
    if (llvm::isa<clang::CXXDefaultArgExpr>(call->getArg(i))) return false;
    if (parameter < definition->getNumParams() && done.objects.contains(definition->getParamDecl(parameter))) continue;
    kept.push_back(call->getArg(i));
  }
  const auto endOf = [&](clang::SourceLocation last) {
    return clang::Lexer::getLocForEndOfToken(last, 0, manager, context_.getLangOpts());
  };
  std::vector<clang::SourceLocation> limits{call->getBeginLoc()};  // of the text between the arguments that stay
  for (const clang::Expr* argument : kept) {
    limits.push_back(argument->getBeginLoc());
    limits.push_back(endOf(argument->getEndLoc()));
  }
  limits.push_back(endOf(call->getEndLoc()));
  for (const clang::SourceLocation at : limits)
    if (at.isInvalid() || at.isMacroID() || manager.getFileID(at) != manager.getFileID(limits.front())) return false;
  // Nothing stands before the first argument of `x * grid`, so that a call in it could not be told apart.
  if (limits[0] == limits[1] || limits[limits.size() - 2] == limits.back()) return false;
  const bool inLoop = walk_.frames.empty() || walk_.inlining.inKernel(call->getSourceRange());
  if (inLoop && !manager.isWrittenInMainFile(limits.front())) return false;
  CallFrame* frame = inLoop ? nullptr : frameAt(call->getBeginLoc());
  if (!inLoop && !frame) return false;
  std::vector<TextEdit>& target = frame ? frame->edits : walk_.edits;
  for (std::size_t i = 0; i + 1 < limits.size(); i += 2) {
    BodyPiece piece = i == 0 ? opening : BodyPiece{BodyPiece::Text, ", ", -1};
    if (i == 0) piece.text = "(";
    if (i + 2 == limits.size()) piece.text = i == 0 ? "()" : ")";
    const TextEdit made{manager.getFileOffset(limits[i]), manager.getFileOffset(limits[i + 1]), piece};
    const bool known = std::any_of(target.begin(), target.end(), [&](const TextEdit& other) {
      return other.begin == made.begin && other.end == made.end && other.piece.index == made.piece.index;
    });
    if (!known) target.push_back(made);
  }
  return true;
}

/// `check((cudaFree(x)), "file.cu", 7)`, that a macro stands for. The kernel's function hides the other one.
bool KernelFunctions::keepsItsText(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                   const CallFrame& done, KernelFunction& function) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  const bool isPlain = name && !name->hasQualifier() && !name->hasExplicitTemplateArgs() && definition->getIdentifier();
  if (!isPlain || !walk_.frames.empty() || !done.objects.empty() || llvm::isa<clang::CXXOperatorCallExpr>(call))
    return false;
  std::string parameters;
  std::size_t begin = 0;
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::Expr* value = i < call->getNumArgs() ? call->getArg(i) : nullptr;
    const auto* left = llvm::dyn_cast_or_null<clang::CXXDefaultArgExpr>(value);
    const std::size_t end = std::min(function.parameters.find(", ", begin), function.parameters.size());
    parameters += (i == 0 ? "" : ", ") + function.parameters.substr(begin, end - begin);
    begin = end + 2;
    if (!left) continue;
    const auto text = literalText(*left->getExpr());
    if (!text) return false;
    parameters += " = " + *text;
  }
  if (begin < function.parameters.size()) return false;  // a comma that separates no parameters
  function.parameters = parameters;
  function.name = definition->getNameAsString();
  function.nameFixed = true;
  walk_.keptNames.insert(definition);
  return true;
}

void KernelFunctions::refuseHidden() {
  for (const clang::FunctionDecl* kept : walk_.keptNames) {
    const auto isOther = [&](const clang::FunctionDecl* function) {
      const clang::FunctionDecl* definition = nullptr;
      return function->getIdentifier() == kept->getIdentifier() &&
             !(function->hasBody(definition) && definition == kept);
    };
    FunctionNames names;
    names.TraverseStmt(const_cast<clang::Stmt*>(&input_.loop));
    for (const RepeatedFunction& repeated : walk_.repeatedFunctions) names.TraverseStmt(repeated.definition->getBody());
    if (std::any_of(names.found.begin(), names.found.end(), isOther))
      obstacle(bodyOf(&input_.loop)->getBeginLoc(),
               "the kernel's own '" + kept->getNameAsString() + "' would hide another function of that name");
  }
}

void KernelFunctions::repeatInKernel(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                     CallFrame& done) {
  if (const std::string problem = repeated(call, definition, done); !problem.empty())
    obstacle(call->getBeginLoc(),
             "'" + definition->getQualifiedNameAsString() + "' uses memory from outside, and " + problem);
}

void KernelFunctions::repeatWherePossible(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                          CallFrame& done) {
  static_cast<void>(repeated(call, definition, done));
}

std::string KernelFunctions::repeated(const clang::CallExpr* call, const clang::FunctionDecl* definition,
                                      CallFrame& done) {
  std::string problem;
  auto function = functionText(definition, done, problem);
  const std::string unchanged = "its call cannot be rewritten";
  if (!function) return problem;
  walk_.repeatedFunctions.push_back({definition, done.edits});
  if (const auto member = returnedMember(*function)) {
    return rewriteCall(call, definition, done, {BodyPiece::Captured, "", *member}) ? "" : unchanged;
  }
  const auto indexOf = [&] {
    std::vector<KernelFunction>& all = model_.kernel.functions;
    const auto known = std::find_if(all.begin(), all.end(), [&](const KernelFunction& other) {
      return other.source == function->source && other.parameters == function->parameters &&
             other.result == function->result && other.nameFixed == function->nameFixed &&
             sameBody(other.body, function->body);
    });
    const int index = static_cast<int>(known - all.begin());
    if (known == all.end()) all.push_back(*function);
    return index;
  };
  function->name = functionWish(call, definition, done);
  if (rewriteCall(call, definition, done, {BodyPiece::Function, "", indexOf()})) return "";
  if (!keepsItsText(call, definition, done, *function)) return unchanged;
  static_cast<void>(indexOf());
  return "";
}

}  // namespace clustrix::compiler

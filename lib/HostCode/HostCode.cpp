#include "HostCode/HostCode.h"

#include "HostCode/Escapes.h"
#include "Library/Standard.h"
#include "Syntax/Nesting.h"
#include "Syntax/TreeVisitor.h"
#include "Syntax/Types.h"

#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// What makes it impossible to tell where statements run, anywhere in the body.
const char* problemIn(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return nullptr;
  if (llvm::isa<clang::LabelStmt, clang::GotoStmt, clang::IndirectGotoStmt>(statement)) return "a jump to a label";
  if (llvm::isa<clang::CoroutineBodyStmt, clang::CoreturnStmt, clang::CoroutineSuspendExpr>(statement))
    return "a coroutine";
  if (const auto* assembly = llvm::dyn_cast<clang::GCCAsmStmt>(statement); assembly && assembly->isAsmGoto())
    return "a jump out of assembly";
  if (llvm::isa<clang::CompoundLiteralExpr>(statement)) return "an object without a name";
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(statement); call && call->getDirectCallee()) {
    const clang::FunctionDecl& callee = *call->getDirectCallee();
    if (callee.hasAttr<clang::ReturnsTwiceAttr>()) return "a place that is jumped back to";
    const unsigned builtin = callee.getBuiltinID();
    if (builtin == clang::Builtin::BIalloca || builtin == clang::Builtin::BI__builtin_alloca ||
        builtin == clang::Builtin::BI__builtin_alloca_with_align)
      return "memory that goes away with the function";
  }
  for (const clang::Stmt* child : statement->children())
    if (const char* problem = problemIn(child)) return problem;
  return nullptr;
}

class Builder {
 public:
  Builder(clang::ASTContext& context, const clang::FunctionDecl& function,
          const std::map<const clang::Stmt*, int>& loops, const Annotated& annotated, const FilePlaces& places)
      : context_(context),
        places_(places),
        function_(function),
        loops_(loops),
        touches_(context, function.getBody(), annotated) {}

  HostCode build() {
    HostCode code;
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(function_.getBody());
    code.problem = noPlace(body);
    if (!code.problem.empty()) return code;
    code.begin = places_.offset(body->getLBracLoc()) + 1;
    code.end = places_.offset(body->getRBracLoc());
    code.problem = problemOf(body);
    if (!code.problem.empty()) return code;
    code.body.begin = code.begin;
    code.body.end = code.end;
    bool owns = false, frees = false;
    for (const clang::ParmVarDecl* parameter : function_.parameters()) {
      owns = owns || touches_.ownsMemory(parameter);
      frees = frees || touches_.freesMemory(parameter);
    }
    if (owns) code.body.children.push_back(lifetime(code.begin, frees));
    block(body, code.body);
    code.problem = problem_;
    code.registers = registers();
    return code;
  }

 private:
  /// Why no statement can be put into the body, or "". A lambda may be constexpr without saying so.
  std::string noPlace(const clang::CompoundStmt* body) const {
    if (!body) return "a function try block or a coroutine";
    if (lambdaOf(&function_)) return "a lambda";
    if (function_.isConstexpr()) return "a constexpr function";
    return body->getLBracLoc().isFileID() && body->getRBracLoc().isFileID() ? "" : "a macro";
  }
  /// Why nothing can be told of where its statements run, or "".
  static std::string problemOf(const clang::CompoundStmt* body) {
    if (nestsTooDeep(body)) return "statements that nest too deep";
    const char* inside = problemIn(body);
    return inside ? inside : "";
  }

  /// Local variables by name: one that a name means somewhere else in the function is none.
  std::vector<std::string> registers() const {
    struct Locals : TreeVisitor {
      bool VisitVarDecl(clang::VarDecl* variable) override {
        all.push_back(variable);
        return true;
      }
      std::vector<const clang::VarDecl*> all;
    } locals;
    locals.TraverseDecl(const_cast<clang::FunctionDecl*>(&function_));
    std::map<std::string, bool> names;
    for (const clang::VarDecl* variable : locals.all) {
      const bool known = names.emplace(variable->getNameAsString(), true).first->second;
      names[variable->getNameAsString()] = known && touches_.isRegister(variable);
    }
    std::vector<std::string> result;
    for (const auto& [name, all] : names)
      if (all && !name.empty()) result.push_back(name);
    return result;
  }

  // --- Where things stand

  /// In front of the statement, its attributes and pragmas.
  std::size_t beginOf(const clang::Stmt* statement) {
    const std::size_t first = places_.offset(statement->getBeginLoc());
    const auto begin = places_.beginOfStatement(first);
    if (!begin) problem_ = "a pragma under a condition";
    return begin.value_or(first);
  }

  HostNode node(HostNode::Kind kind, const clang::Stmt* statement, bool sole) {
    HostNode result;
    result.kind = kind;
    result.begin = beginOf(statement);
    result.end = places_.endOf(statement);
    result.sole = sole;
    // Braces around a macro that says more than the statement would take that in, too.
    const clang::SourceLocation end = statement->getEndLoc();
    if (sole && end.isMacroID() &&
        !clang::Lexer::isAtEndOfMacroExpansion(end, context_.getSourceManager(), context_.getLangOpts()))
      problem_ = "a macro of several statements";
    return result;
  }

  /// `frees`: whether more may go away than the variable's own bytes.
  static HostNode lifetime(std::size_t at, bool frees) {
    HostNode result;
    result.kind = HostNode::Lifetime;
    result.begin = result.end = at;
    result.touch.anything = frees;
    return result;
  }

  /// The loops of the function in `statement`, outer ones first.
  void collectLoops(const clang::Stmt* statement, std::vector<int>& found) const {
    if (!statement || llvm::isa<clang::LambdaExpr>(statement)) return;
    if (const auto loop = loops_.find(statement); loop != loops_.end()) found.push_back(loop->second);
    for (const clang::Stmt* child : statement->children()) collectLoops(child, found);
  }

  // --- Statements

  /// `evaluated` in front of, or as, `statement`.
  HostNode code(const clang::Stmt* statement, const std::vector<const clang::Stmt*>& evaluated, bool sole) {
    HostNode result = node(HostNode::Code, statement, sole);
    // A macro may say more in front of it than it shows.
    result.touch = touches_.of(evaluated, statement->getBeginLoc().isFileID());
    for (const clang::Stmt* one : evaluated) collectLoops(one, result.embedded);
    return result;
  }

  /// What cannot be told piece by piece: it may touch anything, and its launches keep nothing on the devices.
  HostNode opaque(const clang::Stmt* statement, bool sole) {
    HostNode result = node(HostNode::Code, statement, sole);
    result.touch.anything = true;
    collectLoops(statement, result.embedded);
    return result;
  }

  void block(const clang::CompoundStmt* block, HostNode& sequence) {
    for (const clang::Stmt* one : block->body()) add(one, sequence, false);
  }

  /// A branch or a loop's body.
  HostNode branch(const clang::Stmt* statement) {
    HostNode result;
    if (!statement) return result;
    const auto* braces = llvm::dyn_cast<clang::CompoundStmt>(statement);
    if (braces && braces->getLBracLoc().isFileID()) {
      result = node(HostNode::Sequence, statement, true);
      block(braces, result);
    } else {
      add(statement, result, true);
    }
    return result;
  }

  void add(const clang::Stmt* statement, HostNode& sequence, bool sole) {
    if (llvm::isa<clang::NullStmt, clang::BreakStmt, clang::ContinueStmt>(statement)) return;
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement))
      return add(attributed->getSubStmt(), sequence, sole);
    std::vector<HostNode>& nodes = sequence.children;
    if (llvm::isa<clang::Expr>(statement)) {
      nodes.push_back(code(statement, {statement}, sole));
    } else if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      nodes.push_back(code(statement, {statement}, sole));
      if (declaresOwner(declaration)) {
        nodes.push_back(lifetime(places_.endOf(statement), declaresOwner(declaration, true)));
        nodes.back().owner = touches_.soleOwner(declaration);
      }
    } else if (const auto* result = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
      nodes.push_back(code(statement, {result->getNRVOCandidate() ? nullptr : result->getRetValue()}, sole));
      if (const clang::VarDecl* kept = result->getNRVOCandidate(); kept && !ownedElsewhere(kept->getType()))
        nodes.back().touch.anything = true;
    } else if (const auto loop = loops_.find(statement); loop != loops_.end()) {
      nodes.push_back(loopNode(statement, loop->second, sole));
    } else if (statement->getBeginLoc().isMacroID()) {
      nodes.push_back(opaque(statement, sole));
    } else if (const auto* braces = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      nodes.push_back(node(HostNode::Sequence, statement, sole));
      block(braces, nodes.back());
    } else if (const auto* choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
      addIf(choice, nodes, sole);
    } else if (const auto* cases = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
      addSwitch(cases, nodes, sole);
    } else if (const auto* guarded = llvm::dyn_cast<clang::CXXTryStmt>(statement)) {
      addTry(guarded, nodes, sole);
    } else if (llvm::isa<clang::AsmStmt>(statement)) {
      nodes.push_back(opaque(statement, sole));
    } else {
      problem_ = "an unknown statement";
    }
  }

  /// Objects that only lead to their elements, which stay where they are when such an object is moved.
  static bool ownedElsewhere(clang::QualType type) { return isApart(type) || isOfKind(type, ClassKind::Owner); }

  /// A variable whose memory a launch could touch, or one that frees more than that.
  bool declaresOwner(const clang::Stmt* statement, bool frees = false) const {
    const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(statement);
    return declaration && std::any_of(declaration->decl_begin(), declaration->decl_end(), [&](const clang::Decl* one) {
             const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
             return variable && (frees ? touches_.freesMemory(variable) : touches_.ownsMemory(variable));
           });
  }

  void addIf(const clang::IfStmt* choice, std::vector<HostNode>& nodes, bool sole) {
    const clang::Stmt* variable = choice->getConditionVariableDeclStmt();
    if (choice->isConsteval() || declaresOwner(choice->getInit()) || declaresOwner(variable))
      return nodes.push_back(opaque(choice, sole));
    std::vector<const clang::Stmt*> evaluated;
    for (const clang::Stmt* one : {choice->getInit(), variable, static_cast<const clang::Stmt*>(choice->getCond())})
      if (one) evaluated.push_back(one);
    nodes.push_back(code(choice, evaluated, sole));
    HostNode both;
    both.kind = HostNode::Choice;
    both.children = {branch(choice->getThen()), branch(choice->getElse())};
    nodes.push_back(std::move(both));
  }

  void addSwitch(const clang::SwitchStmt* cases, std::vector<HostNode>& nodes, bool sole) {
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(cases->getBody());
    const clang::Stmt* variable = cases->getConditionVariableDeclStmt();
    const auto behindLabels = [](const clang::Stmt* statement) {
      while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) statement = label->getSubStmt();
      return statement;
    };
    // A jump to a case must not come past a declaration.
    const bool owners = body && std::any_of(body->body_begin(), body->body_end(),
                                            [&](const clang::Stmt* one) { return declaresOwner(behindLabels(one)); });
    if (!body || owners || declaresOwner(cases->getInit()) || declaresOwner(variable))
      return nodes.push_back(opaque(cases, sole));
    std::vector<const clang::Stmt*> evaluated;
    for (const clang::Stmt* one : {cases->getInit(), variable, static_cast<const clang::Stmt*>(cases->getCond())})
      if (one) evaluated.push_back(one);
    nodes.push_back(code(cases, evaluated, sole));
    HostNode jumps;
    jumps.kind = HostNode::Jumps;
    for (const clang::Stmt* one : body->body()) {
      if (llvm::isa<clang::SwitchCase>(one) || jumps.children.empty()) jumps.children.emplace_back();
      add(behindLabels(one), jumps.children.back(), false);
    }
    nodes.push_back(std::move(jumps));
  }

  void addTry(const clang::CXXTryStmt* guarded, std::vector<HostNode>& nodes, bool) {
    HostNode jumps;
    jumps.kind = HostNode::Jumps;
    jumps.children.push_back(branch(guarded->getTryBlock()));
    for (unsigned i = 0; i < guarded->getNumHandlers(); ++i) {
      const clang::CXXCatchStmt* handler = guarded->getHandler(i);
      const auto* body = llvm::cast<clang::CompoundStmt>(handler->getHandlerBlock());
      HostNode sequence = branch(body);
      // The exception goes away behind the handler's block.
      if (handler->getExceptionDecl())
        sequence.children.insert(sequence.children.begin(), lifetime(places_.offset(body->getLBracLoc()) + 1, true));
      jumps.children.push_back(std::move(sequence));
    }
    nodes.push_back(std::move(jumps));
  }

  // --- Loops

  HostNode loopNode(const clang::Stmt* statement, int loop, bool sole) {
    HostNode result = node(HostNode::Loop, statement, sole);
    result.loop = loop;
    const bool told = statement->getBeginLoc().isFileID() && parts(statement, result);
    if (told) return result;
    // Of no help to the loops inside it, while it may well be launched itself.
    HostNode inside = opaque(statement, sole);
    std::erase(inside.embedded, loop);
    result.touch = HostEffect{};
    result.children = {std::move(inside)};
    return result;
  }

  /// The parts of the loop as children, each entered again and again; false where they have no places of their own.
  bool parts(const clang::Stmt* statement, HostNode& loop) {
    if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(statement)) {
      if (declaresOwner(for_->getInit())) return false;
      if (for_->getInit()) loop.touch = touches_.of({for_->getInit()});
      return again(for_->getCond(), for_->getConditionVariableDeclStmt(), for_->getBody(), loop) &&
             behind(for_->getInc(), loop);
    }
    if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(statement))
      return again(while_->getCond(), while_->getConditionVariableDeclStmt(), while_->getBody(), loop);
    if (const auto* do_ = llvm::dyn_cast<clang::DoStmt>(statement)) {
      loop.children.push_back(branch(do_->getBody()));
      return behind(do_->getCond(), loop);
    }
    const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement);
    return range && rangeParts(range, loop);
  }

  bool again(const clang::Expr* condition, const clang::DeclStmt* variable, const clang::Stmt* body, HostNode& loop) {
    HostNode sequence;
    if (variable && (declaresOwner(variable) || !touches_.of({variable}).nothing())) return false;
    if (condition && !variable) {
      auto test = repeated(condition);
      if (!test) return false;
      sequence.children.push_back(std::move(*test));
    }
    sequence.children.push_back(branch(body));
    loop.children.push_back(std::move(sequence));
    return true;
  }

  bool behind(const clang::Expr* expression, HostNode& loop) {
    if (!expression) return true;
    auto step = repeated(expression);
    if (!step) return false;
    loop.children.push_back(std::move(*step));
    return true;
  }

  /// An expression that is evaluated again and again; nothing where it cannot be put in parentheses.
  std::optional<HostNode> repeated(const clang::Expr* expression) {
    HostNode result;
    result.kind = HostNode::Code;
    result.expression = true;
    result.touch = touches_.of({expression});
    collectLoops(expression, result.embedded);
    const auto range =
        clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(expression->getSourceRange()),
                                        context_.getSourceManager(), context_.getLangOpts());
    if (range.isInvalid())
      return result.touch.nothing() && result.embedded.empty() ? std::optional(result) : std::nullopt;
    result.begin = places_.offset(range.getBegin());
    result.end = places_.offset(range.getEnd());
    return result;
  }

  /// `for (auto x : v)`: the elements are read behind each iteration, where no statement has a place.
  bool rangeParts(const clang::CXXForRangeStmt* range, HostNode& loop) {
    std::vector<const clang::Stmt*> once;
    for (const clang::Stmt* one :
         {range->getInit(), static_cast<const clang::Stmt*>(range->getRangeStmt()),
          static_cast<const clang::Stmt*>(range->getBeginStmt()), static_cast<const clang::Stmt*>(range->getEndStmt())})
      if (one) once.push_back(one);
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(range->getBody());
    const auto* whole = llvm::dyn_cast_or_null<clang::VarDecl>(range->getRangeStmt()->getSingleDecl());
    if (declaresOwner(range->getInit()) || !whole || extendsTemporary(whole)) return false;
    if (!touches_.of({range->getCond(), range->getInc()}, false).nothing()) return false;
    loop.touch = touches_.of(once, false);
    HostNode sequence = branch(range->getBody());
    if (!touches_.of({range->getLoopVarStmt()}, false).nothing() || declaresOwner(range->getLoopVarStmt())) {
      if (!body || !body->getLBracLoc().isFileID()) return false;
      loop.touch = HostEffect::everything();
      sequence.children.insert(sequence.children.begin(), lifetime(places_.offset(body->getLBracLoc()) + 1, true));
    }
    loop.children.push_back(std::move(sequence));
    return true;
  }

  clang::ASTContext& context_;
  const FilePlaces& places_;
  const clang::FunctionDecl& function_;
  const std::map<const clang::Stmt*, int>& loops_;
  HostEffects touches_;
  std::string problem_;
};

bool mergeInto(HostNode& one, const HostNode& other) {
  if (one.kind != other.kind || one.begin != other.begin || one.end != other.end || one.sole != other.sole ||
      one.expression != other.expression || one.loop != other.loop || one.embedded != other.embedded ||
      one.children.size() != other.children.size())
    return false;
  if (one.touch != other.touch) one.touch = HostEffect::everything();
  if (one.owner != other.owner) one.owner.clear();
  for (std::size_t i = 0; i < one.children.size(); ++i)
    if (!mergeInto(one.children[i], other.children[i])) return false;
  return true;
}

}  // namespace

HostCode hostCode(clang::ASTContext& context, const clang::FunctionDecl& function,
                  const std::map<const clang::Stmt*, int>& loops, const Annotated& annotated,
                  const FilePlaces& places) {
  return Builder(context, function, loops, annotated, places).build();
}

HostCode merged(const HostCode& one, const HostCode& other) {
  HostCode result = one;
  if (!other.problem.empty()) return other;
  if (!mergeInto(result.body, other.body)) result.problem = "instantiations that differ";
  std::erase_if(result.registers, [&](const std::string& name) {
    return std::find(other.registers.begin(), other.registers.end(), name) == other.registers.end();
  });
  return result;
}

}  // namespace clustrix::compiler

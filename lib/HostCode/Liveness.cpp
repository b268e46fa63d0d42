#include "HostCode/Liveness.h"

#include "Library/Standard.h"
#include "Syntax/ControlFlow.h"
#include "Syntax/InitialValue.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>
#include <utility>

namespace clustrix::compiler {

namespace {

/// What a statement does first with the variable; Killed: overwrites it, or never comes to its end.
enum class Use { None, Read, Killed };

using Places = StatementOrder::Places;

class FirstUse {
 public:
  FirstUse(const StatementOrder& order, const clang::VarDecl& variable)
      : order_(order), variable_(variable), names_(order.namesOf(variable)) {}

  bool mentions(const clang::Stmt* statement) const { return has(names_, statement); }
  /// Outside of some parts of the statement: in its condition, or in a variable that it declares.
  bool mentionsBeside(const clang::Stmt* statement, std::initializer_list<const clang::Stmt*> parts) const {
    const auto span = order_.spanOf(statement);
    if (!span) return true;
    const auto isIn = [&](StatementOrder::Place name, const clang::Stmt* part) {
      const auto its = part ? order_.spanOf(part) : std::nullopt;
      return its && its->begin <= name && name < its->end;
    };
    const auto isBeside = [&](StatementOrder::Place name) {
      return std::none_of(parts.begin(), parts.end(), [&](const clang::Stmt* part) { return isIn(name, part); });
    };
    return std::any_of(std::lower_bound(names_.begin(), names_.end(), span->begin),
                       std::lower_bound(names_.begin(), names_.end(), span->end), isBeside);
  }
  /// Where it is named.
  const Places& names() const { return names_; }

  Use of(const clang::Stmt* statement) const {
    if (!statement) return Use::None;
    if (llvm::isa<clang::ReturnStmt>(statement)) return mentions(statement) ? Use::Read : Use::Killed;
    if (!mentions(statement)) return Use::None;
    if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) return of(attributed->getSubStmt());
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
      // All others come to their end, and do nothing with it.
      const auto next = [&](StatementOrder::Place from) {
        return firstWith(order_, *block, from, {&names_, &order_.jumps(), &order_.returns()});
      };
      for (const clang::Stmt* one = next(0); one; one = next(order_.spanOf(one)->end)) {
        if (const Use use = of(one); use != Use::None) return use;
        // `break`, `continue` and the like skip what comes next.
        if (has(order_.jumps(), one)) return Use::Read;
      }
      return Use::None;
    }
    if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(statement)) {
      if (const Use use = of(for_->getInit()); use != Use::None) return use;
      if (mentionsBeside(for_, {for_->getInit(), for_->getBody(), for_->getInc()})) return Use::Read;
      const Use body = of(for_->getBody());
      if (body == Use::Read || (body == Use::None && mentions(for_->getInc()))) return Use::Read;
      return Use::None;  // perhaps no iteration at all
    }
    if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(statement))
      return mentionsBeside(while_, {while_->getBody()}) || of(while_->getBody()) == Use::Read ? Use::Read : Use::None;
    if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(statement))
      return mentionsBeside(range, {range->getBody()}) || of(range->getBody()) == Use::Read ? Use::Read : Use::None;
    if (const auto* if_ = llvm::dyn_cast<clang::IfStmt>(statement)) {
      if (mentionsBeside(if_, {if_->getThen(), if_->getElse()})) return Use::Read;
      const Use yes = of(if_->getThen()), no = of(if_->getElse());
      if (yes == Use::Read || no == Use::Read) return Use::Read;
      return yes == Use::Killed && no == Use::Killed ? Use::Killed : Use::None;
    }
    const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
    return expression ? ofExpression(expression) : Use::Read;
  }

 private:
  Use ofExpression(const clang::Expr* expression) const {
    expression = expression->IgnoreParens();
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression)) return ofExpression(full->getSubExpr());
    const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (op && op->getOpcode() == clang::BO_Comma) {
      const Use left = of(op->getLHS());
      return left == Use::None ? of(op->getRHS()) : left;
    }
    if (!op || op->getOpcode() != clang::BO_Assign || mentions(op->getRHS())) return Use::Read;
    const auto* target = llvm::dyn_cast<clang::DeclRefExpr>(op->getLHS()->IgnoreParens());
    return target && target->getDecl() == &variable_ ? Use::Killed : Use::Read;
  }

  bool has(const Places& places, const clang::Stmt* statement) const {
    const auto span = statement ? order_.spanOf(statement) : std::nullopt;
    return span && anyIn(places, span->begin, span->end);
  }

  const StatementOrder& order_;
  const clang::VarDecl& variable_;
  const Places& names_;
};

/// Whether jumps could lead elsewhere than the nesting of statements tells; those that begin and end in `loop` do not.
bool hasJumps(const StatementOrder& order, const clang::Stmt& loop) {
  const auto span = order.spanOf(&loop);
  bool inside = false;
  for (const clang::Stmt* one : order.unnested()) {
    const StatementOrder::Place at = order.spanOf(one)->begin;
    if (!span || at < span->begin || at >= span->end) return true;
    if (llvm::isa<clang::IndirectGotoStmt, clang::CXXTryStmt>(one)) return true;
    inside = true;
  }
  return inside && jumpsOut(&loop);
}

/// All that names a variable, with what stands around it.
class ElementMentions {
 public:
  ElementMentions(const clang::ParentMap& parents, const clang::VarDecl& variable, int depth = 0)
      : parents_(parents), variable_(variable), depth_(depth) {}

  /// Whether only elements are named in the text that these are the parents of.
  bool onlyElements(const FunctionText::Variable& named) const {
    return named.lentTo.empty() &&
           std::all_of(named.mentions.begin(), named.mentions.end(), [&](const FunctionText::Mention& mention) {
             return !mention.ofCopy && mention.parents == &parents_ && namesElement(mention.name);
           });
  }

  /// ... in a statement; `found` gets the places.
  bool onlyElements(const clang::Stmt* statement, std::vector<const clang::Stmt*>& found) const {
    if (!statement) return true;
    if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(statement))
      for (const clang::LambdaCapture& capture : lambda->captures())
        if (capture.capturesVariable() && capture.getCapturedVar() == &variable_) return false;
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
        reference && reference->getDecl() == &variable_) {
      found.push_back(reference);
      return namesElement(reference);
    }
    return std::all_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt* child) { return onlyElements(child, found); });
  }

 private:
  /// From `t` out to `t[i][j].x`, which must be read, assigned or stepped there and then, or by a function that is
  /// given `t`.
  bool namesElement(const clang::Stmt* place) const {
    bool element = false, isPointer = variable_.getType()->isPointerType();
    for (const clang::Stmt* parent = parents_.getParent(place); parent;
         place = parent, parent = parents_.getParent(parent)) {
      if (llvm::isa<clang::ParenExpr>(parent)) continue;
      if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(parent)) {
        if (cast->getCastKind() == clang::CK_LValueToRValue && !std::exchange(isPointer, false)) return element;
        if (cast->getCastKind() != clang::CK_ArrayToPointerDecay && cast->getCastKind() != clang::CK_NoOp &&
            cast->getCastKind() != clang::CK_LValueToRValue)
          return false;
        continue;
      }
      if (const auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(parent)) {
        if (subscript->getBase()->IgnoreParens() != llvm::cast<clang::Expr>(place)->IgnoreParens()) return false;
        element = true;
        continue;
      }
      if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(parent)) {
        if (call->getOperator() != clang::OO_Subscript || call->getArg(0) != place) return false;
        element = true;
        continue;
      }
      if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(parent)) {
        if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member->getMemberDecl()))
          return !element && (roleOf(method) == Role::Size || roleOf(method) == Role::Empty);
        continue;
      }
      if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(parent))
        return element && op->isAssignmentOp() && op->getLHS() == place;
      if (const auto* call = llvm::dyn_cast<clang::CallExpr>(parent)) return isGivenElements(call, place);
      const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(parent);
      return element && unary && unary->isIncrementDecrementOp();
    }
    return false;
  }

  /// Whether the function that is given the array, or a row of it, names elements of it and nothing else.
  bool isGivenElements(const clang::CallExpr* call, const clang::Stmt* given) const {
    constexpr int deepest = 4;
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const clang::FunctionDecl* definition = nullptr;
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
    if (!callee || !callee->hasBody(definition) || llvm::isa<clang::CXXOperatorCallExpr>(call) ||
        (method && method->isVirtual()) || depth_ >= deepest)
      return false;
    const auto argument = std::find(call->arg_begin(), call->arg_end(), given) - call->arg_begin();
    if (argument >= static_cast<std::ptrdiff_t>(definition->getNumParams())) return false;
    const clang::ParmVarDecl* parameter = definition->getParamDecl(static_cast<unsigned>(argument));
    if (!parameter->getType()->isPointerType()) return false;
    const clang::ParentMap parents(definition->getBody());
    std::vector<const clang::Stmt*> elements;
    return ElementMentions(parents, *parameter, depth_ + 1).onlyElements(definition->getBody(), elements);
  }

  const clang::ParentMap& parents_;
  const clang::VarDecl& variable_;
  int depth_;  // of calls
};

bool isAround(const clang::SourceManager& manager, const clang::Stmt& outer, const clang::Stmt& inner) {
  return !manager.isBeforeInTranslationUnit(inner.getBeginLoc(), outer.getBeginLoc()) &&
         !manager.isBeforeInTranslationUnit(outer.getEndLoc(), inner.getEndLoc());
}

/// The outermost loop around `loop`, or `loop` itself.
const clang::Stmt& outermostLoop(const clang::ParentMap& parents, const clang::Stmt& loop) {
  const clang::Stmt* result = &loop;
  for (const clang::Stmt* at = parents.getParent(&loop); at; at = parents.getParent(at))
    if (isLoop(at)) result = at;
  return *result;
}

}  // namespace

bool elementsMayBeReadAfter(const clang::FunctionDecl& function, const FunctionText& text, const clang::Stmt& loop,
                            bool jumps, const clang::VarDecl& variable) {
  const bool owned = variable.hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(variable) &&
                     !variable.getType()->isReferenceType() && !variable.getType()->isPointerType();
  if (!owned || jumps) return true;
  const FunctionText::Variable& named = text.about(&variable);
  if (!ElementMentions(text.parents(), variable).onlyElements(named)) return true;
  const auto& manager = function.getASTContext().getSourceManager();
  const clang::Stmt& outermost = outermostLoop(text.parents(), loop);
  return std::any_of(named.mentions.begin(), named.mentions.end(), [&](const FunctionText::Mention& mention) {
    if (isAround(manager, loop, *mention.name)) return false;
    // In front of the loop, and not run again after it.
    return isAround(manager, outermost, *mention.name) ||
           !manager.isBeforeInTranslationUnit(mention.name->getBeginLoc(), outermost.getBeginLoc());
  });
}

bool jumpsAround(const FunctionText& text, const clang::Stmt& loop) {
  return text.hasJumps() && hasJumps(text.order(), loop);
}

bool mayBeReadAfter(const clang::FunctionDecl& function, const FunctionText& text, const clang::Stmt& loop,
                    const clang::VarDecl& variable) {
  return hasJumps(text.order(), loop) || mayBeReadBehind(function, text, loop, variable);
}

bool mayBeReadBehind(const clang::FunctionDecl& function, const FunctionText& text, const clang::Stmt& loop,
                     const clang::VarDecl& variable) {
  const clang::ParentMap& parents = text.parents();
  const StatementOrder& order = text.order();
  const FirstUse first(order, variable);
  const clang::Stmt* child = &loop;
  const auto place = order.spanOf(&loop);
  if (!place) return true;
  bool jumped = anyIn(order.jumps(), place->begin, place->end);
  for (;;) {
    const clang::Stmt* parent = parents.getParent(child);
    if (!parent) return child != function.getBody();  // its end, or a loop that is none of the function's own
    if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(parent)) {
      // Other statements behind it may jump, and do nothing else that matters.
      StatementOrder::Place at = order.spanOf(child)->end;
      const auto next = [&] { return firstWith(order, *block, at, {&first.names(), &order.returns()}); };
      for (const clang::Stmt* one = next(); one; one = next()) {
        const StatementOrder::Span span = *order.spanOf(one);
        jumped = jumped || anyIn(order.jumps(), at, span.begin);
        const Use use = first.of(one);
        if (use == Use::Read) return true;
        if (use == Use::Killed && !jumped) return false;
        jumped = jumped || anyIn(order.jumps(), span.begin, span.end);
        at = span.end;
      }
      jumped = jumped || anyIn(order.jumps(), at, order.spanOf(block)->end);
    } else if (const auto* for_ = llvm::dyn_cast<clang::ForStmt>(parent)) {
      if (first.mentionsBeside(for_, {for_->getInit(), for_->getBody()}) || first.of(for_->getBody()) == Use::Read)
        return true;
    } else if (const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(parent)) {
      if (first.mentionsBeside(while_, {while_->getBody()}) || first.of(while_->getBody()) == Use::Read) return true;
    } else if (const auto* do_ = llvm::dyn_cast<clang::DoStmt>(parent)) {
      if (first.mentionsBeside(do_, {do_->getBody()}) || first.of(do_->getBody()) == Use::Read) return true;
    } else if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(parent)) {
      if (first.of(range->getBody()) == Use::Read) return true;
    } else if (!llvm::isa<clang::IfStmt, clang::AttributedStmt>(parent)) {
      return true;
    }
    child = parent;
  }
}

}  // namespace clustrix::compiler

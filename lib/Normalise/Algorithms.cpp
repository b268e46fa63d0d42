#include "Normalise/Algorithms.h"

#include "Library/Standard.h"
#include "Normalise/AlgorithmLoops.h"
#include "Normalise/AliasPropagation.h"
#include "Normalise/Cursors.h"
#include "Normalise/HoistedVectors.h"
#include "Normalise/Invocations.h"
#include "Normalise/IotaLoops.h"
#include "Normalise/LoopNormalisation.h"
#include "Normalise/RecurrenceRecognition.h"
#include "Normalise/ReverseLoops.h"
#include "Source/Attributes.h"
#include "Source/ComplexSums.h"
#include "Support/Identifiers.h"
#include "Syntax/BodyContents.h"
#include "Syntax/Nesting.h"
#include "Syntax/StatementVisitor.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ParentMap.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <functional>
#include <map>

namespace clustrix::compiler {

namespace {

using Call = AlgorithmCall;
using Loop = AlgorithmLoop;

/// Whether it is an algorithm that a loop is known for.
bool take(const StandardFunction* function, Call& call) {
  if (!function || function->algorithm == Algorithm::None) return false;
  call.algorithm = function->algorithm;
  call.counted = function->counted;
  call.projects = function->projects;
  return true;
}

std::optional<Call> callOf(const clang::CallExpr* expression) {
  Call call;
  call.expression = expression;
  call.arguments.assign(expression->arg_begin(), expression->arg_end());
  if (const auto* object = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
    if (object->getOperator() != clang::OO_Call) return std::nullopt;
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(object->getArg(0)->IgnoreParenImpCasts());
    const auto* scope = reference ? llvm::dyn_cast<clang::NamespaceDecl>(
                                        reference->getDecl()->getDeclContext()->getEnclosingNamespaceContext())
                                  : nullptr;
    if (!scope || !scope->isInStdNamespace()) return std::nullopt;
    const clang::DeclContext* around = scope;
    while (llvm::cast<clang::NamespaceDecl>(around)->isInline()) around = around->getParent();
    if (llvm::cast<clang::NamedDecl>(around)->getName() != "ranges") return std::nullopt;
    if (!reference->getDecl()->getIdentifier() ||
        !take(functionNamed(*reference->getDecl(), reference->getDecl()->getName()), call))
      return std::nullopt;
    call.ranges = true;
    call.arguments.erase(call.arguments.begin());
  } else {
    const auto* callee = expression->getDirectCallee();
    const StandardFunction* known = callee && callee->isInStdNamespace() ? standardFunction(callee) : nullptr;
    if (!take(known, call) && (!callee || !isOfBytes(*callee))) return std::nullopt;
  }
  // Projections and comparisons that were left out.
  while (!call.arguments.empty() && llvm::isa<clang::CXXDefaultArgExpr>(call.arguments.back()))
    call.arguments.pop_back();
  if (!call.arguments.empty() && isOfKind(call.arguments[0]->getType(), ClassKind::Policy))
    call.arguments.erase(call.arguments.begin());
  return call;
}

}  // namespace

std::optional<Sequence> LoopMaker::walked(const AlgorithmCall& call, std::size_t& next) const {
  const auto& a = call.arguments;
  const bool counted = call.counted;
  std::optional<Sequence> sequence;
  next = 1;
  if (call.ranges && !counted && !a.empty()) sequence = read.whole(a[0]);
  if (!sequence) {
    if (a.size() < 2) return std::nullopt;
    next = 2;
    sequence = counted ? read.counted(a[0], a[1]) : read.between(a[0], a[1]);
  }
  return sequence && call.projection ? read.projected(*sequence, call.projection) : sequence;
}

std::string LoopMaker::typeName(clang::QualType type) const { return read.typeName(type); }

namespace {

/// Builds the loop for one call; each function below is one family of algorithms.
class LoopBuilder {
 public:
  LoopBuilder(clang::ASTContext& context, const OnceComputed::Fresh& fresh)
      : read_(context), names_{fresh("k"),  fresh("apply"), fresh("result"), fresh("best"),
                               fresh("at"), fresh("held"),  fresh("most"),   fresh("last")} {}
  void computeOnce(OnceComputed& once) { read_.computeOnce(once); }

  /// A projection of what is only looked at, and an order that is the usual one, need no argument.
  Call simplified(Call call) const {
    if (!call.ranges || call.projects == 0 || call.arguments.empty()) return call;
    const std::size_t all = (read_.whole(call.arguments[0]) ? 1 : 2) + static_cast<std::size_t>(call.projects);
    if (call.arguments.size() == all + 1) {
      call.projection = call.arguments.back();
      call.arguments.pop_back();
    }
    const Algorithm which = call.algorithm;
    const bool orders = which == Algorithm::Least || which == Algorithm::Greatest ||
                        which == Algorithm::LeastAndGreatest || which == Algorithm::AreInOrder ||
                        which == Algorithm::FindDisorder;
    if (orders && call.arguments.size() == all && isOfKind(call.arguments.back()->getType(), ClassKind::Usual))
      call.arguments.pop_back();
    return call;
  }

  std::optional<Loop> build(const Call& written) {
    const Call call = simplified(written);
    if (isElementwise(call.algorithm)) return elementwiseLoop(make_, call);
    auto loop = searchLoop(make_, call);
    if (!loop) loop = rearrangingLoop(make_, call);
    if (!loop) loop = bytesLoop(make_, call);
    return loop ? loop : runningLoop(make_, call);
  }

 private:
  ArgumentReader read_;
  LoopNames names_;
  LoopMaker make_{read_, names_};
};

class Variables : public TreeVisitor {
 public:
  bool VisitDeclRefExpr(clang::DeclRefExpr* reference) override {
    found.push_back(reference);
    return true;
  }
  std::vector<const clang::DeclRefExpr*> found;
};

/// Whether a lambda assigns to a variable that another argument of the call names: a loop would see the new value.
bool changesArguments(const Call& call, const clang::LambdaExpr* lambda) {
  Variables outside, inside;
  for (const clang::Expr* argument : call.arguments)
    if (argument->IgnoreUnlessSpelledInSource() != lambda) outside.TraverseStmt(const_cast<clang::Expr*>(argument));
  inside.TraverseStmt(const_cast<clang::Stmt*>(static_cast<const clang::Stmt*>(lambda->getBody())));
  const clang::ParentMap parents(const_cast<clang::CompoundStmt*>(lambda->getCompoundStmtBody()));
  for (const auto* use : inside.found) {
    const bool named = std::any_of(outside.found.begin(), outside.found.end(),
                                   [&](const auto* other) { return other->getDecl() == use->getDecl(); });
    const clang::Stmt* parent = parents.getParent(use);
    while (llvm::isa_and_nonnull<clang::ParenExpr>(parent)) parent = parents.getParent(parent);
    const auto* unary = llvm::dyn_cast_or_null<clang::UnaryOperator>(parent);
    const auto* op = llvm::dyn_cast_or_null<clang::BinaryOperator>(parent);
    const auto* assigned = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(parent);
    if (named && ((unary && (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf)) ||
                  (op && op->isAssignmentOp() && op->getLHS()->IgnoreParens() == use) ||
                  (assigned && assigned->isAssignmentOp())))
      return true;
  }
  return false;
}

/// Finds the calls of one function.
class CallFinder : public TreeVisitor {
 public:
  CallFinder(clang::ASTContext& context, const clang::FunctionDecl* function, std::vector<TextChange>& changes)
      : context_(context), manager_(context.getSourceManager()), parents_(function->getBody()), changes_(changes) {}
  bool TraverseLambdaExpr(clang::LambdaExpr*, Queue*) override { return true; }
  bool VisitCallExpr(clang::CallExpr* expression) override {
    if (const auto call = callOf(expression)) replace(*call);
    return true;
  }

 private:
  enum class Context { Statement, Value, None };

  std::string fresh(std::string wish) const {
    const llvm::StringRef text = manager_.getBufferData(manager_.getMainFileID());
    const std::string stem = wish;
    for (int number = 2; hasWord(text, wish); ++number) wish = stem + std::to_string(number);
    return wish;
  }

  /// Where the call's value goes. Loops' heads and conditions run more often than a launch in front of them would.
  Context contextOf(const clang::Expr* expression) const {
    const clang::Stmt* child = expression;
    const clang::Stmt* parent = parents_.getParent(child);
    bool used = false;
    while (const auto* around = llvm::dyn_cast_or_null<clang::Expr>(parent)) {
      if (llvm::isa<clang::LambdaExpr, clang::StmtExpr>(around)) return Context::None;
      used = used || !llvm::isa<clang::ExprWithCleanups>(around);
      child = parent;
      parent = parents_.getParent(child);
    }
    if (!parent) return Context::None;
    const bool isBody = llvm::isa<clang::CompoundStmt>(parent) ||
                        (llvm::isa<clang::ForStmt>(parent) && llvm::cast<clang::ForStmt>(parent)->getBody() == child) ||
                        (llvm::isa<clang::IfStmt>(parent) && llvm::cast<clang::IfStmt>(parent)->getCond() != child);
    if (isBody) return used ? Context::Value : Context::Statement;
    const auto* choice = llvm::dyn_cast<clang::IfStmt>(parent);
    if (llvm::isa<clang::ReturnStmt>(parent) || (choice && !choice->isConstexpr() && !choice->isConsteval()))
      return Context::Value;
    const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(parent);
    const clang::Stmt* around = parents_.getParent(parent);
    if (!declaration || !llvm::isa_and_nonnull<clang::CompoundStmt, clang::IfStmt>(around)) return Context::None;
    const bool plain = std::all_of(declaration->decl_begin(), declaration->decl_end(), [](const clang::Decl* one) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
      return variable && !variable->isStaticLocal() && !variable->isConstexpr();
    });
    return plain ? Context::Value : Context::None;
  }

  bool isInLoop(const clang::Stmt* statement) const {
    for (; statement; statement = parents_.getParent(statement))
      if (isLoop(statement)) return true;
    return false;
  }

  /// An expression without what the language puts around it.
  const clang::Expr* aroundOf(const clang::Expr* expression) const {
    const clang::Stmt* parent = parents_.getParent(expression);
    while (llvm::isa_and_nonnull<clang::ParenExpr, clang::ImplicitCastExpr, clang::MaterializeTemporaryExpr,
                                 clang::CXXBindTemporaryExpr, clang::CXXConstructExpr>(parent))
      parent = parents_.getParent(parent);
    return llvm::dyn_cast_or_null<clang::Expr>(parent);
  }
  /// Whether only the value of an lvalue is asked for.
  bool isRead(const clang::Expr* lvalue) const {
    const clang::Stmt* parent = parents_.getParent(lvalue);
    while (llvm::isa_and_nonnull<clang::ParenExpr>(parent)) parent = parents_.getParent(parent);
    const auto* cast = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(parent);
    return cast && cast->getCastKind() == clang::CK_LValueToRValue;
  }

  /// In a loop the value of a call has to be a number: the expression around a place that makes one of it.
  const clang::Expr* numberAround(Call& call) const {
    const clang::Expr* around = aroundOf(call.expression);
    if (!around || call.arguments.empty()) return call.expression;
    const ArgumentReader read(context_);
    const auto isFirst = [&](const clang::Expr* other) {
      const auto one = read.text(call.arguments[0]->IgnoreUnlessSpelledInSource()->IgnoreParens());
      const auto two = read.text(other->IgnoreUnlessSpelledInSource()->IgnoreParens());
      return one && two && *one == *two;
    };
    const auto isCall = [&](const clang::Expr* part) {
      return part->IgnoreUnlessSpelledInSource()->IgnoreParens() == call.expression;
    };
    const auto made = [&](Call::Use use) {
      call.use = use;
      return around;
    };
    const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(around);
    const auto* op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(around);
    const bool follows = (unary && unary->getOpcode() == clang::UO_Deref) ||
                         (op && op->getOperator() == clang::OO_Star && op->getNumArgs() == 1);
    if (follows && isRead(around)) return made(Call::Element);
    const auto* minus = llvm::dyn_cast<clang::BinaryOperator>(around);
    if (minus && minus->getOpcode() == clang::BO_Sub && isCall(minus->getLHS()) && isFirst(minus->getRHS()))
      return made(Call::Distance);
    if (op && op->getOperator() == clang::OO_Minus && op->getNumArgs() == 2 && isCall(op->getArg(0)) &&
        isFirst(op->getArg(1)))
      return made(Call::Distance);
    const auto* function = llvm::dyn_cast<clang::CallExpr>(around);
    const bool measures = function && function->getNumArgs() == 2 && does(function->getDirectCallee(), Does::Measure);
    if (measures && isFirst(function->getArg(0)) && isCall(function->getArg(1))) return made(Call::Distance);
    return call.expression;
  }

  /// Calls whose value is a place in a range.
  static bool findsPlace(const Call& call) {
    return !call.ranges && (call.algorithm == Algorithm::Greatest || call.algorithm == Algorithm::Least);
  }

  void replace(Call call) {
    const bool inLoop = isInLoop(call.expression);
    const clang::Expr* whole = inLoop && findsPlace(call) ? numberAround(call) : call.expression;
    const clang::SourceRange range = whole->getSourceRange();
    const ArgumentReader read(context_);
    const auto written = read.verbatim(range);
    Context context = contextOf(whole);
    if (!written || context == Context::None) return;
    const std::size_t begin = manager_.getFileOffset(range.getBegin());
    std::size_t end = begin + written->size();
    if (std::any_of(changes_.begin(), changes_.end(),
                    [&](const TextChange& other) { return begin < other.end && other.begin < end; }))
      return;
    const auto freshName = [this](const std::string& wish) { return fresh(wish); };
    OnceComputed once(freshName);
    LoopBuilder builder(context_, freshName);
    auto loop = builder.build(call);
    // By itself a launch asks whether it would change what it computes with, and the call stands in for it.
    const bool changes = loop && (loop->declarations.empty() || loop->writes);
    if (inLoop && changes) {
      builder.computeOnce(once);
      loop = builder.build(call);
    }
    if (!loop || (context == Context::Value && loop->declarations.empty())) return;
    // A value that nobody wants is nothing to compute, unless something else is written on the way.
    if (context == Context::Statement && !loop->declarations.empty()) {
      if (!loop->writes) return;
      context = Context::Value;
    }
    if ((loop->exactApart && inLoop) || (loop->onlyInLoops && !inLoop)) return;
    if (loop->operation.lambda && changesArguments(call, loop->operation.lambda)) return;
    if (context == Context::Statement) {
      const auto semicolon = clang::Lexer::findNextToken(range.getEnd(), manager_, context_.getLangOpts());
      if (!semicolon || semicolon->isNot(clang::tok::semi)) return;
      end = manager_.getFileOffset(semicolon->getLocation()) + 1;
    }
    std::optional<std::size_t> promise;
    // They stand in front of the loop, and in front of its launch.
    if (context == Context::Value) loop->declarations = once.declarations() + loop->declarations;
    const std::string front = context == Context::Value ? "" : once.declarations();
    if (const auto text = loopText(*loop, front, begin, end, context == Context::Value, promise)) {
      TextChange change{.begin = begin, .end = end, .replacement = *text, .isLoop = true, .promise = promise};
      if (context == Context::Value) {
        std::string fallback = loop->fallback;
        if (const auto place = fallback.find('%'); place != std::string::npos) fallback.replace(place, 1, *written);
        change.call = CallSite{loop->declarations, fallback, loop->value, resumed(*loop, *written, begin)};
      } else {
        for (const auto& [name, declaration] : once.all()) change.added.push_back({name, end, declaration, ""});
      }
      changes_.push_back(std::move(change));
    }
  }

  /// The fallback in the parts between which a later iteration stands.
  std::vector<std::string> resumed(const Loop& loop, const std::string& written, std::size_t begin) const {
    if (loop.restarts.empty()) return {};
    const std::size_t place = loop.fallback.find('%');
    std::vector<std::string> parts = {loop.fallback.substr(0, place)};
    const ArgumentReader read(context_);
    std::size_t at = 0;
    for (const Loop::Restart& restart : loop.restarts) {
      const clang::SourceRange range = restart.argument->getSourceRange();
      const std::size_t from = manager_.getFileOffset(range.getBegin()) - begin;
      parts.back() += written.substr(at, from - at) + restart.before;
      parts.push_back(restart.after);
      at = from + read.verbatim(range).value_or("").size();
    }
    parts.back() += written.substr(at) + loop.fallback.substr(place + 1);
    return parts;
  }

  /// The loop on as many lines as the call, a lambda of the call on its own lines.
  std::optional<std::string> loopText(const Loop& loop, const std::string& front, std::size_t begin, std::size_t end,
                                      bool isValue, std::optional<std::size_t>& promise) const {
    const llvm::StringRef all = manager_.getBufferData(manager_.getMainFileID());
    const auto lines = static_cast<std::ptrdiff_t>(all.substr(begin, end - begin).count('\n'));
    const std::string& k = counterOf();
    std::string text = isValue ? "({ " + loop.declarations + " " : "{ " + front;
    if (!loop.operation.definition.empty()) {
      const std::size_t at = manager_.getFileOffset(loop.operation.definedAt);
      text += std::string(all.substr(begin, at - begin).count('\n'), '\n');
      text += "const auto " + loop.operation.name + " = " + loop.operation.definition + "; ";
    }
    // What is left early has to know that the whole range is there.
    if (!loop.restarts.empty()) promise = text.size();
    text += "for (std::ptrdiff_t " + k + " = 0; " + k + " < " + loop.count + "; ++" + k + ") " + loop.body;
    text += isValue ? " " + loop.value + "; })" : " }";
    const auto used = std::count(text.begin(), text.end(), '\n');
    if (used > lines) return std::nullopt;
    text.insert(text.size() - (isValue ? 2 : 1), std::string(static_cast<std::size_t>(lines - used), '\n'));
    return text;
  }
  const std::string& counterOf() const {
    if (counter_.empty()) counter_ = fresh("k");
    return counter_;
  }

  clang::ASTContext& context_;
  const clang::SourceManager& manager_;
  clang::ParentMap parents_;
  std::vector<TextChange>& changes_;
  mutable std::string counter_;
};

/// Annotated functions of the main file, and the loops over numbers of those that they may call. In a template the
/// types of the arguments are not known.
class FunctionFinder : public StatementVisitor {
 public:
  FunctionFinder(clang::ASTContext& context, std::vector<TextChange>& changes) : context_(context), changes_(changes) {}
  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (!function->doesThisDeclarationHaveABody() || function->isDependentContext() ||
        function->isTemplateInstantiation() || function->isConstexpr())
      return true;
    const BodyContents contents = contentsOf(function->getBody());
    if (!clusterAttribute(function)) {
      if (contents.rangeLoops) countIotaLoops(context_, function, changes_);
      return true;
    }
    if (contents.calls) {
      CallFinder(context_, function, changes_).TraverseStmt(function->getBody());
      countReverseLoops(context_, function, changes_);
      spellInvocations(context_, function, changes_);
    }
    if (contents.rangeLoops) countIotaLoops(context_, function, changes_);
    if (contents.unusualLoops) normaliseLoops(context_, function, changes_);
    if (contents.lonelyStores) recogniseRecurrences(context_, function, changes_);
    if (contents.movedPointers) countCursors(context_, function, changes_);
    if (contents.aliases) propagateAliases(context_, function, changes_);
    if (contents.vectors) hoistVectors(context_, function, changes_);
    return true;
  }

 private:
  clang::ASTContext& context_;
  std::vector<TextChange>& changes_;
};

}  // namespace

std::vector<TextChange> algorithmLoops(clang::ASTContext& context) {
  std::vector<TextChange> changes;
  const auto& manager = context.getSourceManager();
  FunctionFinder finder(context, changes);
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (manager.isInMainFile(manager.getExpansionLoc(declaration->getLocation()))) finder.TraverseDecl(declaration);
  return changes;
}

}  // namespace clustrix::compiler

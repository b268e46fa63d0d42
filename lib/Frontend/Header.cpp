// Headers: which loops can be counted before they start, and what their variable is in iteration k.
#include "Walker.h"

#include "clang/AST/ParentMapContext.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

const clang::Expr* plain(const clang::Expr* expression) {
  expression = expression->IgnoreParens();
  while (const auto* full = llvm::dyn_cast<clang::FullExpr>(expression))
    expression = full->getSubExpr()->IgnoreParens();
  return expression;
}

const clang::VarDecl* variableOf(const clang::Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(plain(expression)->IgnoreParenImpCasts());
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

bool hasOwnContinue(const clang::Stmt* statement) {
  if (!statement || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(statement))
    return false;
  if (llvm::isa<clang::ContinueStmt>(statement)) return true;
  return std::any_of(statement->child_begin(), statement->child_end(), hasOwnContinue);
}

bool isStepShape(const clang::Stmt* statement) {
  const auto* expression = llvm::dyn_cast<clang::Expr>(statement);
  if (!expression) return false;
  expression = plain(expression);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) return unary->isIncrementDecrementOp();
  const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
  return op && (op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign ||
                op->getOpcode() == clang::BO_Assign);
}

}  // namespace

const clang::Stmt* bodyOf(const clang::Stmt* loop) {
  if (const auto* f = llvm::dyn_cast<clang::ForStmt>(loop)) return f->getBody();
  if (const auto* w = llvm::dyn_cast<clang::WhileStmt>(loop)) return w->getBody();
  if (const auto* d = llvm::dyn_cast<clang::DoStmt>(loop)) return d->getBody();
  return llvm::cast<clang::CXXForRangeStmt>(loop)->getBody();
}

const clang::Expr* conditionOf(const clang::Stmt* loop) {
  if (const auto* f = llvm::dyn_cast<clang::ForStmt>(loop)) return f->getCond();
  if (const auto* w = llvm::dyn_cast<clang::WhileStmt>(loop)) return w->getCond();
  if (const auto* d = llvm::dyn_cast<clang::DoStmt>(loop)) return d->getCond();
  return nullptr;
}

const clang::Stmt* trailingStepOf(const clang::Stmt* loop) {
  const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(loop);
  if (!while_) return nullptr;
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(while_->getBody());
  if (!block || block->body_empty() || hasOwnContinue(block)) return nullptr;
  const clang::Stmt* last = block->body_back();
  return isStepShape(last) ? last : nullptr;
}

Key Walker::keyOf(const clang::VarDecl* variable) const {
  return {isLocal(variable) ? variable : variable->getCanonicalDecl(), ""};
}

Value Walker::valueOf(const clang::Expr* expression) {
  expression = plain(expression);
  if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return valueOf(temporary->getSubExpr());
  return expression->isGLValue() ? load(place(expression), expression) : evaluate(expression);
}

bool Walker::changedInBody(const clang::Stmt* loop, const clang::VarDecl* variable) const {
  const auto found = known_.inStatement.find(bodyOf(loop));
  return found != known_.inStatement.end() &&
         (found->second.contains(keyOf(variable)) || found->second.contains({variable, ""}));
}

/// The step of `++i`, `i -= 2`, `i = i + k`, and the variable it steps.
std::optional<Polynomial> Walker::stepOf(const clang::Expr* increment, const clang::VarDecl*& variable) {
  increment = plain(increment);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(increment); unary && unary->isIncrementDecrementOp()) {
    variable = variableOf(unary->getSubExpr());
    return Polynomial(unary->isIncrementOp() ? 1 : -1);
  }
  const clang::Expr* amount = nullptr;
  bool negative = false;
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(increment)) {
    variable = variableOf(call->getArg(0));
    if (call->getOperator() == clang::OO_PlusPlus) return Polynomial(1);
    if (call->getOperator() == clang::OO_MinusMinus) return Polynomial(-1);
    if (call->getOperator() != clang::OO_PlusEqual || call->getNumArgs() != 2) return std::nullopt;
    amount = call->getArg(1);
  } else if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(increment)) {
    variable = variableOf(op->getLHS());
    if (op->getOpcode() == clang::BO_AddAssign || op->getOpcode() == clang::BO_SubAssign) {
      amount = op->getRHS();
      negative = op->getOpcode() == clang::BO_SubAssign;
    } else if (op->getOpcode() == clang::BO_Assign) {
      const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(op->getRHS()->IgnoreParenImpCasts());
      if (!sum || !sum->isAdditiveOp() || !variable) return std::nullopt;
      negative = sum->getOpcode() == clang::BO_Sub;
      if (variableOf(sum->getLHS()) == variable)
        amount = sum->getRHS();
      else if (!negative && variableOf(sum->getRHS()) == variable)
        amount = sum->getLHS();
    }
  }
  if (!amount || !variable || !amount->getType()->isIntegerType()) return std::nullopt;
  const auto value = boundValue(amount);
  const auto* integer = value ? std::get_if<IntegerValue>(&*value) : nullptr;
  if (!integer || !integer->needs.empty()) return std::nullopt;
  return negative ? subtract(Polynomial(0), integer->polynomial) : integer->polynomial;
}

/// A value that the header needs; for the modelled loop itself, a side-effect free expression over what the loop does
/// not write is a parameter even where it is no polynomial, such as `start[i + 1]` or `n / 2`.
std::optional<Value> Walker::boundValue(const clang::Expr* expression) {
  const auto happened = [&] {
    std::size_t count = model.effects.size() + model.updates.size();
    for (const ScalarState& state : model.scalars) count += state.exposedReads.size() + state.writes.size();
    for (const Access& access : model.accesses) count += access.kind == AccessKind::Write;
    return count;
  };
  const std::size_t before = happened();
  const Value value = valueOf(expression);
  if (happened() != before) return std::nullopt;
  if (!std::holds_alternative<std::monostate>(value)) return value;
  const bool isRoot = path_.size() == 1 && statements_.empty();
  if (!isRoot || !expression->getType()->isIntegerType()) return std::nullopt;
  const std::string text = sourceText(expression->getSourceRange());
  if (text.empty() || mentionsLocal(expression)) return std::nullopt;
  return IntegerValue{Polynomial::symbol(parameterOf("(" + text + ")", text, expression->getType())), {}};
}

bool Walker::mentionsLocal(const clang::Stmt* statement) const {
  if (!statement) return false;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement))
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()); variable && isLocal(variable))
      return true;
  return std::any_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return mentionsLocal(child); });
}

/// The variable's value when the loop starts.
std::optional<Value> Walker::startOf(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem) {
  const bool isRoot = loop == &input_.loop;
  if (!isRoot) {
    // The init was walked; at the loop's entry the value may already be forgotten, so it is kept aside.
    const auto found = entryValues_.find(keyOf(variable));
    if (found == entryValues_.end()) return std::nullopt;
    return found->second;
  }
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  const clang::Stmt* init = for_ ? for_->getInit() : nullptr;
  if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
    if (!declaration->isSingleDecl()) {
      problem = "the header declares several variables";
      return std::nullopt;
    }
    if (declaration->getSingleDecl() == variable && variable->getInit()) {
      if (variable->getType()->isReferenceType()) return std::nullopt;
      return boundValue(variable->getInit());
    }
    problem = "the header declares a variable that is not the one it counts with";
    return std::nullopt;
  }
  if (isLocal(variable)) return std::nullopt;
  if (variable->hasGlobalStorage() || variable->getType()->isReferenceType() || addressTaken(variable)) {
    problem = "the counting variable can be reached in other ways";
    return std::nullopt;
  }
  std::optional<Value> value;
  if (init) {
    const auto* expression = llvm::dyn_cast<clang::Expr>(init);
    const auto* assignment = expression ? llvm::dyn_cast<clang::BinaryOperator>(plain(expression)) : nullptr;
    if (!assignment || assignment->getOpcode() != clang::BO_Assign || variableOf(assignment->getLHS()) != variable) {
      problem = "the header's first part does more than set the counting variable";
      return std::nullopt;
    }
    value = boundValue(assignment->getRHS());
    if (value) *value = convert(*value, assignment->getRHS()->getType(), variable->getType());
  } else if (variable->getType()->isIntegerType()) {
    value = IntegerValue{
        Polynomial::symbol(parameterOf(variable->getNameAsString(), variable->getNameAsString(), variable->getType())),
        {}};
  }
  locals_.insert(variable);
  outerCounter = variable;
  return value;
}

Walker::Header Walker::headerOf(const clang::Stmt* loop, SymbolId counter) {
  Header header;
  if (const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(loop)) {
    readRange(header, range, counter);
    return header;
  }
  if (llvm::isa<clang::DoStmt>(loop)) {
    header.code = "loop.uncounted";
    header.problem = "a do-while loop has no count before it starts";
    return header;
  }
  const clang::Expr* condition = conditionOf(loop);
  const auto* for_ = llvm::dyn_cast<clang::ForStmt>(loop);
  const auto* while_ = llvm::dyn_cast<clang::WhileStmt>(loop);
  if (!condition || (for_ && for_->getConditionVariable()) || (while_ && while_->getConditionVariable())) {
    header.code = "loop.uncounted";
    header.problem = "the loop has no condition that counts";
    return header;
  }
  const clang::Expr* step = for_ ? for_->getInc() : nullptr;
  if (const clang::Stmt* trailing = trailingStepOf(loop)) step = llvm::cast<clang::Expr>(trailing);
  if (!step) {
    if (!readCountdown(header, loop, condition, counter) && header.problem.empty()) {
      header.code = "loop.uncounted";
      header.problem = "the number of iterations is not known before the loop starts";
    }
    return header;
  }
  readCounted(header, loop, step, counter);
  return header;
}

void Walker::readCounted(Header& header, const clang::Stmt* loop, const clang::Expr* stepExpression, SymbolId counter) {
  header.code = "loop.uncounted";
  header.problem = "the number of iterations is not known before the loop starts";
  const clang::VarDecl* variable = nullptr;
  const auto step = stepOf(stepExpression, variable);
  if (!variable || !step) return;
  const clang::QualType type = variable->getType();
  if (type->isRealFloatingType()) {
    header.problem = "a floating-point variable counts the iterations";
    return;
  }
  if (type->isBooleanType() || type.isVolatileQualified() || type->isReferenceType() || addressTaken(variable)) {
    header.problem = "the counting variable can change behind the header's back";
    return;
  }
  if (changedInBody(loop, variable)) {
    header.code = "loop.variable-written";
    header.problem = "the body changes the counting variable '" + variable->getNameAsString() + "'";
    return;
  }
  const auto start = startOf(loop, variable, header.problem);
  if (!start) return;
  header.variable = variable;
  countTrips(header, conditionOf(loop), *start, *step, counter);
}

void Walker::readRange(Header& header, const clang::CXXForRangeStmt* loop, SymbolId counter) {
  header.code = "loop.uncounted";
  header.problem = "the range is not one of contiguous elements known before the loop";
  const clang::Expr* range = loop->getRangeInit();
  std::optional<PointerValue> array;
  std::optional<Polynomial> count;
  if (!rowType(range).isNull()) {
    const Value size = containerSize(range, context_.getSizeType());
    if (const auto* integer = std::get_if<IntegerValue>(&size)) count = integer->polynomial;
    header.rows = range;
  } else if (const auto start = containerStart(range)) {
    array = start;
    const Value size = containerSize(range, context_.getSizeType());
    if (const auto* integer = std::get_if<IntegerValue>(&size)) count = integer->polynomial;
    const auto* record = range->getType().getNonReferenceType()->getAsCXXRecordDecl();
    if (record->getName() == "array")
      count = Polynomial(llvm::cast<clang::ClassTemplateSpecializationDecl>(record)
                             ->getTemplateArgs()[1]
                             .getAsIntegral()
                             .getExtValue());
  } else if (const auto name = outerName(range)) {
    outer_.insert_or_assign(name->key, *name);
    if (const auto id = arrayObject(*name)) array = PointerValue{*id, IntegerValue{}, std::nullopt};
    if (const auto* elements = context_.getAsConstantArrayType(name->type.getNonReferenceType()))
      count = Polynomial(static_cast<std::int64_t>(elements->getSize().getZExtValue()));
  }
  if ((!array && !header.rows) || !count) return;
  header.problem.clear();
  header.pointer = array;
  if (mentionsRowSize(*count)) {  // each row has a size of its own
    header.value = Polynomial::symbol(counter);
    return;
  }
  header.trip = TripCount{*count, Polynomial(1)};
  if (const auto below = subtract(*count, *add(Polynomial::symbol(counter), Polynomial(1))))
    header.constraints.push_back(*below);
}

void Walker::bindRangeVariable(const clang::CXXForRangeStmt* loop, const Polynomial& position) {
  const clang::VarDecl* variable = loop->getLoopVariable();
  if (llvm::isa<clang::DecompositionDecl>(variable))
    effect("effect.unknown-construct", variable->getLocation(), "a structured binding is declared",
           "name the parts one by one");
  if (const auto rows = rangeRows_.find(loop); rows != rangeRows_.end()) {
    const auto row = rowPlace(rows->second, IntegerValue{position, {}}, variable->getSourceRange());
    if (row && variable->getType()->isReferenceType()) {
      references_.insert_or_assign(variable, *row);
      return;
    }
  }
  const auto array = rangeArrays_.find(loop);
  if (array == rangeArrays_.end()) {
    if (variable->getType()->isReferenceType()) references_.insert_or_assign(variable, UnknownPlace{});
    effect("effect.iterator", loop->getRangeInit()->getBeginLoc(),
           "a range is walked that is not one of contiguous elements known before the loop");
    return;
  }
  const clang::QualType element = variable->getType().getNonReferenceType();
  Place target = subscript(array->second, IntegerValue{position, {}}, element);
  const auto name = namedObject(loop->getRangeInit());
  if (auto* inside = std::get_if<ElementPlace>(&target); inside && name && name->row)
    inside->inside = insideRow(*name, IntegerValue{position, {}});
  if (variable->getType()->isReferenceType()) {
    references_.insert_or_assign(variable, target);
    return;
  }
  if (const auto* read = std::get_if<ElementPlace>(&target)) access(AccessKind::Read, *read, variable->getLocation());
  const auto* record = element->getAsCXXRecordDecl();
  if (record && !record->isTriviallyCopyable())
    effect("effect.unsupported-type", variable->getLocation(), "the elements are not trivially copyable");
}

int Walker::addLoop(const clang::Stmt* loop, int parent) {
  const int index = static_cast<int>(model.loops.size());
  NestedLoop nested;
  nested.parent = parent;
  nested.at = point(loop->getBeginLoc());
  model.loops.push_back(nested);
  const SymbolId counter = newSymbol(SymbolKind::Counter, "k" + std::to_string(index));
  model.loops[static_cast<std::size_t>(index)].counter = counter;
  const Header header = headerOf(loop, counter);
  NestedLoop& made = model.loops[static_cast<std::size_t>(index)];
  made.certain = true;
  made.constraints = {Polynomial::symbol(counter)};
  if (header.pointer && llvm::isa<clang::CXXForRangeStmt>(loop)) rangeArrays_.insert_or_assign(loop, *header.pointer);
  if (header.rows) rangeRows_.insert_or_assign(loop, header.rows);
  if (!header.trip) {
    made.certain = false;
    // A number of iterations that differs each time: the variable is known in each of them, all the same.
    if (header.value && header.variable && index != 0) {
      made.value = header.value;
      made.variable = header.variable->getNameAsString();
      state_.values.insert_or_assign(keyOf(header.variable), IntegerValue{*header.value, {}});
    }
    if (index == 0) model.effects.push_back({header.code, header.problem, "", made.at});
    return index;
  }
  made.trip = header.trip;
  made.constraints.insert(made.constraints.end(), header.constraints.begin(), header.constraints.end());
  if (header.variable) {
    made.variable = header.variable->getNameAsString();
    model.symbols[static_cast<std::size_t>(counter.value)].name = "k_" + made.variable;
    if (header.pointer)
      state_.values.insert_or_assign(keyOf(header.variable), *header.pointer);
    else if (header.value)
      state_.values.insert_or_assign(keyOf(header.variable), IntegerValue{*header.value, {}});
    made.value = header.value;
  }
  if (index == 0) {
    model.requirements.insert(model.requirements.end(), header.requirements.begin(), header.requirements.end());
    for (const Bound& bound : header.bounds)
      model.obligations.push_back({bound.value, bound.min, bound.max, {}, {}, made.at});
    declareRootVariable(loop, header);
    if (searching_) readRestart(loop, header);
  } else {
    requireInside(header, made);
    require(header.bounds, loop->getBeginLoc());
  }
  const auto outerPath = path_;
  path_.push_back(index);
  if (index == 0) path_ = {0};
  require(header.innerBounds, loop->getBeginLoc());
  path_ = outerPath;
  return index;
}

}  // namespace clustrix::compiler

#include "Induction/CompactionCounters.h"

#include "Syntax/ControlFlow.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Nesting.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

/// The places that step a counter, each by the loops around it.
class Places {
 public:
  Places(const clang::VarDecl* counter, const std::map<const clang::Stmt*, int>& indices)
      : counter_(counter), indices_(indices) {}

  void visit(const clang::Stmt* statement) {
    if (!statement) return;
    if (llvm::isa<clang::LambdaExpr>(statement)) {
      known = false;
      return;
    }
    if (const auto loop = indices_.find(statement); loop != indices_.end()) return visitLoop(statement, loop->second);
    const bool repeats = isLoop(statement);
    if (repeats && !runsOnce(statement)) {
      known = known && !mentions(statement, counter_);
      return;
    }
    if (steps(statement)) paths.push_back(path_);
    for (const clang::Stmt* child : statement->children()) visit(child);
  }

  std::vector<std::vector<int>> paths;
  bool known = true;

 private:
  /// A head is evaluated once more than its body: what it steps is not counted here.
  void visitLoop(const clang::Stmt* loop, int index) {
    const clang::Stmt* body = bodyOf(loop);
    for (const clang::Stmt* part : loop->children())
      if (part && part != body && mentions(part, counter_)) known = false;
    path_.push_back(index);
    visit(body);
    path_.pop_back();
  }
  bool steps(const clang::Stmt* statement) const {
    const clang::Expr* target = nullptr;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement); unary && unary->isIncrementDecrementOp())
      target = unary->getSubExpr();
    if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(statement); op && op->isAssignmentOp())
      target = op->getLHS();
    const auto* name = target ? llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParens()) : nullptr;
    return name && name->getDecl() == counter_;
  }

  const clang::VarDecl* counter_;
  const std::map<const clang::Stmt*, int>& indices_;
  std::vector<int> path_;
};

/// Trips of all of the loops together: no fewer than there are, where no loop has a negative distance.
std::optional<Polynomial> tripsOf(const LoopModel& model, const std::vector<int>& loops) {
  std::optional<Polynomial> count = Polynomial(1);
  for (const int one : loops) {
    const auto& trip = model.loops[static_cast<std::size_t>(one)].trip;
    count = count && trip ? multiply(*count, trip->distance) : std::nullopt;
  }
  return count;
}

/// The step that goes furthest; 0 where one is not known, or where they go both ways.
std::int64_t largestStep(const LoopModel& model, const std::vector<int>& updates) {
  std::int64_t largest = 0;
  for (const int update : updates) {
    const std::int64_t step = model.updates[static_cast<std::size_t>(update)].step;
    if (step == 0 || (largest != 0 && (largest < 0) != (step < 0))) return 0;
    largest = step < 0 ? std::min(largest, step) : std::max(largest, step);
  }
  return largest;
}

}  // namespace

std::optional<std::vector<Obligation>> boundsOfCompactionCounter(const LoopModel& model, std::size_t scalar,
                                                                 const clang::Stmt& loop, const clang::VarDecl* counter,
                                                                 const std::map<const clang::Stmt*, int>& indices,
                                                                 SymbolId first, std::pair<Int128, Int128> range) {
  const std::vector<int>& updates = model.scalars[scalar].updates;
  Places places(counter, indices);
  places.visit(&loop);
  const std::int64_t step = largestStep(model, updates);
  if (!places.known || step == 0 || places.paths.size() != updates.size()) return std::nullopt;
  // What the places step by in all is no more than so many of the largest of them.
  const auto number = step * static_cast<std::int64_t>(places.paths.size());
  std::sort(places.paths.begin(), places.paths.end());
  places.paths.erase(std::unique(places.paths.begin(), places.paths.end()), places.paths.end());
  std::vector<Obligation> room;
  for (std::vector<int>& path : places.paths) {
    const auto trips = tripsOf(model, path);
    const auto steps = trips ? multiply(*trips, Polynomial(number)) : std::nullopt;
    const auto last = steps ? add(Polynomial::symbol(first), *steps) : std::nullopt;
    if (!last) return std::nullopt;
    const auto matters = [&](int at) {
      const SymbolId own = model.loops[static_cast<std::size_t>(at)].counter;
      return dependsOn(model.symbols, *last, [&](SymbolId id) { return id == own; });
    };
    while (!path.empty() && !matters(path.back())) path.pop_back();
    Obligation one;
    one.value = *last;
    one.min = step < 0 ? range.first : -(static_cast<Int128>(1) << 63);
    one.max = step < 0 ? (static_cast<Int128>(1) << 63) - 1 : range.second;
    one.loops = path;
    room.push_back(std::move(one));
  }
  return room;
}

}  // namespace clustrix::compiler

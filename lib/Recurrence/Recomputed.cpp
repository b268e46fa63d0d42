// Values that an iteration leaves to the next one, and that the next one can compute again.
//
//     out[i] = a[i] - before;  before = a[i];
//         before = k > 0 ? before_left(k - 1) : before_first;
//     out[i] = a[i] - x2;  x2 = x1;  x1 = a[i];
//         x2 = k > 1 ? x1_left(k - 2) : k > 0 ? x1_first : x2_first;
//
// What an iteration reads for it counts as read by the one that computes it again: where the loop has written it in the
// meantime, that is a dependence like any other.
#include "Recurrence/Recomputed.h"
#include "Induction/LoopHeader.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "Lower/Expressions.h"
#include "Lower/Recorder.h"
#include "Memory/Storage.h"
#include "Syntax/InitialValue.h"
#include "Syntax/LoopParts.h"
#include "Syntax/Mentions.h"
#include "Syntax/Stores.h"

#include <algorithm>

namespace clustrix::compiler {

namespace {

constexpr std::size_t mostPasses = 4;  // from one variable to the next

/// The statements of the body by what they give a value, and where they stand.
struct Body {
  struct Left {
    const clang::Expr* value = nullptr;
    std::size_t at = 0;
    int times = 0;
  };
  std::map<const clang::VarDecl*, Left> assigned;
  std::map<const clang::VarDecl*, std::pair<std::size_t, const clang::DeclStmt*>> declared;
  bool onlyVariables = true;  // it declares no types or names of its own
};

/// Whether every variable that is declared here is a number that is computed.
bool declaresNumbers(const clang::DeclStmt* declaration) {
  return std::all_of(declaration->decl_begin(), declaration->decl_end(), [](const clang::Decl* one) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(one);
    const clang::Expr* value = variable ? initialValueOf(*variable) : nullptr;
    return value && variable->getType()->isArithmeticType() && !variable->getType().isVolatileQualified() &&
           !steps(value);
  });
}

Body bodyIn(const clang::CompoundStmt* block) {
  Body body;
  std::size_t at = 0;
  for (const clang::Stmt* statement : block->body()) {
    ++at;
    if (const auto* assignment = assignmentIn(statement))
      if (const auto* variable = mentionedVariable(assignment->getLHS())) {
        Body::Left& left = body.assigned[variable->getCanonicalDecl()];
        left = {assignment->getRHS(), at, left.times + 1};
      }
    const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement);
    if (!declaration) continue;
    body.onlyVariables &= std::all_of(declaration->decl_begin(), declaration->decl_end(),
                                      [](const clang::Decl* one) { return llvm::isa<clang::VarDecl>(one); });
    if (!declaresNumbers(declaration)) continue;
    for (const clang::Decl* one : declaration->decls())
      body.declared[llvm::cast<clang::VarDecl>(one)] = {at, declaration};
  }
  return body;
}

/// The variables that the expression mentions; false where it is of a kind that is not computed again.
bool collect(const clang::Stmt* statement, std::vector<const clang::VarDecl*>& into) {
  if (!statement) return true;
  if (llvm::isa<clang::LambdaExpr, clang::StmtExpr, clang::CXXNewExpr, clang::CXXThrowExpr>(statement)) return false;
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement)) {
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) into.push_back(variable);
    if (llvm::isa<clang::BindingDecl>(name->getDecl())) return false;
  }
  return std::all_of(statement->child_begin(), statement->child_end(),
                     [&](const clang::Stmt* child) { return collect(child, into); });
}

}  // namespace

/// A declaration of the body, or the assignment that gives a variable from outside its value.
struct Needed {
  const clang::DeclStmt* declaration = nullptr;
  const clang::VarDecl* assigned = nullptr;
  const clang::Expr* value = nullptr;  // of that variable
};

/// A value, and what of the body it needs, in its order.
struct Leaving {
  const clang::Expr* value = nullptr;
  std::map<std::size_t, Needed> needed;
  bool counts = false;                        // it mentions the loop's variable
  std::vector<const clang::VarDecl*> firsts;  // what the variable starts from in iterations 0, 1, ...
};

/// What `variable` starts from in a later iteration, as the iteration computed it that left it.
std::optional<Leaving> Recomputation::leavingOf(const clang::VarDecl* variable, const clang::CompoundStmt* block) {
  const Body body = bodyIn(block);
  if (!body.onlyVariables) return std::nullopt;
  Leaving leaving;
  std::size_t at = 0;
  const auto assignedOnce = [&](const clang::VarDecl* one) {
    const auto known = walk_.scalars.find(walk_.headers.keyOf(one));
    const auto found = body.assigned.find(one->getCanonicalDecl());
    if (known == walk_.scalars.end() || found == body.assigned.end() || found->second.times != 1)
      return body.assigned.end();
    const ScalarState& state = model_.scalars[static_cast<std::size_t>(known->second)];
    const bool plain = walk_.scalarDeclarations[static_cast<std::size_t>(known->second)] && state.arithmetic &&
                       state.writes.size() == 1 && state.updates.empty() && state.certainWrite;
    return plain ? found : body.assigned.end();
  };
  while (!leaving.value) {
    const auto found = assignedOnce(variable);
    if (found == body.assigned.end() || found->second.at <= at || leaving.firsts.size() == mostPasses)
      return std::nullopt;
    if (!leaving.firsts.empty() && !context_.hasSameUnqualifiedType(variable->getType(), leaving.firsts[0]->getType()))
      return std::nullopt;
    leaving.firsts.push_back(variable);
    at = found->second.at;
    // `x2 = x1;` in front of where x1 is assigned: what x1 itself started from.
    const clang::VarDecl* next = mentionedVariable(found->second.value);
    const auto passed = next ? body.assigned.find(next->getCanonicalDecl()) : body.assigned.end();
    if (passed != body.assigned.end() && !walk_.isLocal(next) && passed->second.at > at)
      variable = next;
    else
      leaving.value = found->second.value;
  }
  std::vector<const clang::VarDecl*> mentioned;
  if (steps(leaving.value) || !collect(leaving.value, mentioned)) return std::nullopt;
  for (std::size_t i = 0; i < mentioned.size(); ++i) {
    const clang::VarDecl* one = mentioned[i];
    if (one == walk_.rootVariable) {
      leaving.counts = true;
    } else if (walk_.isLocal(one)) {
      const auto declared = body.declared.find(one);
      if (declared == body.declared.end()) return std::nullopt;
      const auto [place, declaration] = declared->second;
      if (place >= at || !walk_.storage.neverWritten(one)) return std::nullopt;
      if (!leaving.needed.emplace(place, Needed{declaration}).second) continue;
      for (const clang::Decl* beside : declaration->decls())
        if (!collect(initialValueOf(*llvm::cast<clang::VarDecl>(beside)), mentioned)) return std::nullopt;
    } else if (const auto set = assignedOnce(one); set != body.assigned.end() && set->second.at < at) {
      const clang::Expr* const value = set->second.value;
      if (leaving.needed.emplace(set->second.at, Needed{nullptr, one, value}).second &&
          (steps(value) || !collect(value, mentioned)))
        return std::nullopt;
    }
  }
  return leaving;
}

/// Evaluates once more what iteration `k - passes` computed, as what iteration `k` reads. False where that is not
/// known.
bool Recomputation::readAgain(const Leaving& leaving) {
  const SymbolId counter = model_.loops[0].counter;
  const auto passes = static_cast<std::int64_t>(leaving.firsts.size());
  const Polynomial earlier = *subtract(Polynomial::symbol(counter), Polynomial(passes));
  const std::size_t accesses = model_.accesses.size(), obligations = model_.obligations.size();
  const std::size_t textEdits = walk_.edits.size(), before = walk_.record.happened();
  const State end = state_;
  state_.assigned.clear();  // what the loop writes shows as a read of an earlier value
  state_.certain = false;
  // An element that the loop's head copies is read there.
  const auto* range = llvm::dyn_cast<clang::CXXForRangeStmt>(&input_.loop);
  if (leaving.counts && range) walk_.headers.bindRangeVariable(range, Polynomial::symbol(counter));
  for (const auto& [at, needed] : leaving.needed) {
    if (needed.declaration)
      for (const clang::Decl* one : needed.declaration->decls())
        walk_.expressions.valueOf(initialValueOf(*llvm::cast<clang::VarDecl>(one)));
    if (!needed.assigned) continue;
    walk_.expressions.valueOf(needed.value);
    state_.assigned.insert(walk_.headers.keyOf(needed.assigned));
  }
  walk_.expressions.valueOf(leaving.value);
  state_ = end;
  walk_.text.keepEdits({walk_.edits.begin(), walk_.edits.begin() + static_cast<std::ptrdiff_t>(textEdits)});
  walk_.record.dropObligations(obligations);
  if (walk_.record.happened() != before) return false;
  for (std::size_t i = accesses; i < model_.accesses.size(); ++i) {
    Access& access = model_.accesses[i];
    if (access.loops.size() != 1 || access.kind != AccessKind::Read) return false;
    const auto moved = [&](std::optional<Polynomial>& value) {
      const auto varies = [&](SymbolId id) {
        return id != counter && model_.symbols[static_cast<std::size_t>(id.value)].kind != SymbolKind::Parameter;
      };
      value = value && !value->mentionsAny(varies) ? value->substitute(counter, earlier) : std::nullopt;
    };
    moved(access.index);
    if (access.offset) moved(access.offset);
    access.conditions = {earlier};
    access.certain = access.exists = false;
  }
  return true;
}

/// `int i = static_cast<int>(first + 2 * k);`, in terms of the iteration at hand.
std::optional<std::vector<BodyPiece>> Recomputation::declaredAgain() {
  if (llvm::isa<clang::CXXForRangeStmt>(input_.loop)) return walk_.prologue;
  const auto& value = model_.loops[0].value;
  const SymbolId counter = model_.loops[0].counter;
  const auto step = value ? value->coefficientOf(counter) : std::nullopt;
  if (!step || !step->constant() || !model_.kernel.variable.declared()) return std::nullopt;
  const std::string type =
      walk_.host.typeText(walk_.rootVariable->getType().getUnqualifiedType(), walk_.rootVariable->getLocation());
  const Polynomial first = value->without(counter);
  std::vector<BodyPiece> pieces = {
      {BodyPiece::Text, type + " " + walk_.rootVariable->getNameAsString() + " = static_cast<" + type + ">(", -1}};
  if (!first.constant()) {
    Capture made{.name = "first_" + walk_.rootVariable->getNameAsString(),
                 .type = "clustrix::Index",
                 .expression = walk_.host.hostText(first),
                 .array = {}};
    model_.kernel.captures.push_back(made);
    pieces.push_back({BodyPiece::Captured, "", static_cast<int>(model_.kernel.captures.size()) - 1});
    pieces.push_back({BodyPiece::Text, " + ", -1});
  } else if (*first.constant() != 0) {
    pieces.push_back({BodyPiece::Text, std::to_string(*first.constant()) + " + ", -1});
  }
  if (*step->constant() != 1) pieces.push_back({BodyPiece::Text, "(" + std::to_string(*step->constant()) + ") * ", -1});
  pieces.insert(pieces.end(), {{BodyPiece::Counter, "", -1}, {BodyPiece::Text, "); ", -1}});
  return pieces;
}

/// The kernel's variable gets what the iterations before have left in it, before anything else.
bool Recomputation::startFrom(const Leaving& leaving) {
  const clang::VarDecl* variable = leaving.firsts.front();
  const std::string name = variable->getNameAsString(), left = walk_.text.freeName(name + "_left");
  const std::string type = walk_.host.typeText(variable->getType().getUnqualifiedType(), variable->getLocation());
  std::vector<RecomputedStatement> text;
  text.push_back({{{BodyPiece::Text, "const auto " + left + " = [&](clustrix::Index ", -1},
                   {BodyPiece::Counter, "", -1},
                   {BodyPiece::Text, ") -> " + type + " {\n", -1}},
                  {}});
  if (leaving.counts) {
    const auto counted = declaredAgain();
    if (!counted) return false;
    text.back().pieces.push_back({BodyPiece::Text, "  ", -1});
    text.back().pieces.insert(text.back().pieces.end(), counted->begin(), counted->end());
    text.back().pieces.push_back({BodyPiece::Text, "\n", -1});
  }
  for (const auto& [at, needed] : leaving.needed) {
    const auto range =
        walk_.text.offsets(needed.declaration ? needed.declaration->getSourceRange() : needed.value->getSourceRange());
    if (!range) return false;
    std::vector<BodyPiece> front = {{BodyPiece::Text, "  ", -1}};
    if (const clang::VarDecl* one = needed.assigned)
      front = {{BodyPiece::Text,
                "  const " + walk_.host.typeText(one->getType().getUnqualifiedType(), one->getLocation()) + " ", -1},
               {BodyPiece::Captured, "", walk_.captures.at(one->getNameAsString())},
               {BodyPiece::Text, " = ", -1}};
    text.push_back({std::move(front), range});
    text.push_back({{{BodyPiece::Text, needed.assigned ? ";\n" : "\n", -1}}, {}});
  }
  const auto range = walk_.text.offsets(leaving.value->getSourceRange());
  if (!range) return false;
  text.push_back({{{BodyPiece::Text, "  return ", -1}}, range});
  std::vector<BodyPiece> start = {{BodyPiece::Text, ";\n};\n", -1},
                                  {BodyPiece::Captured, "", walk_.captures.at(name)},
                                  {BodyPiece::Text, " = ", -1}};
  for (std::size_t passes = leaving.firsts.size(); passes > 0; --passes) {
    const bool computes = passes == leaving.firsts.size();
    start.insert(start.end(),
                 {{BodyPiece::Counter, "", -1}, {BodyPiece::Text, " > " + std::to_string(passes - 1) + " ? ", -1}});
    if (computes) {
      start.insert(start.end(), {{BodyPiece::Text, left + "(", -1},
                                 {BodyPiece::Counter, "", -1},
                                 {BodyPiece::Text, " - " + std::to_string(passes) + ")", -1}});
    } else {
      start.push_back({BodyPiece::Captured, "", firstCapture(leaving.firsts[passes])});
    }
    start.push_back({BodyPiece::Text, " : ", -1});
  }
  start.push_back({BodyPiece::Captured, "", firstCapture(variable)});
  start.push_back({BodyPiece::Text, ";\n", -1});
  text.push_back({std::move(start), {}});
  walk_.recomputed.insert(walk_.recomputed.end(), text.begin(), text.end());
  return true;
}

/// The capture of the value that the variable has before the loop.
int Recomputation::firstCapture(const clang::VarDecl* variable) {
  Capture first{.name = variable->getNameAsString() + "_first",
                .type = walk_.host.typeText(variable->getType().getUnqualifiedType(), variable->getLocation()),
                .expression = variable->getNameAsString(),
                .array = {}};
  first.number = isNumberWord(first.type);
  for (std::size_t i = 0; i < model_.kernel.captures.size(); ++i)
    if (model_.kernel.captures[i].name == first.name && model_.kernel.captures[i].expression == first.expression)
      return static_cast<int>(i);
  model_.kernel.captures.push_back(first);
  return static_cast<int>(model_.kernel.captures.size()) - 1;
}

void Recomputation::recomputeCarried() {
  const auto* block = llvm::dyn_cast<clang::CompoundStmt>(bodyOf(&input_.loop));
  // A template's kernel serves types that this instantiation does not know.
  if (walk_.searching || !block || !model_.effects.empty() || !model_.appends.empty() || trailingStepOf(&input_.loop) ||
      input_.function.getTemplateInstantiationPattern())
    return;
  for (std::size_t i = 0; i < model_.scalars.size(); ++i) {
    const ScalarState& scalar = model_.scalars[i];
    const bool carried = !scalar.entry && (!scalar.exposedReads.empty() || !scalar.runningReads.empty());
    if (!carried || !walk_.scalarDeclarations[i]) continue;
    const auto leaving = leavingOf(walk_.scalarDeclarations[i], block);
    if (!leaving) continue;
    const LoopModel before = model_;
    const std::size_t written = walk_.recomputed.size();
    if (readAgain(*leaving) && startFrom(*leaving)) {
      model_.scalars[i].handedOn = true;
      model_.scalars[i].exposedReads.clear();
      model_.scalars[i].runningReads.clear();
    } else {
      model_ = before;
      walk_.recomputed.resize(written);
    }
  }
}

}  // namespace clustrix::compiler

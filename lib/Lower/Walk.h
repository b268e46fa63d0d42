// What the parts of a walk share: what they were given, where the walk is, and what it leaves.
//
//     Walker ──owns──► parts ──write──► Walk { model, edits, ... }
//
// A part is one subject, with a state of its own: see the headers of Lower, Memory, Induction, Recurrence and
// KernelText. It says `walk_.lvalues.load(...)` for what another one does.
#pragma once

#include "KernelText/TextEdit.h"
#include "Lower/CallFrame.h"
#include "Lower/Values.h"
#include "Lower/WalkInput.h"
#include "Memory/OuterName.h"

#include "clustrix/LoopModel.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace clustrix::compiler {

class BodyEdits;
class BothBranches;
class Calls;
class EarlyExits;
class Expressions;
class GuardedExtrema;
class HostText;
class InductionSteps;
class Inlining;
class KernelFunctions;
class LoopHeaders;
class Lvalues;
class Objects;
class OuterNames;
class Overlooked;
class Quotients;
class Recomputation;
class Recorder;
class Rows;
class SameConditions;
class Scans;
class Statements;
class Storage;
class Updates;
class ValueCases;

struct Identity {
  const clang::CXXRecordDecl* record = nullptr;
  const clang::CXXConstructorDecl* constructor = nullptr;  // that makes it; null: any may
  clang::SourceLocation at;
};

struct RepeatedFunction {
  const clang::FunctionDecl* definition = nullptr;
  std::vector<TextEdit> edits;
};

struct RecomputedStatement {
  std::vector<BodyPiece> pieces;
  std::optional<std::pair<std::size_t, std::size_t>> copied;  // behind them: these bytes, as they are edited
};

struct Storing {
  const clang::Expr* stepping = nullptr;             // a counter's step in the target's subscript
  bool unread = false;                               // ... whose value is the subscript, and no read of the counter
  std::vector<const clang::Expr*> updates;           // of variables from outside, in the statement
  std::vector<int> running;                          // scalars whose running value it reads
  const clang::CXXMemberCallExpr* growth = nullptr;  // the statement itself, `out.push_back(x)`
  int counted = -1;                                  // ... whose elements are counted, of model.appends
};

enum class Reached { Sometimes, InEachIteration, BeforeThem };

struct WalkParts;

struct Walk {
  Walk(const WalkInput& input, const WrittenSets& known, TextFacts& facts, WalkParts& parts);

  const WalkInput& input;
  clang::ASTContext& context;
  const WrittenSets& known;
  TextFacts& facts;

  // What it leaves.
  LoopModel model;
  std::vector<TextEdit> edits;
  WrittenSets written;
  std::vector<BodyPiece> prologue;                        // statements before the body: `double& x = v[k];`
  const clang::VarDecl* outerCounter = nullptr;           // the induction variable when it is declared outside the loop
  std::vector<const clang::VarDecl*> scalarDeclarations;  // parallel to model.scalars; null for members
  std::map<ArrayId, const clang::VarDecl*> arrayDeclarations;          // of arrays and containers that are variables
  std::map<const clang::LambdaExpr*, const clang::VarDecl*> repeated;  // lambdas from before the loop, their variables
  std::vector<RepeatedFunction> repeatedFunctions;                     // of which the kernel has the text
  std::set<const clang::FunctionDecl*> keptNames;  // those of them that the kernel calls by their own names
  std::vector<Identity> identities;                // objects that partial results of combined ones begin with
  std::vector<const clang::Expr*> headExits;       // tests of the head that end the loop like a `break`
  std::vector<RecomputedStatement> recomputed;     // statements before the body: see Recomputed.cpp

  // Where it is, and what it has met.
  /// Comparisons, differences and loads of pointers, and objects that hold some: whether they mean the same on a
  /// device, whenever they are evaluated. Others do not.
  std::map<const clang::Expr*, bool> portable;
  State state;
  std::vector<int> path;                   // loops around the current point
  std::vector<const clang::Stmt*> around;  // inner loops and switches around the current point
  std::vector<const clang::Stmt*> breakTargets;
  std::optional<Storing> storing;                   // the statement at hand writes memory
  const clang::Expr* statement = nullptr;           // ... is this, whose value nobody takes
  std::map<const clang::Expr*, int> stepUpdates;    // in model.updates
  bool searching = false;                           // the loop may be left early: see Leave
  bool rollsBack = false;                           // ... which undoes its launch
  bool speculating = false;                         // either, and this is its body
  std::vector<const clang::Stmt*> leaves;           // statements that leave it, which are not walked
  std::map<const clang::VarDecl*, bool> exitFlags;  // variables that end the loop, by the value that does
  bool promising = false;                           // the loop stands for an algorithm's call, whose ranges are valid
  const clang::VarDecl* rootVariable = nullptr;     // that the modelled loop counts with, or gives an element
  std::set<const clang::UnaryOperator*> bodySteps;  // of loops that count with them
  const clang::Expr* chosen = nullptr;              // the value of a `?:` that an assignment takes where it stands
  std::vector<CallFrame> frames;                    // calls that are walked, outermost first
  std::map<const clang::CXXRecordDecl*, const clang::LambdaExpr*> lambdas;  // those of the kernel's text
  std::set<const clang::CXXRecordDecl*> calledLambdas;
  int silent = 0;                                 // above 0: what is evaluated has no text of its own to edit
  SharedMap<Key, Value> entryValues;              // when the inner loop at hand was entered
  std::map<const clang::Stmt*, int> loopIndices;  // in model.loops
  std::vector<std::vector<State>> continued;      // what holds at each `continue` of the loops around
  std::set<const clang::VarDecl*> locals;         // declared inside the loop
  std::map<const clang::VarDecl*, Place> references;
  std::map<Key, OuterName> outer;
  std::map<Key, int> scalars;
  std::map<Key, SymbolId> parameters;
  std::map<SymbolId, const clang::Expr*> numbers;  // those that the host computes, by the text that says them
  std::map<std::string, int> captures;
  std::map<std::string, clang::SourceLocation> copied;  // objects of which a capture is a copy
  std::map<std::string, ArrayId> taken;                 // objects of which a capture leads to the elements
  std::vector<clang::QualType> elementTypes;            // parallel to model.arrays
  bool inPosition = false;                              // of an element: see Expressions::position
  bool bounding = false;                                // an inner loop's head is read
  std::set<ArrayId> bounds;                             // arrays that it reads
  std::map<Key, Reached> reached;
  std::set<const clang::FunctionDecl*> walked;  // functions that are called in an iteration
  std::size_t timesTold = 0;                    // of effects, those that were known included

  /// Whether the variable is declared inside the loop.
  bool isLocal(const clang::VarDecl* variable) const { return locals.count(variable) != 0; }
  const clang::FunctionDecl* currentFunction() const {
    return frames.empty() ? &input.function : frames.back().function;
  }

  // The parts.
  Recorder& record;
  BodyEdits& text;
  HostText& host;
  Expressions& expressions;
  Quotients& quotients;
  ValueCases& cases;
  Lvalues& lvalues;
  OuterNames& names;
  Rows& rows;
  Storage& storage;
  Calls& calls;
  Objects& objects;
  Inlining& inlining;
  KernelFunctions& functions;
  LoopHeaders& headers;
  InductionSteps& induction;
  Updates& updates;
  GuardedExtrema& extrema;
  Scans& scans;
  EarlyExits& exits;
  Recomputation& recomputation;
  BothBranches& branches;
  SameConditions& conditions;
  Statements& statements;
  Overlooked& overlooked;
};

/// One part of a walk. Nearly all look at the five that have a name of their own here.
class WalkPart {
 public:
  explicit WalkPart(Walk& walk)
      : walk_(walk),
        input_(walk.input),
        context_(walk.context),
        known_(walk.known),
        model_(walk.model),
        state_(walk.state) {}
  WalkPart(const WalkPart&) = delete;
  WalkPart& operator=(const WalkPart&) = delete;

 protected:
  Walk& walk_;
  const WalkInput& input_;
  clang::ASTContext& context_;
  const WrittenSets& known_;
  LoopModel& model_;
  State& state_;
};

}  // namespace clustrix::compiler

// The walk: evaluates one iteration of a loop symbolically and writes down all that it can do, as a LoopModel.
//
//     loop statement ──Walker──► accesses, scalars, updates, effects, obligations, edits of the body's text
//
// Every construct has a defined answer: known ones are modelled, all others are recorded as an Effect, which makes the
// loop serial. The walk is run again until the sets of variables written in each inner loop no longer grow, since what
// a loop writes must be forgotten where the loop begins.
#pragma once

#include "Induction/InductionSteps.h"
#include "Induction/LoopHeader.h"
#include "Induction/Quotients.h"
#include "Induction/ValueCases.h"
#include "KernelText/BodyEdits.h"
#include "KernelText/HostText.h"
#include "KernelText/KernelFunctions.h"
#include "Lower/BothBranches.h"
#include "Lower/Calls.h"
#include "Lower/Expressions.h"
#include "Lower/Inlining.h"
#include "Lower/Objects.h"
#include "Lower/Overlooked.h"
#include "Lower/Places.h"
#include "Lower/Recorder.h"
#include "Lower/Statements.h"
#include "Lower/Walk.h"
#include "Memory/Names.h"
#include "Memory/Rows.h"
#include "Memory/Storage.h"
#include "Recurrence/EarlyExits.h"
#include "Recurrence/GuardedExtrema.h"
#include "Recurrence/Recomputed.h"
#include "Recurrence/SameConditions.h"
#include "Recurrence/Scan.h"
#include "Recurrence/Updates.h"

namespace clustrix::compiler {

/// All parts, which know each other by what Walk says.
struct WalkParts {
  explicit WalkParts(Walk& walk);

  Recorder record;
  BodyEdits text;
  HostText host;
  Expressions expressions;
  Quotients quotients;
  ValueCases cases;
  Lvalues lvalues;
  OuterNames names;
  Rows rows;
  Storage storage;
  Calls calls;
  Objects objects;
  Inlining inlining;
  KernelFunctions functions;
  LoopHeaders headers;
  InductionSteps induction;
  Updates updates;
  GuardedExtrema extrema;
  Scans scans;
  EarlyExits exits;
  Recomputation recomputation;
  BothBranches branches;
  SameConditions conditions;
  Statements statements;
  Overlooked overlooked;
};

class Walker : public Walk {
 public:
  Walker(const WalkInput& input, const WrittenSets& known, TextFacts& facts);

  /// Walks the loop; afterwards `model` and `edits` are filled and `written` tells what was written.
  void run();
  /// The arrays of which the loop only ever touches one fixed element: better seen as scalars.
  std::set<std::string> promotable() const;
  /// The arrays of which the loop reads fixed elements and nothing else: bounds and pitches, or pointers to rows.
  std::set<std::string> fixed() const;

 private:
  /// The loop's head, and whether the loop may be left early.
  void enter();
  /// Values such as `i % n` run through a loop of their own: what uses them lies in it. Whether there are such.
  bool addLoopsOf(const Polynomial& value, std::vector<int>& loops) const;
  void placeInLoops(Access& access) const;
  void noteMemory();
  /// In the order of the source.
  std::vector<const clang::VarDecl*> parameterVariables() const;
  /// What holds whenever the loop is entered, and what its parameters were computed from.
  void lookAround();

  WalkParts parts_;
};

}  // namespace clustrix::compiler

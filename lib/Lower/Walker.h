// The walk: evaluates one iteration of a loop symbolically and writes down all that it can do, as a LoopModel.
//
//     loop statement ──Walker──► accesses, scalars, updates, effects, obligations, edits of the body's text
//
// Every construct has a defined answer: known ones are modelled, all others are recorded as an Effect, which makes the
// loop serial. The walk is run again until the sets of variables written in each inner loop no longer grow, since what
// a loop writes must be forgotten where the loop begins.
//
// One class, since every construct shares the state; its parts are in Walk.cpp, Expressions.cpp, Constraints.cpp,
// TemplateParameters.cpp, Places.cpp, Objects.cpp, Rows.cpp, Storage.cpp, NeverWritten.cpp, Calls.cpp,
// CheckedAccess.cpp, KnownCalls.cpp, LibraryCalls.cpp, MathState.cpp, Appends.cpp, Inlining.cpp, KernelFunctions.cpp,
// Lambdas.cpp, Introducers.cpp, Updates.cpp, ArgExtrema.cpp, ExtremaChains.cpp, FindFirst.cpp, GuardedExtrema.cpp,
// GuardedRuns.cpp, ConditionalAssignments.cpp, BothBranches.cpp, CopiedElements.cpp, SameConditions.cpp,
// OutParameters.cpp, Recomputed.cpp, BodySteps.cpp, DeclaredReductions.cpp, Optionals.cpp, Marks.cpp, Statements.cpp,
// Jumps.cpp, Bindings.cpp, LoopHeader.cpp, SecondaryInduction.cpp, TripCounts.cpp, Quotients.cpp, ValueCases.cpp,
// InductionVariables.cpp, Names.cpp, AddressTaken.cpp, VariableRows.cpp, PointerRows.cpp, Addresses.cpp, Scan.cpp,
// StreamCompaction.cpp, HeadExits.cpp, Search.cpp, LoopRestart.cpp, Extents.cpp and Overlooked.cpp.
#pragma once

#include "KernelText/TextEdit.h"
#include "Lower/Values.h"
#include "Lower/WalkInput.h"
#include "Syntax/GuardedAssignments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"

#include <functional>
#include <memory>
#include <tuple>

namespace clustrix::compiler {

struct Conjunct;

class Walker {
 public:
  Walker(const WalkInput& input, const WrittenSets& known, TextFacts& text);

  /// The arrays of which the loop only ever touches one fixed element: better seen as scalars.
  std::set<std::string> promotable() const;
  /// The arrays of which the loop reads fixed elements and nothing else: bounds and pitches, or pointers to rows.
  std::set<std::string> fixed() const;

  /// The type of a copy of `variable` that each iteration can have to itself: an array small enough for a thread's own
  /// memory. "" when there is none.
  std::string ownTypeOf(const clang::VarDecl& variable);

  /// Whether a statement that leaves the loop names the variable.
  bool usedWhereLeft(const clang::VarDecl& variable) const;

  /// A part of the text that `run` has not looked at becomes an effect.
  void refuseOverlooked();

  bool inKernel(clang::SourceRange range) const;

  /// Branches that no instantiation takes leave the text where they name what the kernel does not have.
  void eraseDiscarded();

  /// Walks the loop; afterwards `model` and `edits` are filled and `written` tells what was written.
  void run();

  /// `type` as a kernel at namespace scope can write it; nothing where it cannot.
  std::optional<std::string> nameFor(clang::QualType type);

  LoopModel model;
  std::vector<TextEdit> edits;
  WrittenSets written;
  std::vector<BodyPiece> prologue;                        // statements before the body: `double& x = v[k];`
  const clang::VarDecl* outerCounter = nullptr;           // the induction variable when it is declared outside the loop
  std::vector<const clang::VarDecl*> scalarDeclarations;  // parallel to model.scalars; null for members
  std::map<ArrayId, const clang::VarDecl*> arrayDeclarations;          // of arrays and containers that are variables
  std::map<const clang::LambdaExpr*, const clang::VarDecl*> repeated;  // lambdas from before the loop, their variables
  struct Identity {
    const clang::CXXRecordDecl* record = nullptr;
    const clang::CXXConstructorDecl* constructor = nullptr;  // that makes it; null: any may
    clang::SourceLocation at;
  };
  struct RepeatedFunction {
    const clang::FunctionDecl* definition = nullptr;
    std::vector<TextEdit> edits;
  };
  std::vector<RepeatedFunction> repeatedFunctions;  // of which the kernel has the text
  std::vector<Identity> identities;                 // objects that partial results of combined ones begin with
  std::vector<const clang::Expr*> exits;            // tests of the head that end the loop like a `break`
  struct Recomputed {
    std::vector<BodyPiece> pieces;
    std::optional<std::pair<std::size_t, std::size_t>> copied;  // behind them: these bytes, as they are edited
  };
  std::vector<Recomputed> recomputed;  // statements before the body: see Recomputed.cpp

  /// Whether the expression's pointer is the host's, wherever the loop runs: null, or loaded from memory.
  bool isHostPointer(const clang::Expr* pointer) const;
  /// Comparisons, differences and loads of pointers, and objects that hold some: whether they mean the same on a
  /// device, whenever they are evaluated. Others do not.
  std::map<const clang::Expr*, bool> portable;

 private:
  struct OuterName;

  // --- Expressions.cpp
  Value evaluate(const clang::Expr* expression);
  void refuseAllocation(const clang::Expr* expression);
  Value evaluateEnumerator(const clang::Expr* expression, const clang::EnumConstantDecl& enumerator);
  Value evaluateCast(const clang::CastExpr* cast);
  Value discard(const clang::Expr* object);
  Value evaluateUnary(const clang::UnaryOperator* op);
  Value evaluateStep(const clang::UnaryOperator* op);
  Value evaluateBodyStep(const clang::UnaryOperator* step);
  Value evaluateBinary(const clang::BinaryOperator* op);
  Value moduloWidth(const clang::Expr* term, clang::QualType type);
  Value evaluateAssignment(const clang::BinaryOperator* op);
  Value evaluateConditional(const clang::ConditionalOperator* op);
  Value evaluateConstruction(const clang::CXXConstructExpr* construction);
  Value arithmetic(clang::BinaryOperatorKind kind, const Value& left, const Value& right, clang::QualType type);
  std::optional<Value> fixedQuotient(clang::BinaryOperatorKind kind, const IntegerValue& left,
                                     const IntegerValue& right, clang::QualType type);
  Value remainder(const Value& left, const Value& right, clang::QualType type, bool floor = false);
  Value pointerPlus(const PointerValue& pointer, const Value& index, clang::QualType pointee, bool negative);
  PointerValue insidePlus(const PointerValue& pointer, const IntegerValue* index, std::int64_t size, bool negative);
  Value convert(const Value& value, clang::QualType from, clang::QualType to);
  IntegerValue checked(IntegerValue value, clang::QualType type);
  std::optional<Int128> constantOf(const clang::Expr* expression) const;
  Value templateParameter(const clang::SubstNonTypeTemplateParmExpr* expression);
  void evaluateConditionally(const clang::Expr* expression);
  /// Polynomials that are >= 0 when `condition` is true (or false); incomplete is sound.
  std::vector<Polynomial> constraintsOf(const clang::Expr* condition, bool holds);
  std::vector<Polynomial> comparisonConstraints(clang::BinaryOperatorKind kind, const clang::Expr* leftSide,
                                                const clang::Expr* rightSide, bool holds);
  std::vector<Polynomial> besideZero(const Polynomial& value) const;

  // --- Quotients.cpp
  std::optional<SymbolId> quotientOf(const Polynomial& dividend, std::int64_t divisor, bool floor,
                                     clang::QualType type);
  std::optional<Value> quotient(const IntegerValue& dividend, std::int64_t divisor, bool floor, clang::QualType type);
  std::optional<Value> masked(const IntegerValue& value, const IntegerValue& mask, clang::QualType type);
  bool plainlyKeepsTo(const Bound& bound) const;
  bool needsNothing(const IntegerValue& value) const;
  bool plainlyNonNegative(const Polynomial& value) const;
  bool plainlyFits(const Polynomial& value, clang::QualType type) const;
  bool mentionsQuotient(const Polynomial& value) const;
  /// The value with remainders as what they are, so that nothing is needed for them; and nothing where that fails.
  std::optional<IntegerValue> withExactRemainders(const IntegerValue& value) const;
  std::vector<Polynomial> whereNotZero(const Polynomial& value, clang::QualType type);

  // --- RunTimeQuotients.cpp
  std::optional<IntegerValue> runTimeQuotient(const IntegerValue& dividend, const IntegerValue& divisor,
                                              clang::QualType type);
  std::optional<SymbolId> runTimeQuotientOf(Polynomial dividend, Polynomial divisor);
  std::optional<Polynomial> quotientsOf(const Polynomial& dividend, const Polynomial& divisor) const;
  /// `i / n * n + i % n` as `i`: the polynomial with remainders as what they are, where that is shorter.
  Polynomial withoutRemainders(Polynomial value) const;
  bool isPartOfDividend(const Polynomial& value) const;
  bool isOfDivision(const Polynomial& value) const;

  // --- ValueCases.cpp
  /// One of several values: what it is where the conditions hold, each >= 0.
  struct Case {
    IntegerValue value;
    std::vector<Polynomial> conditions;
  };
  /// How values that are one of several come out, each put in the place of its symbol, and what holds then.
  struct Outcome {
    std::vector<std::pair<SymbolId, Polynomial>> values;
    std::vector<Polynomial> conditions;
  };
  Value oneOf(const std::vector<Case>& cases, clang::QualType type);
  Value oneOf(const Value& yes, const State& where, const Value& no, const State& otherwise, std::size_t before,
              clang::QualType type);
  void joinValues(const State& yes, const State& no, std::size_t before);
  static std::vector<Case> comparedCases(llvm::StringRef name, const std::vector<IntegerValue>& of);
  Value comparedValue(const clang::CallExpr* call);
  bool isCase(const Polynomial& value) const;
  std::optional<std::vector<Outcome>> outcomesOf(const std::vector<Polynomial>& values) const;
  static Polynomial in(const Outcome& outcome, Polynomial value);
  void enter(const Outcome& outcome);
  bool accessInEachCase(AccessKind kind, const ElementPlace& element, clang::SourceLocation at, int update);
  bool requireInEachCase(const Bound& need, clang::SourceLocation at);
  std::vector<Polynomial> limitsOf(SymbolId id, bool above) const;
  bool keepsTo(const Bound& bound, const std::vector<Polynomial>& conditions) const;
  bool isNotNegative(const Polynomial& value, const std::vector<Polynomial>& conditions) const;

  // --- Places.cpp
  Place place(const clang::Expr* lvalue);
  Place subscript(const Value& base, const Value& index, clang::QualType elementType);
  Place member(const clang::MemberExpr* expression);
  Place dereference(const Value& pointer, clang::QualType type, clang::SourceLocation at);
  Value addressOf(const Place& place, clang::QualType type);
  Value load(const Place& place, const clang::Expr* expression);
  Value loadOuter(const OuterPlace& outer, const clang::Expr* expression);
  void store(const Place& place, const Value& value, const clang::Expr* target, clang::QualType type);
  void access(AccessKind kind, const ElementPlace& element, clang::SourceLocation at, int update = -1);
  Place promoted(const ElementPlace& element, const clang::Expr* expression);
  static bool surelyExists(const ArrayObject& object, const Polynomial& index);
  Place partOfComplex(const clang::UnaryOperator* part);

  // --- Addresses.cpp
  void noteLoaded(const clang::Expr* load, const Place& place);
  void noteRelation(const clang::Expr* relation, const clang::Expr* left, const Value& leftValue,
                    const clang::Expr* right, const Value& rightValue);
  void noteVariable(const clang::VarDecl* variable);
  bool asksForNull(const clang::BinaryOperator* op);
  bool tellNull(const clang::Expr* test, const clang::Expr* pointer, bool isNull);
  Place placeOfChoice(const clang::ConditionalOperator* choice);
  static Place eitherOf(const Place& one, const Place& other);
  static bool neverHold(const std::vector<Polynomial>& conditions);

  // --- Calls.cpp and KnownCalls.cpp
  void nameStatic(const clang::MemberExpr& function);
  Value evaluateCall(const clang::CallExpr* call);
  std::optional<Value> evaluateContainerCall(const clang::CallExpr* call);
  std::optional<OuterName> containerName(const clang::Expr* object);
  bool surelyNotNegative(const Polynomial& value) const;
  std::optional<Place> containerElement(const clang::CallExpr* call);
  std::optional<ArrayId> containerArray(const clang::Expr* object);
  std::optional<PointerValue> containerStart(const clang::Expr* object);
  std::optional<Value> moveIterator(const clang::CXXOperatorCallExpr* call);
  std::optional<Value> iteratorOperation(const clang::CXXOperatorCallExpr* call);
  Value evaluateOperatorCall(const clang::CXXOperatorCallExpr* call);
  void leaveMathState(const clang::CallExpr* call);
  void evaluateArguments(const clang::CallExpr* call);
  void refuseCall(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  Value containerSize(const clang::Expr* object, clang::QualType type);
  std::optional<Value> evaluateKnownCall(const clang::CallExpr* call);
  std::optional<Value> copyBytes(const clang::CallExpr* call);

  // --- CheckedAccess.cpp
  bool isInRange(const clang::CallExpr* call, const clang::Expr* object);
  bool sayForKernel(const clang::CXXMemberCallExpr* call);

  // --- LibraryCalls.cpp
  struct LibraryArgument {
    const clang::Expr* expression = nullptr;
    Value value;                 // of a reference: where it refers to
    std::optional<Place> place;  // of a reference
  };
  std::optional<Value> evaluateLibraryCall(const clang::CallExpr* call);
  std::vector<LibraryArgument> libraryArguments(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  void accessLibrary(AccessKind kind, const LibraryAccess& touched, const std::vector<LibraryArgument>& arguments,
                     const clang::FunctionDecl* callee);
  std::optional<IntegerValue> ofArguments(const Polynomial& value, const std::vector<LibraryArgument>& arguments) const;
  void accessElements(AccessKind kind, const PointerValue& pointer, const IntegerValue& begin, const IntegerValue& end,
                      clang::SourceLocation at);

  // --- Inlining.cpp
  struct Frame {
    const clang::FunctionDecl* function = nullptr;
    const clang::CallExpr* call = nullptr;
    Place object;                                 // what `this` points to
    std::vector<TextEdit> edits;                  // of the function's own text
    std::set<const clang::ParmVarDecl*> objects;  // parameters that stand for objects from outside the loop
    std::map<const clang::VarDecl*, Key>
        copies;                  // parameters, null for *this: of which outer objects the kernel has one
    std::string problem;         // why its text cannot be repeated
    std::vector<State> returns;  // where the call's control flow ends
    std::vector<Value> values;   // what it returns there
    std::vector<Place> places;
    std::size_t depth = 0;                   // loops around the call
    std::shared_ptr<const Closure> closure;  // of a lambda's call, when it is known
  };
  bool canInline(const clang::CallExpr* call, const clang::FunctionDecl* callee);
  bool inlineCall(const clang::CallExpr* call, Value* value, Place* result);
  bool tryInline(const clang::CallExpr* call, Value* value, Place* result);
  bool bindObject(const clang::CallExpr* call, const clang::CXXMethodDecl* method, Frame& frame);
  struct Binding {
    const clang::ParmVarDecl* parameter = nullptr;
    std::optional<Place> reference;  // what it stands for
    Value value;                     // what it holds
  };
  std::optional<Binding> bindingOf(const clang::ParmVarDecl* parameter, const clang::Expr* argument, Frame& frame);
  std::optional<OuterName> copiedObject(const clang::Expr* expression);
  std::optional<IntegerValue> copiedNumber(const clang::Expr* expression);
  bool bindParameters(const clang::FunctionDecl* definition, const std::vector<const clang::Expr*>& arguments,
                      Frame& frame);
  Frame walkCallee(const clang::FunctionDecl* definition, Frame frame, Value* value, Place* result);
  Value resultOf(const Frame& done, std::size_t before);
  bool inlineConstructor(const clang::CXXConstructExpr* construction);
  void returnFromCallee(const clang::ReturnStmt* statement);
  bool insideLoop(clang::SourceRange range) const;

  // --- Lambdas.cpp
  Value evaluateLambda(const clang::LambdaExpr* lambda);
  std::optional<Place> capturedPlace(const clang::DeclRefExpr* reference) const;
  std::optional<Value> capturedCopy(const clang::Expr* expression) const;
  void bindClosure(const clang::Expr* object, const clang::CXXMethodDecl* method, Frame& frame);
  Value outerClosure(const OuterName& name, clang::SourceLocation at);
  std::string repetitionProblem(const clang::LambdaExpr* lambda);
  void captureByCopy(const clang::VarDecl* variable, const clang::Expr* initialiser, Closure& closure);
  void captureByReference(const clang::VarDecl* variable, Closure& closure);
  void captureInitialised(const clang::VarDecl* variable, Closure& closure);
  bool isOwnThis() const;
  Value evaluateBlock(const clang::StmtExpr* block);

  // --- Introducers.cpp
  void noteInClosure(const OuterName& name, int capture);
  void rewriteIntroducers();
  void rewriteIntroducer(const clang::LambdaExpr* lambda);

  // --- KernelFunctions.cpp
  bool mustRepeat(const clang::FunctionDecl* definition, const Frame& done) const;
  bool lacksItsClass(const clang::FunctionDecl* definition, const Frame& done) const;
  void repeatInKernel(const clang::CallExpr* call, const clang::FunctionDecl* definition, Frame& done);
  std::optional<KernelFunction> functionText(const clang::FunctionDecl* definition, Frame& done, std::string& problem);
  std::string parametersText(const clang::FunctionDecl* definition, const Frame& done);
  /// The parameter of the loop's own template that `parameter` stands for in the text of the innermost call, or null:
  /// `C` of `const Mat<R, C>& a` in what `a.at(i, k)` calls. `ended`: a call that was the innermost one.
  const clang::NonTypeTemplateParmDecl* ownParameter(const clang::NonTypeTemplateParmDecl* parameter,
                                                     const Frame* ended = nullptr) const;
  bool rewriteCall(const clang::CallExpr* call, const clang::FunctionDecl* definition, const Frame& done,
                   const BodyPiece& opening);
  std::optional<int> returnedMember(const KernelFunction& function) const;
  std::string functionWish(const clang::CallExpr* call, const clang::FunctionDecl* definition, const Frame& done) const;
  Frame* frameAt(clang::SourceLocation location);
  void obstacle(clang::SourceLocation at, const std::string& message);

  // --- Appends.cpp
  struct AppendPlace {
    Polynomial index, step;  // behind the elements that were there before
  };
  bool tryAppend(const clang::CXXMemberCallExpr* call);
  std::optional<AppendPlace> appendPlace(const Key& key);
  int appendTo(const OuterName& name, ArrayId id, const std::optional<AppendPlace>& where, clang::SourceLocation at);
  int countAppends(const OuterName& name, int append);
  void recordAppended(int append, const std::optional<AppendPlace>& where, std::int64_t bytes,
                      clang::SourceLocation at);
  bool mayCount(const clang::CXXMemberCallExpr* call) const;
  void refuseIrregularAppends();
  void refuseCopiesOfWritten();

  // --- Updates.cpp
  bool tryUpdate(const clang::Expr* expression);
  bool valueIsUsed(const clang::Expr* expression);
  void requireElements(const clang::Stmt* expression);
  struct UpdateShape {
    const clang::Expr* target = nullptr;
    std::vector<const clang::Expr*> operands;  // evaluated, must not read the target
    std::vector<const clang::Expr*> mentions;  // further occurrences of the target
    std::vector<const clang::Expr*> tried;     // operands that the program evaluates until the result is certain only
    UpdateOperator op = UpdateOperator::Add;
    bool ties = false;
    bool ignoresNan = false;
    bool takesNan = false;
  };
  std::optional<UpdateShape> updateShape(const clang::Expr* expression);
  std::optional<UpdateShape> assignedShape(const clang::Expr* target, const clang::Expr* value);
  std::optional<UpdateShape> extremumShape(const clang::Expr* target, const clang::Expr* value,
                                           const clang::Expr* condition, bool takeWhenTrue);
  bool updatable(const clang::Expr* target, const UpdateShape& shape);
  void recordUpdate(const UpdateShape& shape, const Place& target, const std::vector<int>& locations);
  std::optional<UpdateShape> calledExtremum(const clang::Expr* target, const clang::CallExpr* call);
  bool same(const clang::Expr* left, const clang::Expr* right) const;

  // --- ArgExtrema.cpp and ExtremaChains.cpp
  std::optional<std::vector<OuterName>> locationNames(const Assignments& assignments, const Assigned* extremum,
                                                      const Key& target);
  std::vector<int> assignLocations(const Assignments& assignments, const Assigned* extremum,
                                   const std::vector<OuterName>& names);
  bool tryLocation(const Guarded& guarded);
  struct Located {
    const clang::Expr* value = nullptr;  // `a[i]`
    const clang::Expr* best = nullptr;   // `a[at]`, which is the same where `at` is i
    UpdateOperator op = UpdateOperator::Max;
    bool ties = false;
    std::size_t comparison = 0;  // among the tests of the condition
  };
  std::optional<Located> locatedIn(const Guarded& guarded) const;
  bool keepsItsValue(const Located& located, const Assignments& assignments) const;
  void markLocated(const Assigned& assigned, const clang::Expr* value, int update);
  void evaluateAround(const Guarded& guarded, const Located& located);
  std::optional<UpdateShape> extremumOf(const clang::IfStmt* statement);
  bool tryExtremaChain(const clang::IfStmt* first);

  // --- BothBranches.cpp
  bool touchTheSame(const Access& left, const Access& right) const;
  /// A statement that has been walked, and its accesses in the model.
  struct Walked {
    const clang::Stmt* statement = nullptr;
    std::size_t first = 0, last = 0;
  };
  std::vector<Access> certainWrites(const std::vector<Walked>& path, std::size_t conditions) const;
  void joinWrites(const clang::Stmt* choice, const std::vector<std::vector<Access>>& paths);
  void joinCases(const clang::SwitchStmt* choice, const std::vector<Walked>& statements, std::size_t conditions);

  // --- CopiedElements.cpp
  /// What is read of an element of which the variable is a copy.
  std::vector<ElementPlace> usedParts(const clang::VarDecl* variable, const ElementPlace& element);
  bool readsUsedParts(const clang::VarDecl* variable, const clang::Expr* initialiser);

  // --- SameConditions.cpp
  bool givesTheSame(const clang::Stmt* test, const std::set<const clang::VarDecl*>& changed, bool memory);
  bool setWhere(const std::vector<Conjunct>& guards, const clang::CompoundStmt* block,
                const std::vector<const clang::Stmt*>& path, const clang::VarDecl* variable);
  bool setUnderSameCondition(const OuterName& name, const clang::Expr* read);

  // --- OutParameters.cpp
  std::optional<Place> lentVariable(const clang::ParmVarDecl* parameter, const clang::Expr* argument,
                                    const clang::FunctionDecl* callee);
  std::optional<Place> pointedVariable(const clang::Expr* lvalue) const;
  void refuseSumThroughPointer(const clang::Expr* target, const std::string& name);

  // --- FindFirst.cpp
  struct NoneTest;
  bool tryFirst(const Guarded& guarded);
  std::optional<NoneTest> noneIn(const clang::Expr* test, bool holds, const Assignments& assignments);
  std::optional<std::vector<Bound>> endingNone(const clang::BinaryOperator* comparison, bool holds,
                                               const Assigned& assigned, bool targetLeft);
  Value quietly(const clang::Expr* expression);
  bool isKeptSize(const clang::Expr* expression) const;
  bool endsNone(const std::vector<OuterName>& names) const;
  bool mayTakeFirst(const Guarded& guarded, const NoneTest& none);
  OuterName firstName(const NoneTest& none) const;
  void recordFirst(const NoneTest& none, const std::vector<int>& locations);
  bool takeFirst(const Guarded& guarded, const NoneTest& none, const std::vector<Conjunct>& tests, std::size_t place);
  bool takeFirstAndBest(const Guarded& guarded, const NoneTest& none, const clang::Expr* alternative);
  bool tryFirstNested(const clang::IfStmt* statement);
  bool tryFirstChain(const clang::IfStmt* statement);

  // --- GuardedExtrema.cpp, GuardedRuns.cpp and ConditionalAssignments.cpp
  struct GuardedExtremum;
  std::optional<Guarded> guardedChoice(const clang::BinaryOperator* assignment) const;
  bool takesExtremum(const Guarded& guarded);
  std::optional<GuardedExtremum> extremumIn(const Guarded& guarded);
  bool tryGuarded(const Guarded& guarded);
  bool tryUpdateIf(const clang::IfStmt* statement, bool whole = true);
  void evaluateTests(const Guarded& guarded, GuardedExtremum& extremum);
  /// How many statements of a block, from `first` on, were walked together; 0: none.
  std::size_t tryGuardedRun(const std::vector<const clang::Stmt*>& block, std::size_t first);
  bool tryGuardedRest(const std::vector<const clang::Stmt*>& block, std::size_t first, const clang::VarDecl* flag,
                      const clang::Expr* meaning);
  bool joinRun(Guarded& run, const clang::Stmt* statement, const clang::VarDecl* flag) const;
  bool closeRun(Guarded& run, const clang::Stmt* statement);
  /// Whether nothing stands between the end of `statement` and that of the iteration, or of the called function.
  bool isLast(const clang::Stmt* statement, bool ofFunction);
  std::size_t changes() const;
  bool tryChoice(const clang::BinaryOperator* assignment);
  bool keepsItself(const clang::Expr* value, const clang::Expr* target) const;
  void walkChoice(const clang::Expr* target, const clang::Expr* value);
  void mention(const clang::Expr* variable);

  // --- Recomputed.cpp
  struct Leaving;
  void recomputeCarried();
  std::optional<Leaving> leavingOf(const clang::VarDecl* variable, const clang::CompoundStmt* block);
  bool readAgain(const Leaving& leaving);
  bool startFrom(const Leaving& leaving);
  std::optional<std::vector<BodyPiece>> declaredAgain();
  int firstCapture(const clang::VarDecl* variable);
  std::string freeName(std::string wish) const;

  // --- DeclaredReductions.cpp
  struct DeclaredUpdate {
    const clang::Expr* target = nullptr;
    std::vector<const clang::Expr*> mentions;  // of the target, the first one included
    const clang::Expr* operand = nullptr;
    const clang::FunctionDecl* function = nullptr;
    const clang::CallExpr* call = nullptr;
    DeclaredOperation operation;
  };
  std::optional<DeclaredUpdate> declaredUpdate(const clang::Expr* expression);
  bool tryDeclared(const clang::Expr* expression);
  void walkDeclared(const clang::FunctionDecl* function, const clang::CallExpr* call);
  const clang::DeclRefExpr* otherMention(const clang::Stmt* statement, const clang::VarDecl* variable);
  void refuseMemberOfCombined(const Key& key, clang::SourceLocation at);

  // --- Optionals.cpp
  std::optional<Value> optionalConstruction(const clang::CXXConstructExpr* construction);
  std::optional<Value> optionalCall(const clang::CallExpr* call);
  std::optional<Place> optionalContent(const clang::CallExpr* call);
  bool optionalObject(const clang::Expr* object, bool changes, bool holds = false);
  bool holdsNumber(const clang::Expr* made) const;
  const clang::VarDecl* optionalVariable(const clang::Expr* object) const;
  void engage(const clang::VarDecl* variable, bool holds);
  void assume(const clang::Expr* condition, bool holds);

  // --- Marks.cpp
  bool markable(const clang::Expr* assignment) const;
  void mark(const clang::Expr* assignment, BodyPiece::Kind begin, BodyPiece::Kind end, int index);
  bool markAssignment(const clang::Expr* target, int scalar);
  bool namesElement(const clang::Expr* target);

  // --- Statements.cpp
  void walk(const clang::Stmt* statement);
  void walkDeclaration(const clang::VarDecl* variable);
  void evaluateSizes(clang::QualType written);
  void evaluateSizes(const clang::UnaryExprOrTypeTraitExpr* trait);
  void walkIf(const clang::IfStmt* statement);
  void walkKept(const clang::IfStmt* statement);
  void walkInnerLoop(const clang::Stmt* loop);
  void walkLoopBody(const clang::Stmt* loop, int index);
  void joinContinued();
  bool declareType(const clang::Decl* declaration);
  void walkReference(const clang::VarDecl* variable, const clang::Expr* initialiser);
  void walkReturn(const clang::Stmt* statement);
  void leave();
  static State merged(const State& left, const State& right);
  void forget(const clang::Stmt* statement);

  // --- Jumps.cpp
  void walkBlock(const clang::CompoundStmt* block, const clang::Stmt* leftOut = nullptr);
  void walkBreak(const clang::BreakStmt* jump);
  void walkContinue(const clang::ContinueStmt* jump);
  void walkGoto(const clang::GotoStmt* jump);
  void arrive(const clang::LabelStmt* label);
  void walkSwitch(const clang::SwitchStmt* statement);
  void walkOnce(const clang::DoStmt* block);
  std::optional<std::size_t> loopsLeft(const clang::GotoStmt* jump);
  void mergeBreaks(const clang::Stmt* statement);

  // --- Bindings.cpp
  void bindParts(const clang::DecompositionDecl* whole);
  void bindHolders(const clang::DecompositionDecl* whole);
  Place placeOfBinding(const clang::BindingDecl* part);

  // --- LoopHeader.cpp, SecondaryInduction.cpp and TripCounts.cpp
  /// A further variable of the header: `j` of `for (int i = 0, j = n; i < j; ++i, --j)`, `e` of `int i = 0, e = n`.
  struct SecondaryVariable {
    const clang::VarDecl* variable = nullptr;
    Value first;
    Polynomial step{0};
    std::string text;  // its first value, when that is no polynomial: valid before the loop
  };
  struct HeaderStep {
    const clang::VarDecl* variable = nullptr;
    Polynomial amount;
  };
  enum class StepPlace { Outside, BeforeTest, AfterTest };  // `++i` beside, `++i < n`, `i++ < n`
  struct Header {
    const clang::VarDecl* variable = nullptr;  // the induction variable
    StepPlace stepPlace = StepPlace::Outside;
    const clang::UnaryOperator* stepInside = nullptr;  // the step, when it stands in the condition
    bool testedLast = false;                           // `do ... while`
    Value start;
    Polynomial step{0};
    std::vector<SecondaryVariable> secondaries;
    std::optional<Polynomial> value;      // of it, over the loop's counter
    std::optional<PointerValue> pointer;  // iterator loops: what it points to in iteration `counter`
    const clang::Expr* rows = nullptr;    // range loops over a container of containers
    std::optional<TripCount> trip;
    std::vector<Polynomial> constraints;  // over the counter, beyond counter >= 0
    std::vector<Requirement> requirements;
    std::vector<Bound> bounds;       // must hold before the loop
    std::vector<Bound> innerBounds;  // must hold in every iteration
    std::string code, problem;       // why it cannot be counted
  };
  Header headerOf(const clang::Stmt* loop, SymbolId counter);
  void spreadBounds(Header& header) const;  // in ValueCases.cpp
  void readCounted(Header& header, const clang::Stmt* loop, const std::vector<HeaderStep>& steps, SymbolId counter);
  void readRange(Header& header, const clang::CXXForRangeStmt* loop, SymbolId counter);
  std::optional<std::vector<HeaderStep>> stepsOf(const clang::Stmt* loop, Header& header);
  bool readSecondaries(Header& header, const clang::Stmt* loop, const std::vector<HeaderStep>& steps);
  std::optional<SecondaryVariable> secondaryOf(const clang::Stmt* loop, const clang::VarDecl* variable,
                                               const Polynomial& step, std::string& problem);
  Value secondaryValue(const SecondaryVariable& secondary, const Polynomial& iteration);
  void declareSecondaries(const Header& header);
  void finishTrips(Header& header, const clang::Stmt* loop, SymbolId counter);
  Value hostNumber(const clang::Expr* expression);
  bool mentionsChanging(const clang::Stmt* statement) const;
  std::optional<Value> sideOf(const clang::Expr* side, const Header& header);
  std::optional<IntegerValue> distanceBetween(const PointerValue& from, const PointerValue& to);
  void countTrips(Header& header, const clang::Expr* condition, SymbolId counter);

  std::optional<Value> startOf(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem);
  bool endsUnused(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem);
  std::optional<Value> pointerAtEntry(const clang::Stmt* loop, const clang::VarDecl* variable, std::string& problem);
  std::optional<Value> boundValue(const clang::Expr* expression);
  std::optional<Polynomial> stepOf(const clang::Expr* increment, const clang::VarDecl*& variable);
  bool changedInBody(const clang::Stmt* loop, const clang::VarDecl* variable) const;
  void bindRangeVariable(const clang::CXXForRangeStmt* loop, const Polynomial& position);
  std::optional<std::int64_t> arrayLength(clang::QualType type) const;
  Place partOfRange(const Place& whole, const clang::Expr* range, const Polynomial& position, clang::QualType type);
  void declareRootVariable(const clang::Stmt* loop, const Header& header);
  std::string walkedAs(const clang::VarDecl& variable, const Capture& capture);
  bool declareWalking(const clang::VarDecl* variable, const PointerValue& pointer);
  void requireInside(const Header& header, NestedLoop& loop);
  int addLoop(const clang::Stmt* loop, int parent);
  Value valueOf(const clang::Expr* expression);
  bool mentionsLocal(const clang::Stmt* statement) const;
  Key keyOf(const clang::VarDecl* variable) const;

  // --- InductionVariables.cpp
  std::optional<LastingPolynomial> lasting(const Polynomial& polynomial) const;
  std::optional<Polynomial> current(const LastingPolynomial& polynomial);
  std::optional<Value> stepped(const Value& start, const Step& step, const Polynomial& count, clang::QualType type);
  std::optional<Value> valueBefore(const clang::VarDecl* variable, const Key& key, int index, const State& before);
  std::optional<Step> stepBetween(const Value& start, const Value& end, SymbolId counter, clang::QualType type);
  /// Around the walk of one iteration; `before`: the state in front of the loop.
  std::optional<SymbolId> risen(const clang::Stmt* loop, const clang::VarDecl* variable, const Value& start);
  void beginRise(const clang::Stmt* loop, int index, const clang::VarDecl* variable, const Value& start);
  void endRises(const clang::Stmt* loop, const State& before);
  bool mentionsRising(const IntegerValue& value) const;
  /// Whether all that is needed of a place behind such a counter surely holds: no guard could ask for it.
  bool needsOfRisingHold(const IntegerValue& value) const;
  void beginIteration(const clang::Stmt* loop, int index, const State& before);
  void endIteration(const clang::Stmt* loop, int index);
  void afterLoop(const clang::Stmt* loop, int index, const State& before);
  bool stepsEvenly(const Key& key) const;
  std::optional<Step> stepLeaving(const Value& end, SymbolId counter);
  void keepWrapAround(ScalarState& scalar, const clang::VarDecl* variable, const Step& step);
  void keepEntry(ScalarState& scalar, const clang::VarDecl* variable, const Value& start);

  /// One of the rows of a container of containers, at an index that varies.
  struct Row {
    std::string rows, name, identity;  // the container's expression, name and identity
    std::string path;                  // from the container to the row: `[]`, `[][]`, `[].values`
    Value index;                       // among all rows that the path leads to
    std::vector<Polynomial> inside{};  // what holds of the subscripts on the way
  };

  // --- Scan.cpp
  struct Storing {
    const clang::Expr* stepping = nullptr;             // a counter's step in the target's subscript
    bool unread = false;                               // ... whose value is the subscript, and no read of the counter
    std::vector<const clang::Expr*> updates;           // of variables from outside, in the statement
    std::vector<int> running;                          // scalars whose running value it reads
    const clang::CXXMemberCallExpr* growth = nullptr;  // the statement itself, `out.push_back(x)`
    int counted = -1;                                  // ... whose elements are counted, of model.appends
  };
  bool mayBeSuspended(const clang::Stmt* statement) const;
  void walkStore(const clang::Stmt* statement);
  bool suspend(const clang::Stmt* statement, const Storing& stored);
  void finishSuspensions();

  // --- StreamCompaction.cpp
  struct Compaction {
    const clang::Expr* counter = nullptr;  // an lvalue
    Key key;
    const clang::Expr* step = nullptr;    // that each of its writes belongs to
    const clang::Expr* inside = nullptr;  // the same, where it stands in the subscript
    bool stepped = false;                 // the subscript sees the value behind the step
    Polynomial at;                        // what else it adds
  };
  std::optional<Compaction> compactionOf(const clang::Stmt* statement);
  std::optional<Key> counterKey(const clang::Expr* lvalue);
  bool findStepBeside(Compaction& compaction, const clang::Stmt* statement);
  const clang::Expr* stepIn(const clang::Stmt* statement, const clang::Expr* counter) const;
  bool changes(const clang::Stmt* statement, const clang::Expr* counter, const clang::Expr* known) const;
  std::optional<Polynomial> fixedTerm(const clang::Expr* term);
  void settleCompactions();
  void keepPackedApart(std::size_t scalar, const Compaction& compaction);
  std::int64_t constantStep(const clang::Expr* step) const;

  // --- HeadExits.cpp, Search.cpp, LoopRestart.cpp and Extents.cpp
  bool isExit(const clang::Stmt* loop, const clang::Expr* test);
  std::optional<Polynomial> flagAtEntry(const clang::Stmt* loop, const clang::Expr* test);
  bool setsExitFlag(const clang::Stmt* statement) const;
  void walkExits();
  bool surelyLeaves(const clang::Stmt* statement) const;
  void recordLeave(const clang::Stmt* statement);
  void requireDefined(const clang::BinaryOperator* op, const Value& right);
  void checkSpeculation();
  void readRestart(const clang::Stmt* loop, const Header& header);
  void boundExtent(ArrayObject& object, const clang::ParmVarDecl* parameter, const std::string& expression);
  std::optional<Polynomial> extentOf(const std::string& expression);
  bool everAssigned(const clang::VarDecl* variable);
  std::string extentProblem(const clang::ParmVarDecl* pointer, const std::string& expression);
  bool mayChangeBefore(const clang::VarDecl* variable);

  // --- Overlooked.cpp
  void lookAt(const clang::Expr* expression) {
    lookedAt_.insert(expression);
    lookedAt_.insert(expression->IgnoreParens());
  }
  void lookAtAll(const clang::Stmt* statement);
  /// An object that only says which class a static member is of.
  void lookAtUnused(const clang::Expr* object);
  void lookAtNames(const clang::Stmt* statement, const clang::VarDecl* variable);
  const clang::Expr* overlookedIn(const clang::Stmt* statement) const;

  // --- Names.cpp and Objects.cpp
  struct OuterName {
    Key key;
    std::string expression;  // C++ lvalue on the host
    std::string name;        // wished for
    clang::QualType type;
    bool inMemory = false;
    const clang::VarDecl* variable = nullptr;  // null: a member of `this`
    std::string identity;
    clang::SourceRange range;
    std::shared_ptr<const Row> row;  // this is one of many: no name of the host's reaches it
    bool constObject = false;        // of a class or container: the program cannot write it through this name
    PartOf part{};                   // of a member
  };
  std::optional<OuterName> outerName(const clang::Expr* expression);
  std::optional<OuterName> namedObject(const clang::Expr* expression);
  std::optional<OuterName> outerPointee(const clang::Expr* pointer);
  std::optional<OuterName> outerThis(const clang::CXXThisExpr* self);
  std::optional<OuterName> memberName(const OuterName& object, const clang::MemberExpr* member);
  PartOf partOf(const OuterName& object, const clang::FieldDecl* field) const;
  /// The host follows a pointer or an index to the object `key` before the loop: may it, where there is an iteration?
  void reached(const Key& key, clang::SourceLocation at);
  void checkReached();
  std::optional<Place> returnedPlace(const clang::CallExpr* call);
  std::string hostMember(const OuterName& object, const clang::FieldDecl* field);
  std::optional<std::string> privateMember(const clang::DeclaratorDecl& member, clang::SourceLocation at);
  std::string staticMember(const clang::VarDecl& member, const std::string& text, clang::SourceLocation at);
  bool holdsMemory(clang::QualType type) const;
  std::size_t happened() const;
  bool isLocal(const clang::VarDecl* variable) const { return locals_.count(variable) != 0; }
  bool addressTaken(const clang::VarDecl* variable);
  const clang::ParentMap& parents(const clang::FunctionDecl* function);
  const clang::FunctionDecl* currentFunction() const {
    return frames_.empty() ? &input_.function : frames_.back().function;
  }
  // --- Rows.cpp
  clang::QualType rowType(const clang::Expr* container) const;
  std::optional<Place> rowPlace(const clang::Expr* container, const Value& index, clang::QualType written,
                                clang::SourceRange range);
  Row rowAt(const OuterName& rows, const Value& index);
  void holdContainer(const OuterName& rows, clang::SourceLocation at);
  std::optional<Place> rowOfArray(const clang::ArraySubscriptExpr* element);
  void rowMember(const OuterName& object, const clang::FieldDecl* field, OuterName& name);
  Place partOfRow(const OuterName& name);
  std::optional<PointerValue> rowStart(const OuterName& name, clang::QualType element);
  std::vector<Polynomial> insideRow(const OuterName& name, const Value& column);
  SymbolId pitchOf(const Row& row);
  SymbolId rowSize(const OuterName& name);
  bool mentionsRowSize(const Polynomial& value) const;

  // --- PointerRows.cpp
  /// Rows behind pointers: of the pointers' array, with a pitch.
  struct PointerRows {
    ArrayId table;
    SymbolId pitch;
  };
  std::optional<PointerValue> pointerRow(const ElementPlace& table, clang::QualType pointer, clang::SourceLocation at);
  std::vector<Polynomial> insidePointerRow(ArrayId rows, const IntegerValue& offset) const;
  void checkPointerRows();

  int capture(const OuterName& name, const Capture& details);
  void captureScalar(const OuterName& name, int scalar);
  void edit(clang::SourceRange range, BodyPiece piece);
  bool editAround(clang::SourceRange outer, clang::SourceRange inner, const BodyPiece& opening,
                  const std::string& closing);
  int scalar(const Key& key);
  SymbolId parameter(const OuterName& name);
  SymbolId parameterOf(const std::string& expression, const std::string& name, clang::QualType type);
  SymbolId newSymbol(SymbolKind kind, const std::string& name);
  std::optional<ArrayId> array(const std::string& name, const std::string& base, clang::QualType element,
                               const std::function<void(ArrayObject&)>& complete);
  std::optional<ArrayId> pointerArray(const OuterName& name);
  std::optional<ArrayId> arrayObject(const OuterName& name);

  // --- Storage.cpp and NeverWritten.cpp
  bool neverWritten(const clang::VarDecl* variable);
  bool isStable(const clang::Stmt* statement);
  void describeAllocation(const OuterName& name, ArrayObject& object);
  std::optional<ArrayId> uniqueArray(const clang::Expr* object, clang::SourceRange range);
  std::optional<ArrayId> iteratorArray(const OuterName& name);
  std::optional<ArrayId> variableArray(const OuterName& name, const clang::VariableArrayType& type);
  std::optional<Int128> keptConstant(const clang::VarDecl* variable);
  std::optional<Int128> foldedConstant(const clang::Expr* expression);

  // --- VariableRows.cpp
  struct RowChain;
  std::optional<Place> variableRowElement(const clang::ArraySubscriptExpr* element);
  std::optional<ArrayId> variableRowsArray(const OuterName& name);
  std::string pitchText(const RowChain& chain, std::size_t level) const;
  int pitchCapture(const RowChain& chain, std::size_t level);
  Value pitchValue(const RowChain& chain, std::size_t level);
  void flattenSubscripts(const RowChain& chain);
  std::optional<ArrayId> wrappedPointer(const OuterName& name, clang::QualType element, const std::string& base);
  const clang::VarDecl* familyOf(const clang::VarDecl* variable);
  std::optional<Value> derivedPointer(const OuterName& name);
  std::optional<Polynomial> offsetFrom(const clang::VarDecl* variable, const clang::VarDecl* family, ArrayId array);
  bool addOffsets(const clang::Expr* pointer, bool negative, std::optional<Polynomial>& sum);
  void declareDerived(const OuterName& name, const OuterName& root, const Polynomial& offset);
  std::string typeText(clang::QualType type, clang::SourceLocation at);
  bool nameable(clang::QualType type) const;
  bool nameable(const clang::TemplateArgument& argument) const;
  std::string sourceText(clang::SourceRange range) const;
  std::string hostSource(const clang::Expr* expression) const;
  std::optional<std::pair<std::size_t, std::size_t>> offsets(clang::SourceRange range) const;
  SourcePoint point(clang::SourceLocation location) const;
  void effect(const std::string& code, clang::SourceLocation at, const std::string& message,
              const std::string& hint = "", std::vector<Edit> fixes = {});
  void require(const std::vector<Bound>& needs, clang::SourceLocation at);
  /// Those behind the first so many.
  void dropObligations(std::size_t kept);
  void keepEdits(std::vector<TextEdit> kept);
  void countWork(int operations);
  void collectLocals(const clang::Stmt* statement);
  void memoryScalar(const OuterName& name, clang::SourceLocation at);
  std::int64_t sizeOf(clang::QualType type) const;
  std::pair<Int128, Int128> rangeOf(clang::QualType type) const;
  std::string hostText(const Polynomial& polynomial, const std::string& type = "clustrix::Index") const;
  std::optional<std::string> hostSubscript(const IntegerValue& index, clang::QualType written) const;

  const WalkInput& input_;
  clang::ASTContext& context_;
  const WrittenSets& known_;
  TextFacts& text_;
  State state_;
  std::vector<int> path_;                       // loops around the current point
  std::vector<const clang::Stmt*> statements_;  // inner loops and switches around the current point
  std::vector<const clang::Stmt*> breakTargets_;
  std::optional<Storing> storing_;                   // the statement at hand writes memory
  std::vector<TextEdit> suspensions_;                // edits that only a scan needs
  std::vector<Compaction> compactions_;              // Access::packedStep counts these until they are settled
  std::map<const clang::Expr*, int> stepUpdates_;    // in model.updates
  bool searching_ = false;                           // the loop may be left early: see Leave
  bool speculating_ = false;                         // ... and this is its body
  std::vector<const clang::Stmt*> leaves_;           // statements that leave it, which are not walked
  std::map<const clang::VarDecl*, bool> exitFlags_;  // variables that end the loop, by the value that does
  bool promising_ = false;                           // the loop stands for an algorithm's call, whose ranges are valid
  std::vector<std::pair<ArrayId, Polynomial>> promised_;  // elements that it names: see Access::exists
  const clang::Stmt* header_ = nullptr;                   // the inner loop whose first part is walked
  const clang::VarDecl* rootVariable_ = nullptr;          // that the modelled loop counts with, or gives an element
  std::set<const clang::UnaryOperator*> bodySteps_;       // of loops that count with them
  const clang::Expr* chosen_ = nullptr;  // the value of a `?:` that an assignment takes where it stands
  std::vector<Frame> frames_;            // calls that are walked, outermost first
  std::map<const clang::CXXRecordDecl*, const clang::LambdaExpr*> lambdas_;  // those of the kernel's text
  std::set<const clang::CXXRecordDecl*> calledLambdas_;
  std::map<const clang::CXXRecordDecl*, std::set<int>> added_;  // captures of the kernel that a lambda has to name
  int silent_ = 0;                                 // above 0: what is evaluated has no text of its own to edit
  SharedMap<Key, Value> entryValues_;              // when the inner loop at hand was entered
  std::map<const clang::Stmt*, int> loopIndices_;  // in model.loops
  std::vector<std::map<Key, Value>> starts_;       // of stepping variables, in the iteration at hand of each loop
  std::vector<std::vector<State>> continued_;      // what holds at each `continue` of the loops around
  std::map<const clang::Stmt*, PointerValue> rangeArrays_;      // what range-for loops walk
  std::map<const clang::Stmt*, const clang::Expr*> rangeRows_;  // or a container of containers
  std::map<const clang::Stmt*, Place> rangeParts_;              // or an array in something else
  std::set<const clang::VarDecl*> locals_;                      // declared inside the loop
  std::map<const clang::VarDecl*, bool> hostPointers_;          // those that hold nothing but pointers of the host's
  std::set<const clang::Expr*> told_;                           // tests for null that the host answers
  std::map<const clang::VarDecl*, Place> references_;
  std::map<const clang::LabelStmt*, std::vector<State>> arrivals_;  // of jumps to a label further down
  std::map<const clang::Stmt*, std::vector<State>> breaks_;         // of jumps behind a switch or `do ... while (0)`
  std::map<Key, OuterName> outer_;
  std::map<Key, int> scalars_;
  std::map<Key, SymbolId> parameters_;
  std::map<SymbolId, const clang::Expr*> numbers_;  // those that the host computes, by the text that says them
  std::map<std::string, ArrayId> arrays_;
  std::map<std::string, int> captures_;
  std::map<std::string, clang::SourceLocation> copied_;  // objects of which a capture is a copy
  std::map<std::string, ArrayId> taken_;                 // objects of which a capture leads to the elements
  std::vector<clang::QualType> elementTypes_;            // parallel to model.arrays
  bool bounding_ = false;                                // an inner loop's head is read
  std::set<ArrayId> bounds_;                             // arrays that it reads
  std::map<const clang::VarDecl*, Value> derived_;       // pointers into the array of another one
  int rowPlaces_ = 0;
  std::set<int> rowSizes_;  // symbols that are sizes of rows
  std::map<ArrayId, PointerRows> pointerRows_;
  struct Remainder {
    Polynomial exact;           // over a quotient
    std::optional<Bound> need;  // for the loop that stands for it
    bool byNumber = true;       // by a number that is known here
  };
  std::map<SymbolId, Remainder> remainders_;     // counters that stand for them
  std::map<SymbolId, std::vector<Case>> cases_;  // of values that are one of several
  enum class Reached { Sometimes, InEachIteration, BeforeThem };
  std::map<Key, Reached> reached_;
  std::map<Key, int> appended_;                    // elements that the iteration has added so far
  std::map<std::string, std::string> ownMembers_;  // how members of `this` are spelled: one spelling for each
  std::set<std::pair<std::string, std::string>> effects_;
  std::map<std::pair<Polynomial, Polynomial>, SymbolId> runTimeQuotients_;  // of a dividend and a divisor
  std::map<std::size_t, const clang::Stmt*> joined_;  // accesses that all paths through a choice have
  std::set<SymbolId> rising_;                         // opaque values of counters that an inner loop only raises
  std::set<const clang::CallExpr*> notInlined_;       // calls whose arguments were evaluated in vain
  std::set<const clang::CallExpr*> refused_;          // calls of which an effect was told
  std::set<std::pair<const clang::Expr*, const clang::CallExpr*>> unnamed_;  // what is no object's name, in which call
  /// What calls return, in which call, that have been walked with an effect: once more they would tell the same.
  std::map<std::pair<const clang::CallExpr*, const clang::CallExpr*>, Place> refusedPlaces_;
  llvm::DenseSet<const clang::Stmt*> lookedAt_;  // evaluated, taken for a place, or a part of an idiom
  std::set<const clang::FunctionDecl*> walked_;  // functions that are called in an iteration
  std::size_t timesTold_ = 0;                    // of effects, those that were known included
  /// The first so many of `edits` and of the obligations, for what is compared with all of them.
  std::set<std::tuple<std::size_t, std::size_t, BodyPiece::Kind, int>> knownEdits_;
  std::size_t editsKnown_ = 0;
  using Asked = std::tuple<Polynomial, Int128, Int128, std::vector<int>, std::vector<Polynomial>>;
  std::map<Asked, int> knownObligations_;  // how often
  std::size_t obligationsKnown_ = 0;
};

}  // namespace clustrix::compiler

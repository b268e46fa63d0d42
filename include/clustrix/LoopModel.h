// A LoopModel is one loop and all that can happen in one of its iterations.
//
//     for (int i = 0; i < n; ++i)            loops[0]  counter k0, value 0 + k0, k0 <= n-1
//       for (int j = 1; j < m; ++j)          loops[1]  counter k1, value 1 + k1, k1 <= m-2
//         a[i*m + j] += b[j];                accesses  a[k0*m + k1 + 1] read+write, b[k1 + 1] read
//
// The frontend makes one model for each loop of an annotated function, each as if its loop were entered now: every
// variable declared outside the loop is a Parameter (its value when the loop starts), an array or a scalar that the
// loop writes. A model knows nothing of Clang: it is a value, prints itself, and the stages behind it need no AST.
// An over-approximation is sound throughout: an access may be listed that never happens, never the other way round.
#pragma once

#include "clustrix/Effect.h"
#include "clustrix/KernelText.h"
#include "clustrix/Polynomial.h"
#include "clustrix/RowPath.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clustrix::compiler {

enum class SymbolKind {
  Counter,    // normalised iteration number of a loop of the nest: 0, 1, 2, ...
  Parameter,  // one value for the whole loop, known on the host when the loop starts
  Opaque,     // an integer that may be different at each evaluation (data, a call's result)
  Quotient,   // of other symbols, by `Symbol::division`
};

/// An integer division by a positive number: `rest = dividend - divisor * quotient` keeps to (-divisor, divisor) and
/// has the sign of the dividend, or keeps to [0, divisor) where `floor` says so.
struct Division {
  Polynomial dividend;  // over counters, parameters and quotients that come before this one
  std::int64_t divisor = 1;
  bool floor = false;
};

/// Integers in the elements of an array, numbered through all of them: each element is one; or, where `type` says of
/// what type, there are `run` in each from its byte `begin` on, and `edges[e].ends[c]` is number `run * e + c`.
struct NumberList {
  ArrayId array;
  std::string type{};  // C++, "" where each element is one
  std::int64_t begin = 0, run = 1;
  friend auto operator<=>(const NumberList&, const NumberList&) = default;
};

/// The value of a number that the loop reads, in an array that it does not write: `list[i]`.
struct ListedValue {
  NumberList list;
  Polynomial position;  // over counters, parameters and other such values
  friend bool operator==(const ListedValue&, const ListedValue&) = default;
};

struct Symbol {
  SymbolKind kind = SymbolKind::Opaque;
  std::string name;         // for people: `n`, `i`, `this->n_`
  std::string expression;   // Parameter: C++ whose value it is, valid just before the loop
  Int128 min = 0, max = 0;  // bounds from its type (and evidence), inclusive
  /// Of a Quotient; and of a Parameter that the program has computed from others in front of the loop: `n / 4`, or,
  /// with divisor 1, a value such as `h * w` (see lib/Analysis/Hoisted.h), which it is where `floor` says so, and
  /// otherwise unless the computation has wrapped around.
  std::optional<Division> division{};
  // Of a Parameter, what its expression does: it has a subscript, it may read elements or call something, it asks for
  // the size of an array, as of one of variable length.
  bool subscripts = false, mayRead = false, asksSize = false;
  /// The rows of which none is longer than this: a number that proofs are made with, and that no run knows.
  std::string pitchOf{};
  std::optional<ListedValue> listed{};  // of an Opaque
  bool data = false;                    // an Opaque of which conditions alone say something: `(int)x[i]`
};

/// Whether the value depends on a symbol that `matches`, quotients by what they divide.
bool dependsOn(const std::vector<Symbol>& symbols, const Polynomial& value,
               const std::function<bool(SymbolId)>& matches);

/// Whether it depends on elements of lists, or on other data.
bool mentionsListed(const std::vector<Symbol>& symbols, const Polynomial& value);

/// max(0, ceil(distance / stride)); `stride` is positive wherever the loop's `requirements` hold.
struct TripCount {
  Polynomial distance, stride;
};

/// A loop of the nest. loops[0] is the modelled loop; parents come before children.
struct NestedLoop {
  int parent = -1;
  SymbolId counter;
  std::string variable;  // the induction variable's name, "" when it has none
  SourcePoint at;
  std::optional<Polynomial> value;      // of the induction variable, over counters and parameters
  std::vector<Polynomial> constraints;  // each >= 0 in every iteration that runs; holds `counter` itself
  std::optional<TripCount> trip;        // exact, when known before the loop starts; over outer counters and parameters
  bool certain = false;                 // no break, return, throw: every iteration of `trip` runs
};

/// Where in an object something lies that is the same in all iterations: of two parts of one object it is known before
/// the program runs whether they overlap, as members of a union do.
struct PartOf {
  std::string object;      // a C++ lvalue; "": of none that is known
  std::int64_t begin = 0;  // in bytes behind the object's first one
  std::int64_t bytes = 0;  // of all of it
};

/// Memory reached through one base that does not change in the loop: a pointer's value, a named array, a container.
struct ArrayObject {
  std::string name;     // for people and for the report: `a`, `this->value_`
  std::string base;     // C++: pointer to element 0, valid just before the loop: `a`, `v.data()`, `&g[0][0]`
  std::string element;  // C++ type of an element, without const: `double`, `Slot`
  std::int64_t elementBytes = 0;
  bool constElements = false;         // C++ forbids writes through this base
  std::optional<std::string> extent;  // C++: elements that surely exist from element 0: `v.size()`
  /// Storage of its own: two objects with different non-empty identities never overlap.
  std::string identity;
  bool liveAfter = true;  // something may read an element after the loop
  std::string ownType{};  // C++ type of the whole, where each iteration may have its own: `double[64]`
  bool arithmetic = false, floating = false;  // the element is a number (or a bool), a floating-point one
  int bits = 0;                               // of an arithmetic element; 1: bool
  std::optional<Polynomial> extentValue{};    // `extent` over parameters, where nothing that it names has changed
  PartOf part{};                              // where element 0 lies, where that is known
  bool asksSize = false;                      // `extent` asks for the size of an array, as of one of variable length
  std::optional<RowPath> rows{};              // it stands for rows which lie apart, and `base` is no C++
  bool forgotten = false;       // once the function is left in the middle of the loop, nobody can see what it holds
  std::string extentProblem{};  // why an extent that the author has told says nothing here: a clause, or ""
};

enum class AccessKind { Read, Write };

struct Access {
  AccessKind kind = AccessKind::Read;
  ArrayId array;
  std::optional<Polynomial> index;          // in elements; nothing: any element
  std::int64_t byteBegin = 0, byteEnd = 0;  // the part of the element that is touched, or holds all that may be:
  std::int64_t someBytes = 0;               // above 0, only so many bytes of it are, beginning
  std::optional<Polynomial> offset{};       // ... so many bytes into the element; nothing: somewhere in the part
  std::vector<int> loops;                   // indices into `loops`, outermost (0) first
  std::vector<Polynomial> conditions;       // each >= 0 whenever the access happens (may be incomplete)
  bool certain = false;                     // happens in every iteration of its loops
  int update = -1;                          // index into `updates` when the access is part of one
  SourcePoint at;
  bool suspended = false;    // by a statement that a scan's first pass leaves out: see BodyPiece::WhenWriting
  int packedBy = -1;         // index into `scalars`: written where this one stands, which it then moves on from
  int packedStep = -1;       // index into `updates`: ... or has just moved on to, by this step
  Polynomial packedAt{};     // so many elements behind where it stood before that step; over parameters
  bool exists = false;       // the element is there in every iteration: an algorithm may be given valid ranges only
  std::size_t existing = 0;  // so many of the conditions, the last ones, say that there is such an element
};

/// All bytes of the element are touched.
bool coversElement(const Access& access, std::int64_t elementBytes);

enum class UpdateOperator { Add, Multiply, Min, Max, BitAnd, BitOr, BitXor, LogicalAnd, LogicalOr, Declared };

/// `+`, `min`, `&&`: as the report and the dumps spell it.
const char* word(UpdateOperator op);

/// A function of which [[clustrix::reduction(identity)]] says that it combines, in whatever grouping, or whose body
/// shows that it adds fields.
struct DeclaredOperation {
  std::string word;      // for the report: `merge`, `+`
  std::string identity;  // C++ at namespace scope: `::geo::Stats{}`
  std::string combine;   // a C++ statement in which %l takes up %r: `%l = ::geo::merge(%l, %r);`
  bool proven = false;   // by its body: nobody has to be trusted
  friend auto operator<=>(const DeclaredOperation&, const DeclaredOperation&) = default;
};

/// `target = target OP value`, where `value` does not read the target: the shape of a reduction.
/// Min and Max: `ties` tells whether an equal value replaces the target (`<=`), as matters with a location.
struct Update {
  UpdateOperator op = UpdateOperator::Add;
  bool ties = false;
  bool ignoresNan = false;  // fmin, fmax: NaN is the identity, a NaN never wins, a NaN target is replaced
  bool takesNan = false;    // `std::max(x, m)`: an unordered comparison replaces the target; floating Min, Max only
  bool named = false;       // the text names the element by subscripts of the array itself, not by a reference
  bool single = false;      // ... once: `+=`, `++`, and whole numbers alone are taken up
  bool exact = false;       // associative and commutative to the bit (integers, bitwise, logical, min/max)
  int scalar = -1;          // index into `scalars`, or -1:
  ArrayId array;            // ... the updated element is in this array, at
  std::optional<Polynomial> index;
  std::int64_t step = 0;       // adds this constant: the target never takes a value twice; 0: some other value
  std::vector<int> locations;  // scalars assigned together with a new extremum (argmin)
  bool certain = false;
  SourcePoint at;
  std::optional<DeclaredOperation> declared{};  // UpdateOperator::Declared
};

/// A variable declared outside the loop that an iteration writes.
struct ScalarState {
  std::string name;        // `sum`, `this->negatives_`
  std::string expression;  // C++ lvalue, valid before and after the loop
  std::string type;        // C++ type, without const and reference
  bool arithmetic = false, floating = false, isSigned = false;
  int bits = 0;
  bool liveAfter = true;      // something may read its value after the loop
  bool certainWrite = false;  // every iteration assigns it
  bool marked = true;     // where not every iteration assigns it, AssignBegin and AssignEnd are around each assignment
  bool inMemory = false;  // reached through a reference, a pointer, `this` or a global: its address may be aliased
  bool located = false;   // no variable, but what its location leads to, `a[at]`: the host reads it, and assigns `at`
  std::string noneOf;     // ... and of those, the location that leads nowhere while this is 0: `at` of `at < 0`
  std::vector<SourcePoint> exposedReads;  // may see the value of an earlier iteration; reads inside updates excluded
  std::vector<SourcePoint> writes;        // plain assignments; updates excluded
  std::vector<SourcePoint> runningReads;  // of the running value, only to write it to memory: what scans are made of
  std::vector<int> updates;               // indices into `updates`
  /// Set for a variable that all iterations move evenly: its value when an iteration starts, over loops[0].counter and
  /// parameters. A pointer then points so many elements behind element 0 of `entryArray`, which captures[entryCapture]
  /// holds.
  std::optional<Polynomial> entry{};
  std::optional<Polynomial> firstEntry{};  // in the first iteration instead, where that differs: `before = i`
  ArrayId entryArray{};
  int entryCapture = -1;
  /// As it is written, an iteration reads what an earlier one has left: the kernel computes that again, or keeps it.
  bool handedOn = false;
  int append = -1;  // index into `appends`: no variable, but the number of elements that its container has
  PartOf part{};
};

/// A value read in the loop that lives in memory a write of the loop could reach.
struct MemoryScalar {
  std::string name;
  std::string expression;  // C++ lvalue
  SourcePoint at;
  bool header = false;  // of a container that owns its elements: no kernel writes one
  PartOf part{};
  std::string reduction{};  // of an object that iterations combine into, or what it leads to: its name
};

/// What a library keeps for each thread. Two classes: objects of the one are made of the launching thread's, and one of
/// the other, made of that, gives it to a task as long as it lives.
struct ThreadState {
  std::string state, guard;
};

/// An object of a library that iterations combine into, and do nothing else with: `acc += torch::mm(x, x.t())`. Each
/// has one of its own, which its body calls by the same name.
struct ObjectReduction {
  std::string name;        // for people and for the body
  std::string expression;  // C++ lvalue, valid before and after the loop
  std::string type;        // C++ type, without const and reference
  std::string operation;   // C++ class: LibraryFunction::combines
  SourcePoint at;
};

/// A way out of the loop: `break`, `return`, `throw` or `exit(1)` with all that happens from where it is certain. The
/// model holds none of that: a search finds the first iteration that gets there, and the loop's own text runs that
/// iteration. Where the model rolls back, a launch in which an iteration gets there has never been, and the loop's own
/// text runs all of them.
struct Leave {
  std::string code;     // the remark id where the loop is serial for it: "effect.break", ...
  std::string message;  // a sentence without the final point
  SourcePoint at;
};

/// Between two statements of the loop's body: the edit makes two loops of it, which run one after the other. No
/// variable is written on one side and mentioned on the other; what becomes of arrays is for the analysis to say.
struct DistributionPoint {
  SourcePoint at;  // of the first statement behind it
  Edit edit;
};

/// The body as a row of statements: points in [begin, end) belong to those between the places around them.
struct DistributionPoints {
  SourcePoint begin, end;
  std::vector<DistributionPoint> places;  // in the order of the text; empty: the loop cannot be split by its text
};

/// How the loop's own text begins at a later iteration: bytes [begin, end) of the main file become `open`, a value and
/// `close`. `begin == end == 0`: an assignment of its own, in front of the loop.
struct Restart {
  std::size_t begin = 0, end = 0;
  std::string open, close;
  bool ofCounter = false;  // the value is the iteration's number rather than that of the induction variable
};

/// `min <= value <= max` must hold wherever it is evaluated, or an integer wraps and the polynomials are wrong.
struct Obligation {
  Polynomial value;
  Int128 min = 0, max = 0;
  std::vector<int> loops;
  std::vector<Polynomial> conditions;
  SourcePoint at;
};

/// What the loop's header needs to be counted, or a call for its footprint: checked at run time unless it is proven.
struct Requirement {
  enum Kind { NonNegative, Divisible } kind = NonNegative;
  Polynomial value;  // over parameters: value >= 0, or value % divisor == 0
  Polynomial divisor;
  SourcePoint at;
  std::string what{};  // of a call: what holds then, for the log
};

/// A container that grows: `out.push_back(x)`. What was there before is not touched. Where each iteration adds the same
/// number of elements, `first + step * k` is the first element that iteration k adds; elsewhere a scan counts them.
struct Append {
  std::string name;        // for people and for the report
  std::string expression;  // C++ lvalue of the container
  ArrayId array;           // its elements, those that the loop adds included
  Polynomial first, step;  // over parameters
  bool inMemory = false;   // see ScalarState
  SourcePoint at;
  int counter = -1;  // index into `scalars`: elements are packed where this one stands, and `step` says nothing
};

/// Operations per execution of a statement: `operations` times the trips of `loops`.
struct Work {
  std::vector<int> loops;
  int operations = 0;
};

struct LoopModel {
  std::string function;
  SourcePoint at;
  bool asserted = false;      // [[clustrix::independent]]
  bool forcedSerial = false;  // [[clustrix::serial]]
  std::vector<Symbol> symbols;
  std::vector<NestedLoop> loops;
  std::vector<ArrayObject> arrays;
  std::vector<Access> accesses;
  std::vector<Update> updates;
  std::vector<ScalarState> scalars;
  std::vector<MemoryScalar> memoryScalars;
  std::vector<Append> appends;
  std::vector<ObjectReduction> objectReductions;
  std::vector<Effect> effects;
  std::vector<Effect> obstacles;  // why no kernel can be written, whatever the verdict
  std::vector<Leave> leaves;
  bool rollsBack = false;       // a launch in which an iteration leaves is undone: all that leaves never comes back
  bool callsLibraries = false;  // iterations call functions of libraries, which may have threads of their own
  bool tasks = false;           // iterations work on objects of libraries, on the host
  bool tasksThrow = false;      // ... some of which may throw
  bool tasksOnDevices = false;  // ... of libraries that run on the current device of a thread
  bool tasksDrive = false;      // ... which they drive themselves, through CUDA
  std::vector<ThreadState> threadStates{};  // of tasks
  std::string streams{};  // namespace of the streams that iterations draw random numbers from; "": they draw none
  std::set<std::string> headers{};  // that its kernel needs besides the source's: `clustrix/libtorch.h`
  std::optional<Restart> restart;
  DistributionPoints splits;
  std::vector<Obligation> obligations;
  std::vector<Requirement> requirements;
  std::vector<Work> work;
  int branches = 0, calls = 0;  // for the complexity score

  KernelText kernel;
};

/// Where packed writes go from each place at which their counter stands: [begin, begin + size) behind it. No step of
/// the counter is shorter, so that no two of its places lead to the same element.
struct PackedWindow {
  Polynomial begin;
  std::int64_t size = 1;
  bool down = false;  // the counter counts down
};
/// That of all the packed writes of an array; nothing where the writes from two places may meet.
std::optional<PackedWindow> packedWindow(const LoopModel& model, ArrayId array);

/// Whether the value is known before the loop, or would be if every parameter's is: no counters, nothing opaque.
bool isOverParameters(const LoopModel& model, const Polynomial& value);

/// The model as text, one fact a line, in a fixed order.
std::string print(const LoopModel& model);

}  // namespace clustrix::compiler

// Compiled once, in lib/Model/Vectors.cpp.
extern template class std::vector<clustrix::compiler::Symbol>;
extern template class std::vector<clustrix::compiler::NestedLoop>;
extern template class std::vector<clustrix::compiler::ArrayObject>;
extern template class std::vector<clustrix::compiler::Access>;
extern template class std::vector<clustrix::compiler::Update>;
extern template class std::vector<clustrix::compiler::ScalarState>;
extern template class std::vector<clustrix::compiler::MemoryScalar>;
extern template class std::vector<clustrix::compiler::Leave>;
extern template class std::vector<clustrix::compiler::DistributionPoint>;
extern template class std::vector<clustrix::compiler::Obligation>;
extern template class std::vector<clustrix::compiler::Requirement>;
extern template class std::vector<clustrix::compiler::Append>;
extern template class std::vector<clustrix::compiler::Work>;
extern template class std::vector<clustrix::compiler::LoopModel>;

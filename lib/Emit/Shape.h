// Shape: a launch as the emitter sees it, every name chosen, before a line of text is written.
//
//     LoopModel + Legality ──shape──► KernelShape ──┬── kernelText ──► struct scale_4 { ... };
//                                                   └── launchText ──► { clustrix::Loop loop(...); ... }
#pragma once

#include "Emit/Names.h"

#include "clustrix/Plan.h"

#include "Plan/LineTable.h"

#include <optional>
#include <string>
#include <vector>

namespace clustrix::compiler {

/// One launch and where it comes from.
struct LaunchSource {
  const SourceUnit& unit;
  const AnnotatedFunction& function;
  const LoopSite& site;
  const Launch& launch;
  const FunctionPlan& plan;
  const Names& macros;      // identifiers that the file's own macros may expand to
  const LineTable& lines;   // of the unit
  std::string residency{};  // the function's clustrix::Residency, or ""
  EmitOptions options{};

  const LoopModel& model() const { return site.model; }
};

/// A data member of the kernel.
struct Member {
  std::string type, name;
  int capture = -1;                    // its value is this capture's: of a Workspace, `sizeOf` a Span, or:
  std::optional<Polynomial> constant;  // a number over parameters, a clustrix::Index; neither: a clustrix::RollBack,
  bool isLast = false;                 // ... or the loop's last iteration
  bool isWorkspace = false, sizeOf = false;
  std::string value{};  // ... or C++ on the host
};

/// An object that iterations combine into: see clustrix/ObjectReduction.h.
struct ReducedObject {
  std::string type, name;  // of the object
  std::string reduction;   // the host's, and the kernel's member that leads to it
  std::string part;        // what an iteration has of it
};

/// An array of which each iteration has its own, which is more than a variable of the kernel: see clustrix/OwnArray.h.
struct OwnArray {
  std::string type, name;  // `double[8]`, and what the body calls it
  std::string variable;    // the OwnArray
  std::string original;    // the kernel's member that leads to the program's
  bool stays = false;      // the last iteration's
  bool begins = false;     // as the program's
};

/// An array of which each thread has its own: see clustrix/Workspace.h.
struct WorkspaceVariable {
  std::string name;        // what the body calls it
  std::string workspace;   // the kernel's member
  std::string type{};      // `clustrix::Span<double>` or `double (*)[8]`; "" of a pointer to elements
  std::string size{};      // the member that has the number of elements of a Span, or ""
  bool byElement = false;  // see Capture::byElement
};

/// A variable that follows an extremum (argmin).
struct Location {
  std::string type, name, expression;
};

/// What is known of a type where the kernel is written: `Any` of a template's.
enum class NumberKind { Any, Whole, Floating };

/// What iterations leave in the partial result: a reduction with its locations, or a last value.
struct Accumulator {
  std::string name;  // of the member of Partial, and of the reference to it in the kernel
  std::string type;  // of the variable
  NumberKind number = NumberKind::Any;
  std::string storage;     // of the member: sums of integers are unsigned, where wrapping is defined
  std::string expression;  // of the variable, on the host
  /// The member that tells whether `name` holds something, or whether a NaN has replaced what came before it; "" when
  /// neither is a question.
  std::string flag;
  std::optional<Reduction> reduction;  // nothing: a last value
  int scalar = -1;                     // into LoopModel::scalars
  bool conditional = false;            // a last value that not every iteration assigns
  bool located = false;                // `expression` follows from the location: the host has nothing to assign
  int append = -1;                     // into LoopModel::appends: no variable, but where the next element goes
  std::vector<Location> locations;
};

/// An array that iterations combine into: `clustrix::combined::Sum<&scale_4::c>`.
struct CombinedMember {
  std::string operation;  // `clustrix::combined::Sum`
  std::string member;
  std::string arguments;  // further template arguments: `, true`, or ""
};

struct PrivateVariable {
  std::string type, name;
  std::string start;  // its value when an iteration starts, where all iterations move it evenly; else ""
};

/// A template parameter of the kernel that stands for a type of the instantiation.
struct TypeParameter {
  std::string name;
  std::string argument;  // C++ on the host: `std::decay_t<decltype(x)>`
};

/// Where the iteration writes next in a container that grows: `clustrix::Index out_next = first + 2 * k;`, or a member
/// of the partial result, which a scan carries on.
struct Cursor {
  std::string name, container;
  std::string declaration;  // "" of the latter
};

/// A loop inside that threads run along, or lanes share.
struct ThreadLoop {
  int mark = 0;         // into KernelText::innerLoops
  std::string head;     // `for (int j : clustrix::along<int>(threads.second, 1, n - 2))`
  std::string bound;    // the most iterations, in any iteration of `chunk`
  std::string end;      // what stands behind it
  std::string trips{};  // of a band's: those of iteration k
};

/// The outer loop of a turned nest, around the body's text.
struct AroundBody {
  std::string begin, end;  // `clustrix::inOrder<int>(lane, 0, i_trips, 1, [&](int i) {` and `});`
  std::string trips;
};

/// A written array that shares nothing with others, of which the body has a pointer that says so: see Emit/Apart.h.
struct ApartArray {
  std::string type, variable, value;
  std::string ofBody;  // `decltype(y_) y = y_data;`, by which the body knows it, or a span of it
};

struct KernelShape {
  std::string name;                  // `scale_4`
  std::vector<TypeParameter> types;  // templates only
  std::vector<Member> members;
  std::vector<Accumulator> accumulators;  // empty: no partial result
  std::vector<CombinedMember> combined;   // in the order of their arrays
  std::vector<ReducedObject> objects;
  std::vector<PrivateVariable> privates;
  std::vector<OwnArray> ownArrays;
  std::vector<WorkspaceVariable> workspaces;
  std::string last;                    // the member that says which iteration is the last one, or ""
  std::vector<std::string> captures;   // name in the kernel of each capture of the model
  std::vector<std::string> functions;  // name in the kernel of each function of the model
  std::vector<Cursor> cursors;         // of each append of the model
  std::string counter, partial;        // parameters of operator()
  std::string rollBack;                // the member that asks for the launch to be undone, or ""
  Form form = Form::Independent;
  std::string writing;  // scans: the template parameter that tells the second pass from the first
  std::string threads;  // parameter of operator() that says what a thread has of the loops inside, or a lane
  std::vector<ThreadLoop> threadLoops;
  std::string mayDivide;  // `c.data() != a.data()`, or ""
  std::optional<AroundBody> around;
  std::vector<ApartArray> apart;
  std::string areApart,
      apartFlag;         // whether they are, and the body's word for it, where launches may have it otherwise
  std::string variable;  // `const int i = static_cast<int>(first + 2 * k);`, or ""

  bool reduces() const { return !accumulators.empty(); }
};

/// One of the ways through a nest: the launch of a loop, with the kernel that it has.
struct LaunchLevel {
  LaunchSource source;
  KernelShape shape;
  std::string kernel;  // its qualified name
};

/// All of them, from the outside in; and the nest the other way round, which is tried before where there is one.
struct LaunchWays {
  std::vector<LaunchLevel> instead, levels;
};

/// `used`: names of structs that this file's kernels have; the new one is added.
KernelShape shape(const LaunchSource& source, Names& used);

/// Whether a pointer is of the type `double*`, of elements themselves, or of const ones: not `double (*)[64]`.
bool leadsToElements(const LoopModel& model, const Capture& pointer);

/// What the kernel calls LoopModel::scalars[scalar].
std::string nameOfScalar(const LoopModel& model, const KernelShape& shape, int scalar);

/// The accumulator of LoopModel::scalars[scalar], a reduction or a last value, or null.
const Accumulator* accumulatorOf(const KernelShape& shape, int scalar);

}  // namespace clustrix::compiler

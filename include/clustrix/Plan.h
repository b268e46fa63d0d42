// The plan: which loops are spread over devices, and everything that their launch needs, as values.
//
//     SourceUnit + Legality of each loop ──plan──► ClusterPlan ──emit──► rewritten file
//                                                      └──────report──► Report
//
// The outermost loop that is legal and whose guards can be evaluated before it becomes a Launch, on the host's threads
// alone where what a chunk touches is not known or no device may run it; the loops inside it run inside its kernel. A
// serial loop stays on the host and its inner loops are tried. A loop that is all of another one's body may be a second
// way to divide the nest.
#pragma once

#include "clustrix/Legality.h"
#include "clustrix/Report.h"
#include "clustrix/Source.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace clustrix::compiler {

enum class FootprintMode {
  Reads,     // exactly these elements are read
  MayRead,   // at most these: copied as far as they exist
  Writes,    // exactly these are written, whole
  MayWrite,  // at most these: only what changed goes back
  Combines,  // at most these are combined into, in copies that blocks of iterations have
  Owns,      // at most these are each iteration's own, in workspaces that threads have
};

/// One direction in which a footprint extends: every position of loop `loop`, `stride` elements apart.
/// Over parameters and enumerated counters.
struct FootprintDimension {
  Polynomial stride;
  int loop = 0;  // 0: the chunk, positions lo to hi - 1; else 0 to the loop's trip count - 1
};
/// The chunk in the bounds of a FootprintRange: its first iteration, and the one behind its last.
inline constexpr SymbolId chunkBegin{-3}, chunkEnd{-2};

/// The least and the greatest number that an inspection finds in a list, in such bounds: see ListInspection.
constexpr SymbolId leastOf(int inspection) { return {-16 - 2 * inspection}; }
constexpr SymbolId greatestOf(int inspection) { return {-17 - 2 * inspection}; }
/// No list has a number beyond these in a bound: the runtime knows none that is.
inline constexpr std::int64_t leastListed = -(std::int64_t{1} << 47), greatestListed = std::int64_t{1} << 47;
/// Which inspection finds what the symbol stands for; -1: it is another symbol.
constexpr int inspectionOf(SymbolId id) { return id.value <= -16 ? (-16 - id.value) / 2 : -1; }

/// `value / divisor`, rounded up in `from` and down in `to`. Over parameters, chunkBegin and chunkEnd, and what
/// inspections find.
struct FootprintBound {
  Polynomial value;
  std::int64_t divisor = 1;
  friend bool operator==(const FootprintBound&, const FootprintBound&) = default;
};
/// A direction whose bounds are no loop's: every position from the greatest of `from` to the least of `to`, both
/// inclusive, `stride` elements apart.
struct FootprintRange {
  Polynomial stride;                     // over parameters
  std::vector<FootprintBound> from, to;  // not empty
  friend bool operator==(const FootprintRange&, const FootprintRange&) = default;
};
/// What stands for the counter of loops[0] in the trip counts of the dimensions.
enum class ChunkEdge {
  None,   // nothing has to: they don't mention it, or loops[0] is enumerated
  First,  // lo: trip counts shrink with the counter, so the first iteration of the chunk covers all others
  Last,   // hi - 1: trip counts grow with it
};
/// How many dimensions clustrix::Region::between takes.
constexpr std::size_t mostFootprintRanges = 4;
/// { begin + sum(position_d * stride_d) }, for each value of the counters of the enumerated loops. A term has
/// dimensions or ranges, which are a superset of what is touched.
struct FootprintTerm {
  ArrayId array;
  FootprintMode mode = FootprintMode::Reads;
  bool whole = false;  // the array's whole extent, whatever the chunk; without one it is not known: Launch::inPlace
  int packedBy = -1;   // from what this scalar is before the chunk to what it is behind it, and `begin` behind that;
                       // nothing else counts
  bool packedDown = false;      // the other way round, since it counts down
  std::vector<int> enumerated;  // loops walked one by one, outermost first: trips or strides depend on their counters
  ChunkEdge edge = ChunkEdge::None;
  Polynomial begin;  // with the counters of `dimensions` zero
  std::vector<FootprintDimension> dimensions;
  std::vector<FootprintRange> ranges{};
  bool touched = false;  // between the elements that a look finds, instead: see Launch::touched
  /// Over parameters: nothing of it is touched unless each is >= 0. Where a branch is taken in all iterations or in
  /// none, a pointer that none of them follows may lead anywhere.
  std::vector<Polynomial> where{};
};

/// Which elements of a list a chunk follows, of stride 1: what they are is looked at before the loop. Bounds name
/// inspections that come before this one.
struct ListInspection {
  NumberList list;
  FootprintRange positions;
  friend bool operator==(const ListInspection&, const ListInspection&) = default;
};
/// The same of the whole loop, where no two of the elements may be the same number: all positions in these ranges.
struct DistinctList {
  NumberList list;
  std::vector<FootprintRange> positions;
};

/// Elements that iterations touch in an array, which are looked at before the loop: see lib/Analysis/Followed.h.
struct TouchedElements {
  /// Its counter goes from 0, or the greatest of `first`, to the least of `last`; loops[0] has none.
  struct Loop {
    int loop = 0;
    std::vector<FootprintBound> first{}, last{};
  };
  struct By {
    std::size_t access = 0;                 // into LoopModel::accesses
    std::vector<Loop> loops{};              // from the outside in; without loops[0]: all iterations touch the same
    std::map<SymbolId, int> inspections{};  // of the listed values that it follows
  };
  ArrayId array;
  std::vector<By> by{};
  bool apart = false;  // a guard asks that no two iterations touch the same one; then `by` has all that are touched
};

/// What an access of rows behind pointers keeps to: a range for each of its subscripts, the outermost first.
struct RowsReach {
  ArrayId array;
  std::vector<FootprintRange> subscripts{};
  friend bool operator==(const RowsReach&, const RowsReach&) = default;
};

/// The loops along which a GPU's threads run, beside the launched one: see lib/Plan/Band.h.
struct Band {
  struct Loop {
    int loop = 0;  // into LoopModel::loops of the launched one
    int mark = 0;  // into KernelText::innerLoops
  };
  std::vector<Loop> loops;  // from the outside in
  std::vector<int> axes;    // 0: x, 1: y, 2: z; of the launched loop, then of `loops`
  bool square = false;      // irregular work: threads of a warp are to lie close to each other in all directions
  std::vector<std::pair<ArrayId, ArrayId>> apart;  // threads run along the launched loop alone where two are one
};

/// A variable that a loop of an iteration leaves a result in.
struct LaneVariable {
  std::string name;  // in the source
  int scalar = -1;   // into LoopModel::scalars of the launched loop, where it is none of the iteration's
  friend bool operator==(const LaneVariable&, const LaneVariable&) = default;
};
/// What a loop that lanes share combines into a variable.
struct LaneResult {
  LaneVariable variable;
  UpdateOperator op = UpdateOperator::Add;
  bool takesNan = false;               // see Reduction
  std::vector<LaneVariable> places{};  // assigned together with an extreme
  friend bool operator==(const LaneResult&, const LaneResult&) = default;
};
/// The loops of an iteration that several threads of a GPU share: see lib/Plan/Lanes.h.
struct Lanes {
  struct Loop {
    int loop = 0;  // into LoopModel::loops of the launched one
    int mark = 0;  // into KernelText::innerLoops
    std::vector<LaneResult> results;
    bool mayRepeat = false;  // an iteration changes nothing but the results
  };
  std::vector<Loop> loops;
  bool iterationsFirst = false;                    // neighbours in a warp are iterations, not lanes of one
  bool wholeWarps = false;                         // an iteration writes in them, or goes through its rows again
  std::vector<std::pair<ArrayId, ArrayId>> apart;  // an iteration has a thread of its own where two are one

  /// Whether what stands in these loops, into LoopModel::loops, stands in one that is shared.
  bool shareOneOf(const std::vector<int>& around) const {
    return std::any_of(loops.begin(), loops.end(), [&](const Loop& one) {
      return std::find(around.begin(), around.end(), one.loop) != around.end();
    });
  }
};

/// Elements of an array that the inner loop of a turned nest adds to, or multiplies.
struct ElementSum {
  ArrayId array;
  int capture = -1;  // that the text names once
  bool multiplies = false;
};
/// A nest whose launch is that of its inner loop, with the outer one inside: see lib/Plan/Turned.h.
struct Turn {
  int mark = 0;                    // of the inner loop's head, into KernelText::innerLoops
  KernelVariable variable;         // of the outer loop
  std::vector<ElementSum> sums{};  // lanes add up elements in the order of the source; empty: each has a thread
  std::vector<std::pair<ArrayId, ArrayId>> apart{};  // ... as it has where two of these are one
};

struct Launch {
  int loop = 0;  // index into AnnotatedFunction::loops
  Legality legality;
  std::vector<FootprintTerm> footprint;
  std::vector<RowsReach> rows{};
  std::vector<ListInspection> inspections{};
  std::vector<DistinctList> distinct{};
  std::vector<TouchedElements> touched{};  // one an array at most
  bool resident = false;  // may leave its results on the devices: FunctionPlan::residency says how others see them
  HostEffect before{};    // what its block reads and writes on the host, where something may be on the devices
  /// Why no device is to run it, where that is so: it runs on the host's threads alone.
  std::optional<Reason> hostAlone{};
  /// ... since no device can be given what it touches: in the host's memory, and an array without extent may be a
  /// `whole` one of its footprint.
  bool inPlace = false;
  std::optional<Band> band{};
  std::optional<Lanes> lanes{};
  int ownRows = 0;  // of a thread, along which it goes by itself: see Plan/OwnRows.h
  /// Of a nest that is turned: the site of its outer loop, whose model has the inner loop outside.
  std::optional<Turn> turn{};
  std::shared_ptr<const LoopSite> site{};
  /// At most one, which is tried before: the nest the other way round, or without copies of arrays.
  std::vector<Launch> instead{};
  /// At most one: the loop that is all of this one's body. The runtime may have it launched in each iteration instead.
  std::vector<Launch> inner{};
};

/// Where the function's text has to say what the host is about to touch.
struct HostMark {
  enum Kind {
    Statement,   // in front of [begin, end)
    Braces,      // the same, and both in braces
    Expression,  // in parentheses with [begin, end)
    Lifetime,    // at `begin`: a variable goes away at the end of the block
  } kind = Statement;
  std::size_t begin = 0, end = 0;
  HostEffect touch;
  std::string owner{};  // see HostNode::owner
};

/// Arrays stay on the devices from launch to launch.
struct ResidencyPlan {
  bool present = false;
  bool brief = false;  // there is one launch alone: what stays is what the program wants to stay between its calls
  bool home = false;  // not present, and the host code touches memory: what the program keeps comes home in front of it
  std::vector<HostMark> marks;  // in the order of the text
};

struct LoopPlan {
  Mapped mapped = Mapped::Host;
  Legality legality;
  int launch = -1;  // index into FunctionPlan::launches when this loop is one
};

struct FunctionPlan {
  ComplexityReport complexity;
  ClusterOptions options;       // attribute over clustrix.yml
  std::vector<LoopPlan> loops;  // parallel to AnnotatedFunction::loops
  std::vector<Launch> launches;
  ResidencyPlan residency;
};

struct ClusterPlan {
  std::vector<FunctionPlan> functions;  // parallel to SourceUnit::functions
};

/// `verdicts[f][l]`: the legality of each loop of each function. `defaults`: from clustrix.yml.
ClusterPlan plan(const SourceUnit& unit, const std::vector<std::vector<Legality>>& verdicts,
                 const ClusterOptions& defaults);
std::string print(const ClusterPlan& plan, const SourceUnit& unit);

/// Score and level 1 to 5 of a loop with all in it: nesting, branches, calls without a body, kinds of access, state.
/// Monotone: code that is added never lowers it. Documented in docs/complexity.md.
ComplexityReport complexity(const LoopModel& loop, int threshold);
/// Of the most complex of a function's loops.
ComplexityReport complexity(const AnnotatedFunction& function);

struct EmitOptions {
  bool audit = false;       // every loop runs as it is written, and is looked at: see clustrix/audit.h
  bool pastGuards = false;  // also where its guards say no
};

/// The rewritten file: bytes outside the launches' loops and the kernels before each function are those of the source.
std::string emit(const ClusterPlan& plan, const SourceUnit& unit, const EmitOptions& options = {});

/// Writes several plans for one file, whose text it reads once. What `unit` says of its functions may change in
/// between.
class Emitter {
 public:
  explicit Emitter(const SourceUnit& unit, const EmitOptions& options = {});
  ~Emitter();

  std::string file(const ClusterPlan& plan) const;
  /// What is generated, and the place of each piece, without the rest of the file.
  std::string code(const ClusterPlan& plan) const;

 private:
  struct Known;

  const SourceUnit& unit_;
  std::unique_ptr<const Known> known_;
};

Report report(const ClusterPlan& plan, const SourceUnit& unit);

}  // namespace clustrix::compiler

// Footprint: which elements of which arrays a chunk of iterations touches.
//
//     access a[k0*m + k1], k1 < m   ──►   { lo*m + r*m + c : 0 <= r < hi - lo, 0 <= c < m }      two dimensions
//     access g[k0*n + k1], k1 <= k0 ──►   for k0 in lo .. hi - 1: { k0*n + c : 0 <= c < k0 + 1 } k0 is enumerated
//
// The same terms become the slices of the generated code, the guards' ranges and the slices of the report.
#pragma once

#include "clustrix/Plan.h"

#include <optional>
#include <vector>

namespace clustrix::compiler {

struct Footprint {
  std::vector<FootprintTerm> terms;  // by array, reads before writes, then in the order of the accesses
  /// The loop touches elements that cannot be told before it runs, so that no device can be given them. Their terms are
  /// the whole of an array without extent.
  std::optional<Reason> refusal;
  std::vector<ListInspection> inspections;
  std::vector<DistinctList> distinct;  // of the guards that ask for them
  std::vector<TouchedElements> touched{};
  std::optional<Reason> unasked;     // ... or why one cannot be asked for
  std::vector<RowsReach> rows;       // of arrays behind pointers, for each of their accesses
  std::vector<ArrayId> unknownRows;  // of those, where some access has no bounds, or rows are short
};

/// Exact where the subscript is affine in the counters once at most two of them are fixed, and the access is certain;
/// over-approximated (MayRead, MayWrite; ranges, whole) elsewhere. An array of which some write is inexact has no exact
/// writes. `legality`: of its reductions' arrays all that is touched is Combines; those of which each iteration has its
/// own copy are left out.
Footprint footprint(const LoopModel& model, const Legality& legality = {});

/// What an iteration touches, in the names of the source, or what a chunk of them does.
enum class Slices { OfIteration, OfChunk };
/// `u` of `model` as people read it: `[i + 1]`, or `[lo + 1..hi]`; `[i*m..i*m + m - 1]`, or `[m*(lo..hi - 1) + (0..m -
/// 1)]`; `all`. `inspections`: those that its bounds name.
std::string slice(const FootprintTerm& term, const LoopModel& model,
                  const std::vector<ListInspection>& inspections = {}, Slices of = Slices::OfChunk);

/// The launch of a loop that touches that, with nothing else said of it.
Launch launchOf(int loop, const Legality& legality, Footprint touched);

}  // namespace clustrix::compiler

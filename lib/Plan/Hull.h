// Hull: ranges around what an access touches, where its subscript and bounds make no boxes.
//
//     for jj: for i in [16*k0, min(16*k0 + 16, n)): for j in [jj, min(jj + 16, n)):   out[j*n + i]
//         ──►   { j*n + i : 0 <= j <= n - 1, 16*lo <= i <= min(16*hi, n) - 1 }
//
// A superset of the elements, so that what is moved with it is only read, combined into, or compared before it goes
// back. Tight bounds all the same: a range that leaves the array would meet its neighbours.
#pragma once

#include "clustrix/Plan.h"

#include <map>
#include <memory>

namespace clustrix::compiler {

class Hulls {
 public:
  /// `legality`: its guards hold wherever a footprint matters.
  Hulls(const LoopModel& model, const Legality& legality);
  ~Hulls();

  /// The access's term as ranges; nothing where it has no bounds. Its mode is left to the caller.
  std::optional<FootprintTerm> around(const Access& access);
  /// The same of an access that follows lists, whose elements are looked at: see inspections().
  std::optional<FootprintTerm> inspected(const Access& access);
  /// Those that the terms so far need, each once.
  const std::vector<ListInspection>& inspections() const;
  /// The positions of the list at which the access reads that value of its subscript.
  std::optional<FootprintRange> positionsOf(const Access& access, SymbolId value);

  /// The loops that lead to the elements that the access touches, and the inspections of all listed values that tell
  /// which each is; nothing where those do not tell.
  struct Followed {
    std::vector<TouchedElements::Loop> loops;
    std::map<SymbolId, int> inspections;
  };
  std::optional<Followed> followed(const Access& access);

  /// The bounds of each of so many values in the chunk's iterations that get to the access.
  std::optional<std::vector<FootprintRange>> each(const Access& access, const std::vector<Polynomial>& values);

  /// Rows of varying length that the chunk's iterations keep to (see Analysis/TriangularRows.h): from the first one to
  /// the end of the last. Nothing for writes that may end before the row does: what is behind it may not exist.
  std::optional<FootprintTerm> rows(const Access& access);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// Whether the ranges depend on the chunk, or may do so: if not, all chunks touch the same elements.
bool mentionsChunk(const FootprintRange& range);

}  // namespace clustrix::compiler

#include "audit/Claimed.h"

#include <link.h>

#include <algorithm>
#include <utility>

#include "memory/DisjointRows.h"

namespace clustrix::audit {

namespace {

/// Memory of the program's files that nobody writes, around an address.
std::optional<Piece> constantsAround(std::uintptr_t address) {
  struct Search {
    std::uintptr_t address;
    std::optional<Piece> found;
  } search{address, std::nullopt};
  const auto look = [](dl_phdr_info* module, std::size_t, void* data) {
    auto& wanted = *static_cast<Search*>(data);
    for (int k = 0; k < module->dlpi_phnum; ++k) {
      const auto& segment = module->dlpi_phdr[k];
      const bool isConstant = (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) == 0) ||
                              segment.p_type == PT_GNU_RELRO;  // which is, once it has been loaded
      const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
      if (!isConstant || wanted.address - begin >= segment.p_memsz) continue;
      wanted.found = Piece{begin, segment.p_memsz};
      return 1;
    }
    return 0;
  };
  dl_iterate_phdr(look, &search);
  return search.found;
}

/// Of pieces in order, the one that has it.
bool anyHolds(const std::vector<Piece>& pieces, std::uintptr_t begin, std::size_t bytes) {
  const auto behind = std::upper_bound(pieces.begin(), pieces.end(), begin,
                                       [](std::uintptr_t at, const Piece& piece) { return at < piece.begin; });
  return behind != pieces.begin() && holds(*(behind - 1), begin, bytes);
}
void insert(std::vector<Piece>& pieces, Piece piece) {
  pieces.insert(std::upper_bound(pieces.begin(), pieces.end(), piece,
                                 [](const Piece& a, const Piece& b) { return a.begin < b.begin; }),
                piece);
}
Piece pieceOf(runtime::Bounds bounds) {
  return {static_cast<std::uintptr_t>(bounds.begin), static_cast<std::size_t>(bounds.end - bounds.begin)};
}
/// The run of one of the rows that has all of this.
std::optional<Piece> runAround(const runtime::RowsList& rows, std::uintptr_t begin, std::size_t bytes) {
  const auto at = static_cast<Index>(begin), size = static_cast<Index>(bytes);
  for (const runtime::Rows& one : rows) {
    if (at < one.begin || at + size > one.end()) continue;
    const Index inRun = one.count > 1 ? (at - one.begin) % one.pitch : at - one.begin;
    if (inRun + size > one.length) continue;
    const Index first = at - inRun;
    return pieceOf({first, std::min(first + one.length, one.end())});
  }
  return std::nullopt;
}
/// What the runs of both have in common, where they have all of this; `own` may be null.
std::optional<Piece> runAround(const runtime::RowsList& all, const runtime::RowsList* own, std::uintptr_t begin,
                               std::size_t bytes) {
  const auto of = runAround(all, begin, bytes);
  if (!of || !own) return of;
  const auto narrower = runAround(*own, begin, bytes);
  if (!narrower) return narrower;
  const std::uintptr_t first = std::max(of->begin, narrower->begin);
  return Piece{first, std::min(of->begin + of->bytes, narrower->begin + narrower->bytes) - first};
}
/// Whether rows have all of this: it may begin in one and end in another.
bool hold(const runtime::RowsList& rows, std::uintptr_t begin, std::size_t bytes) {
  if (runAround(rows, begin, bytes)) return true;
  return bytes > 1 && hold(rows, begin, bytes / 2) && hold(rows, begin + bytes / 2, bytes - bytes / 2);
}

}  // namespace

Claimed::Claimed(const runtime::LaunchFacts& facts, bool asksIterations, const RecentReads& before)
    : facts_(facts),
      iterations_(static_cast<std::uint64_t>(facts.iterations)),
      asksIterations_(asksIterations),
      before_(before),
      whole_(waysOf(facts.whole)) {
  for (const runtime::ArrayFacts& array : *facts.arrays) {
    if (!runtime::hasRows(array)) continue;
    runtime::forEachRow(array, [&](runtime::Bounds row) {
      if (!row.empty()) rows_.push_back(pieceOf(row));
      return true;
    });
  }
  std::sort(rows_.begin(), rows_.end(), [](const Piece& a, const Piece& b) { return a.begin < b.begin; });
}

Claimed::Ways Claimed::waysOf(const std::vector<runtime::TouchedBytes>& touched) {
  Ways ways;
  for (const runtime::TouchedBytes& one : touched) {
    const auto add = [&](runtime::RowsList& list) { list.insert(list.end(), one.rows.begin(), one.rows.end()); };
    if (one.access != Access::Reads && one.access != Access::MayRead) add(ways.write);
    add(one.access == Access::Writes ? ways.ownRead : ways.read);
  }
  return ways;
}

bool Claimed::mayTouch(runtime::RowsList Ways::* rows, RecentPieces& known, std::uintptr_t begin, std::size_t bytes) {
  if (const auto run = runAround(whole_.*rows, one_ ? &((*one_).*rows) : nullptr, begin, bytes)) {
    known.add(*run);
    return true;
  }
  return hold(whole_.*rows, begin, bytes) && (!one_ || hold((*one_).*rows, begin, bytes));
}

/// What the iteration has written itself.
bool Claimed::mayReadAgain(std::uintptr_t begin, std::size_t bytes) const {
  const auto may = [&](const Ways& ways) { return hold(ways.read, begin, bytes) || hold(ways.ownRead, begin, bytes); };
  return may(whole_) && (!one_ || may(*one_));
}

bool Claimed::reads(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes, bool hasWritten) {
  if (iteration >= iterations_) return true;  // a body that has begun to see that the loop has ended
  come(iteration);
  return mayTouch(&Ways::read, known_.read, begin, bytes) || (hasWritten && mayReadAgain(begin, bytes)) ||
         isValue(begin, bytes) || isRow(begin) || (onlyArrays_ && !isInArray(begin)) || isBest(begin, bytes);
}

bool Claimed::writes(std::uint64_t iteration, std::uintptr_t begin, std::size_t bytes) {
  if (isRow(begin)) return true;
  if (iteration >= iterations_) return false;
  come(iteration);
  return mayTouch(&Ways::write, known_.written, begin, bytes);
}

void Claimed::come(std::uint64_t iteration) {
  if (iteration == knownFor_) return;
  knownFor_ = iteration;
  const bool wasAsked = std::exchange(
      isAsked_, asksIterations_ && (iteration < all || iteration + all >= iterations_ || iteration % oneIn == 0));
  if (!wasAsked && !isAsked_) return;
  known_.read.clear();
  known_.written.clear();
  one_.reset();
  if (!isAsked_) return;
  const auto k = static_cast<Index>(iteration);
  if (const auto touched = runtime::touchedBytes(facts_, {k, k + 1})) one_ = waysOf(*touched);
}

bool Claimed::isValue(std::uintptr_t begin, std::size_t bytes) {
  if (anyHolds(values_, begin, bytes)) return true;
  auto piece = constantsAround(begin);
  if (!piece && before_.holds(begin, bytes)) piece = {begin, bytes};
  if (piece) insert(values_, *piece);
  return piece.has_value();
}

bool Claimed::isInArray(std::uintptr_t begin) const {
  return std::any_of(facts_.arrays->begin(), facts_.arrays->end(), [&](const runtime::ArrayFacts& array) {
    const auto first = reinterpret_cast<std::uintptr_t>(array.base);
    return array.extent >= 0 && begin - first < static_cast<std::size_t>(array.extent) * array.elementSize;
  });
}

bool Claimed::isBest(std::uintptr_t begin, std::size_t bytes) const {
  return std::any_of(areBest_.begin(), areBest_.end(), [&](const IsBest& has) { return has(begin, bytes); });
}

bool Claimed::isRow(std::uintptr_t begin) const { return anyHolds(rows_, begin, 1); }

std::vector<Piece> Claimed::written() const {
  std::vector<Piece> pieces;
  for (const runtime::TouchedBytes& one : facts_.whole) {
    // A program leaves padding as it is.
    const runtime::ArrayFacts& array = (*facts_.arrays)[static_cast<std::size_t>(one.array)];
    if (one.access != Access::Writes || array.copyValue != nullptr || isOurs(array)) continue;
    for (const runtime::Rows& rows : one.rows)
      for (Index k = 0; k < rows.count; ++k) {
        const Index begin = rows.begin + k * rows.pitch;
        const Piece piece = pieceOf({begin, begin + rows.length});
        if (!hold(whole_.read, piece.begin, piece.bytes)) pieces.push_back(piece);
      }
  }
  return pieces;
}

}  // namespace clustrix::audit

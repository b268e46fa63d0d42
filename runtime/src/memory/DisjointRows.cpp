#include "memory/DisjointRows.h"

#include <algorithm>
#include <utility>

#include "memory/ReadableMemory.h"

namespace clustrix::runtime {
namespace {

/// Of pointers in one array. More would take longer to look at than a loop of this kind runs.
constexpr Index mostPointers = Index{1} << 24;
/// Subscripts and addresses keep to this: no machine has more, and sums of them are far from wrapping.
constexpr Index mostRowBytes = Index{1} << 47;

bool overlap(Bounds a, Bounds b) { return !a.empty() && !b.empty() && a.begin < b.end && b.begin < a.end; }

/// Elements of a row from which on it pays to find out where all rows are: the loop does as much for each. They may
/// have to be sorted.
Index worthLooking(const std::vector<std::uintptr_t>& rows) {
  Index least = 16;
  if (!std::is_sorted(rows.begin(), rows.end()))
    for (std::size_t count = rows.size(); count > 1; count /= 2) least += 16;
  return least;
}

/// All rows in the order of their addresses; nothing where they are not known.
std::optional<std::vector<Bounds>> sortedRows(const ArrayFacts& array) {
  std::vector<Bounds> rows;
  const bool all = forEachRow(array, [&](Bounds row) {
    if (!row.empty()) rows.push_back(row);
    return true;
  });
  if (!all) return std::nullopt;
  const auto before = [](Bounds a, Bounds b) { return a.begin < b.begin; };
  if (!std::is_sorted(rows.begin(), rows.end(), before)) std::sort(rows.begin(), rows.end(), before);
  return rows;
}

}  // namespace

bool forEachRow(const ArrayFacts& array, const std::function<bool(Bounds)>& visit) {
  std::function<bool(Bounds)> each = visit;
  return array.eachRow(array.container, &each, [](void* to, ObjectBytes row) {
    const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(row.begin));
    return (*static_cast<std::function<bool(Bounds)>*>(to))({begin, begin + static_cast<Index>(row.size)});
  });
}

bool rowsMeet(const ArrayFacts& a, const ArrayFacts& b) {
  const bool oneKind = a.rowsKind != nullptr && a.rowsKind == b.rowsKind;
  if (oneKind && a.base != b.base) return false;
  if (oneKind && a.eachRow == b.eachRow) return true;
  auto rows = sortedRows(b);
  if (!rows) return true;
  // The furthest end of those up to each: rows of one array may overlap each other.
  for (std::size_t r = 1; r < rows->size(); ++r) (*rows)[r].end = std::max((*rows)[r].end, (*rows)[r - 1].end);
  return !forEachRow(a, [&](Bounds row) {
    if (row.empty()) return true;
    const auto behind = std::lower_bound(rows->begin(), rows->end(), row.end,
                                         [](Bounds other, Index end) { return other.begin < end; });
    return behind == rows->begin() || std::prev(behind)->end <= row.begin;
  });
}

bool rowsApart(const ArrayFacts& array) {
  const auto rows = sortedRows(array);
  const auto meet = [](Bounds a, Bounds b) { return overlap(a, b); };
  return rows && std::adjacent_find(rows->begin(), rows->end(), meet) == rows->end();
}

std::string sharedRows(const ArrayFacts& a, const ArrayFacts& b) {
  struct Row {
    Bounds bytes;
    const ArrayFacts* of;
    Index number;
  };
  const bool isOne = &a == &b;
  std::vector<Row> rows;
  for (const ArrayFacts* array : {&a, &b}) {
    if (!hasRows(*array) || (isOne && !rows.empty())) continue;
    Index number = 0;
    const bool all = forEachRow(*array, [&](Bounds bytes) {
      if (!bytes.empty()) rows.push_back({bytes, array, number});
      ++number;
      return true;
    });
    if (!all) return "";
  }
  std::sort(rows.begin(), rows.end(), [](const Row& x, const Row& y) {
    return std::pair(x.bytes.begin, x.number) < std::pair(y.bytes.begin, y.number);
  });
  // Of each array, the row before that reaches furthest.
  const Row* furthest[2] = {nullptr, nullptr};
  for (const Row& row : rows) {
    const Row*& own = furthest[row.of == &a ? 0 : 1];
    const Row* const other = isOne ? own : furthest[row.of == &a ? 1 : 0];
    if (other != nullptr && overlap(other->bytes, row.bytes))
      return "row " + std::to_string(other->number) + " of " + other->of->name + " shares memory with row " +
             std::to_string(row.number) + " of " + row.of->name;
    if (own == nullptr || own->bytes.end < row.bytes.end) own = &row;
  }
  return "";
}

bool haveSameRows(const ArrayFacts& a, const ArrayFacts& b) {
  if (a.eachRow != b.eachRow) return false;
  const auto levels = [](const ArrayFacts& array) { return static_cast<const PointerRows*>(array.container)->levels; };
  return a.eachRow != walkPointerRows || levels(a) == levels(b);
}

void PointerRows::reach(const Interval* subscripts, int count) {
  known = known && count == levels + 1;
  for (int d = 0; d < count; ++d)
    if (subscripts[d].empty()) return;
  const bool isFirst = reached.empty();
  for (int d = 0; known && d < count; ++d) {
    // Where a row is told from the next one by its number, no subscript leads in front of one.
    known = subscripts[d].within({d == 0 ? -mostRowBytes : Index{0}, mostRowBytes});
    if (isFirst) reached.push_back(subscripts[d]);
    Interval& all = reached[static_cast<std::size_t>(d)];
    all = {std::min(all.least(), subscripts[d].least()), std::max(all.most(), subscripts[d].most())};
  }
}

bool PointerRows::read() {
  if (rows) return known;
  rows.emplace();
  if (!known || reached.empty()) return known;
  known = false;
  std::vector<std::uintptr_t> at{reinterpret_cast<std::uintptr_t>(pointers)}, next;
  for (int d = 0; d < levels; ++d, at.swap(next)) {
    const Interval& range = reached[static_cast<std::size_t>(d)];
    const Index first = static_cast<Index>(range.least()), count = static_cast<Index>(range.most()) - first + 1;
    if (count > mostPointers / static_cast<Index>(at.size())) return false;
    next.resize(at.size() * static_cast<std::size_t>(count));
    for (std::size_t t = 0; t < at.size(); ++t) {
      std::vector<Bounds> missing;
      const std::uintptr_t from = at[t] + static_cast<std::uintptr_t>(first) * sizeof(void*);
      if (!copyReadable(from, static_cast<std::size_t>(count) * sizeof(void*),
                        &next[t * static_cast<std::size_t>(count)], missing) ||
          !missing.empty())
        return false;
    }
  }
  const Interval& columns = reached[static_cast<std::size_t>(levels)];
  const Index size = static_cast<Index>(elementSize);
  if (!columns.within({Index{0}, mostRowBytes / size - 1})) return false;
  const Index length = static_cast<Index>(columns.most() - columns.least()) + 1;
  if (length < worthLooking(at)) return false;
  rows->reserve(at.size());
  for (const std::uintptr_t row : at) {
    const Index begin = static_cast<Index>(row);
    if (begin < 0 || begin > mostRowBytes * 4) return false;
    rows->push_back(
        {begin + static_cast<Index>(columns.least()) * size, begin + (static_cast<Index>(columns.most()) + 1) * size});
  }
  return known = true;
}

bool walkPointerRows(const void* rows, void* to, bool (*visit)(void* to, ObjectBytes row)) {
  PointerRows& its = *const_cast<PointerRows*>(static_cast<const PointerRows*>(rows));  // which the loop's state owns
  if (!its.read()) return false;
  return std::all_of(its.rows->begin(), its.rows->end(), [&](Bounds row) {
    return visit(to, {reinterpret_cast<const void*>(row.begin), static_cast<std::size_t>(row.end - row.begin)});
  });
}

}  // namespace clustrix::runtime

#include "memory/Regions.h"

#include <algorithm>
#include <map>
#include <ostream>

namespace clustrix::runtime {
namespace {

// Box dimensions with positive strides and counts above one, smallest stride first.
struct Normal {
  Index begin = 0;
  std::vector<Dimension> dimensions;
  bool empty = false;
};

bool reflect(Dimension& dimension, Index& begin) {
  if (dimension.stride >= 0) return true;
  Index span = 0;
  if (__builtin_mul_overflow(dimension.stride, dimension.count - 1, &span)) return false;
  if (__builtin_add_overflow(begin, span, &begin)) return false;
  return !__builtin_sub_overflow(Index{0}, dimension.stride, &dimension.stride);
}

std::optional<Normal> normalise(Index begin, const Dimension* dimensions, int count) {
  Normal normal{begin, {}, false};
  for (int d = 0; d < count; ++d) {
    Dimension dimension = dimensions[d];
    if (dimension.count <= 0) return Normal{begin, {}, true};
    if (dimension.count == 1 || dimension.stride == 0) continue;
    if (!reflect(dimension, normal.begin)) return std::nullopt;
    normal.dimensions.push_back(dimension);
  }
  std::sort(normal.dimensions.begin(), normal.dimensions.end(),
            [](const Dimension& a, const Dimension& b) { return a.stride < b.stride; });
  return normal;
}

std::optional<Index> lastPosition(const Normal& normal) {
  Index last = normal.begin;
  for (const Dimension& dimension : normal.dimensions) {
    Index span = 0;
    if (__builtin_mul_overflow(dimension.stride, dimension.count - 1, &span)) return std::nullopt;
    if (__builtin_add_overflow(last, span, &last)) return std::nullopt;
  }
  // Far from the ends of an Index, so that sums and differences of positions need no checks later.
  constexpr Index furthest = Index{1} << 60;
  if (normal.begin < -furthest || last > furthest) return std::nullopt;
  return last;
}

// Dimensions that continue a run without gaps lengthen it: {1, n} and {n, m} are n * m elements in one piece.
Index takeRun(std::vector<Dimension>& dimensions) {
  Index length = 1;
  std::size_t taken = 0;
  while (taken < dimensions.size() && dimensions[taken].stride <= length) {
    length += dimensions[taken].stride * (dimensions[taken].count - 1);
    ++taken;
  }
  dimensions.erase(dimensions.begin(), dimensions.begin() + static_cast<std::ptrdiff_t>(taken));
  return length;
}

// {s, c} and {k s, d} with k <= c are {s, c + k (d - 1)}.
void mergeMultiples(std::vector<Dimension>& dimensions) {
  for (std::size_t inner = 0; inner < dimensions.size(); ++inner) {
    for (std::size_t outer = inner + 1; outer < dimensions.size();) {
      const Index factor = dimensions[outer].stride / dimensions[inner].stride;
      const bool multiple = dimensions[outer].stride % dimensions[inner].stride == 0;
      if (multiple && factor <= dimensions[inner].count) {
        dimensions[inner].count += factor * (dimensions[outer].count - 1);
        dimensions.erase(dimensions.begin() + static_cast<std::ptrdiff_t>(outer));
      } else {
        ++outer;
      }
    }
  }
}

Rows intersection(const Rows& run, Bounds allowed) {
  const Index begin = std::max(run.begin, allowed.begin);
  return {begin, std::min(run.begin + run.length, allowed.end) - begin, 0, 1};
}

// Columns [begin, end) of the rows [first, last) of a grid of rows of `pitch` positions.
struct Rectangle {
  Index first, last, begin, end;
};

std::vector<Rectangle> onGrid(const RowsList& list, Index origin, Index pitch) {
  std::vector<Rectangle> rectangles;
  for (const Rows& rows : list) {
    const Index row = (rows.begin - origin) / pitch, column = (rows.begin - origin) % pitch;
    const Index end = column + rows.length;
    rectangles.push_back({row, row + rows.count, column, std::min(end, pitch)});
    if (end > pitch) rectangles.push_back({row + 1, row + 1 + rows.count, 0, end - pitch});
  }
  return rectangles;
}

std::vector<Bounds> uniteIntervals(std::vector<Bounds> intervals) {
  std::sort(intervals.begin(), intervals.end(), [](Bounds a, Bounds b) { return a.begin < b.begin; });
  std::vector<Bounds> result;
  for (Bounds interval : intervals) {
    if (!result.empty() && interval.begin <= result.back().end)
      result.back().end = std::max(result.back().end, interval.end);
    else
      result.push_back(interval);
  }
  return result;
}

// Rows of one pitch: between two neighbouring first or last rows the covered columns do not change.
void uniteGrid(const RowsList& list, RowsList& result) {
  const Index pitch = list.front().pitch;
  const Index origin = bounds(list).begin;
  const std::vector<Rectangle> rectangles = onGrid(list, origin, pitch);
  std::vector<Index> edges;
  for (const Rectangle& r : rectangles) edges.insert(edges.end(), {r.first, r.last});
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  for (std::size_t e = 0; e + 1 < edges.size(); ++e) {
    std::vector<Bounds> columns;
    for (const Rectangle& r : rectangles)
      if (r.first <= edges[e] && edges[e] < r.last) columns.push_back({r.begin, r.end});
    const Index rowCount = edges[e + 1] - edges[e];
    for (Bounds column : uniteIntervals(std::move(columns))) {
      const Index begin = origin + edges[e] * pitch + column.begin;
      const Index length = column.end - column.begin;
      if (length == pitch || rowCount == 1)
        result.push_back({begin, pitch * (rowCount - 1) + length, 0, 1});
      else
        result.push_back({begin, length, pitch, rowCount});
    }
  }
}

}  // namespace

std::optional<Bounds> boxBounds(Index begin, const Dimension* dimensions, int count) {
  const std::optional<Normal> normal = normalise(begin, dimensions, count);
  if (!normal) return std::nullopt;
  if (normal->empty) return Bounds{};
  const std::optional<Index> last = lastPosition(*normal);
  if (!last) return std::nullopt;
  return Bounds{normal->begin, *last + 1};
}

std::optional<RowsList> boxRows(Index begin, const Dimension* dimensions, int count, std::size_t most) {
  std::optional<Normal> normal = normalise(begin, dimensions, count);
  if (!normal) return std::nullopt;
  if (normal->empty) return RowsList{};
  if (!lastPosition(*normal)) return std::nullopt;
  const Index length = takeRun(normal->dimensions);
  mergeMultiples(normal->dimensions);
  if (normal->dimensions.empty()) return RowsList{{normal->begin, length, 0, 1}};
  // The longest dimension becomes the rows; the others are walked.
  const auto longest = std::max_element(normal->dimensions.begin(), normal->dimensions.end(),
                                        [](const Dimension& a, const Dimension& b) { return a.count < b.count; });
  RowsList result{{normal->begin, length, longest->stride, longest->count}};
  normal->dimensions.erase(longest);
  for (const Dimension& dimension : normal->dimensions) {
    if (static_cast<std::size_t>(dimension.count) > most / result.size()) return std::nullopt;
    const std::size_t before = result.size();
    for (Index step = 1; step < dimension.count; ++step)
      for (std::size_t r = 0; r < before; ++r) {
        result.push_back(result[r]);
        result.back().begin += step * dimension.stride;
      }
  }
  return result;
}

Bounds bounds(const RowsList& rows) {
  if (rows.empty()) return {};
  Bounds hull{rows.front().begin, rows.front().end()};
  for (const Rows& piece : rows) {
    hull.begin = std::min(hull.begin, piece.begin);
    hull.end = std::max(hull.end, piece.end());
  }
  return hull;
}

Rows run(Bounds interval) { return {interval.begin, interval.end - interval.begin, 0, 1}; }

void append(RowsList& list, const Rows& rows) {
  if (list.empty() || rows.count != 1) {
    list.push_back(rows);
    return;
  }
  Rows& last = list.back();
  if (last.count == 1 && rows.begin <= last.begin + last.length && last.begin <= rows.begin + rows.length) {
    const Index end = std::max(last.begin + last.length, rows.begin + rows.length);
    last.begin = std::min(last.begin, rows.begin);
    last.length = end - last.begin;
  } else if (last.count == 1 && last.length == rows.length && rows.begin > last.begin) {
    last = {last.begin, last.length, rows.begin - last.begin, 2};
  } else if (last.count > 1 && last.length == rows.length && rows.begin == last.begin + last.pitch * last.count) {
    ++last.count;
  } else {
    list.push_back(rows);
  }
}

void appendClipped(RowsList& list, const Rows& rows, Bounds allowed) {
  if (allowed.empty()) return;
  if (rows.begin >= allowed.begin && rows.end() <= allowed.end) return append(list, rows);
  if (rows.begin >= allowed.end || rows.end() <= allowed.begin) return;
  if (rows.count == 1) return append(list, intersection(rows, allowed));
  // Only the first and the last run that reach into the allowed positions can be cut.
  const auto position = [&](Index r) { return Rows{rows.begin + r * rows.pitch, rows.length, 0, 1}; };
  const Index reach = allowed.begin - rows.begin - rows.length;
  const Index first = reach < 0 ? 0 : reach / rows.pitch + 1;
  const Index last = std::min(rows.count - 1, (allowed.end - 1 - rows.begin) / rows.pitch);
  if (first > last) return;
  append(list, intersection(position(first), allowed));
  if (last - first > 1) {
    const Index inner = last - first - 1;
    append(list, {position(first + 1).begin, rows.length, inner == 1 ? 0 : rows.pitch, inner});
  }
  if (last > first) append(list, intersection(position(last), allowed));
}

RowsList united(RowsList list) {
  if (list.size() < 2) return list;
  constexpr std::size_t mostOnGrid = 64;  // the work grows with the square
  std::map<Index, RowsList> byPitch;
  std::vector<Bounds> single;
  for (const Rows& rows : list) {
    if (rows.count == 1)
      single.push_back({rows.begin, rows.end()});
    else
      byPitch[rows.pitch].push_back(rows);
  }
  RowsList result;
  for (const auto& [pitch, rows] : byPitch) {
    if (rows.size() > mostOnGrid)
      result.insert(result.end(), rows.begin(), rows.end());
    else
      uniteGrid(rows, result);
  }
  const auto isRun = [](const Rows& rows) { return rows.count == 1; };
  for (const Rows& rows : result)
    if (isRun(rows)) single.push_back({rows.begin, rows.end()});
  result.erase(std::remove_if(result.begin(), result.end(), isRun), result.end());
  for (Bounds interval : uniteIntervals(std::move(single))) result.push_back(run(interval));
  return result;
}

std::optional<RowsList> bytesOf(const RowsList& elements, Index base, Index size) {
  RowsList bytes;
  bytes.reserve(elements.size());
  for (const Rows& rows : elements) {
    Index begin = 0, end = 0;
    if (__builtin_mul_overflow(rows.begin, size, &begin) || __builtin_add_overflow(begin, base, &begin)) return {};
    if (__builtin_mul_overflow(rows.end(), size, &end) || __builtin_add_overflow(end, base, &end)) return {};
    if (begin < 0) return {};  // no address is negative: the arithmetic of the footprint went astray
    bytes.push_back({begin, rows.length * size, rows.pitch * size, rows.count});
  }
  return bytes;
}

Index totalSize(const RowsList& list) {
  Index total = 0;
  for (const Rows& rows : list) total += rows.size();
  return total;
}

std::ostream& operator<<(std::ostream& out, const Rows& rows) {
  out << '[' << rows.begin << ", " << rows.begin + rows.length << ')';
  if (rows.count > 1) out << " x" << rows.count << " every " << rows.pitch;
  return out;
}

}  // namespace clustrix::runtime

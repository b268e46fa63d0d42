#include "memory/Footprints.h"

#include <algorithm>

namespace clustrix {

Region& Region::box(Index begin, Dimension d0, Dimension d1, Dimension d2, Dimension d3, Dimension d4, Dimension d5,
                    Dimension d6, Dimension d7) {
  const Dimension dimensions[] = {d0, d1, d2, d3, d4, d5, d6, d7};
  return box(begin, dimensions, 8);
}

Region& Region::box(Index begin, const Dimension* dimensions, int count) {
  static_cast<runtime::RecordedRegion*>(this)->addBox(begin, dimensions, count);
  return *this;
}

Region& Region::between(Index begin, Positions p0, Positions p1, Positions p2, Positions p3) {
  Dimension dimensions[4];
  int count = 0;
  for (const Positions& positions : {p0, p1, p2, p3}) {
    Dimension& dimension = dimensions[count++];
    dimension = {positions.stride, 0};
    if (positions.from > positions.to) continue;
    Index first = 0;
    if (__builtin_sub_overflow(positions.to, positions.from, &dimension.count) ||
        __builtin_add_overflow(dimension.count, 1, &dimension.count) ||
        __builtin_mul_overflow(positions.stride, positions.from, &first) ||
        __builtin_add_overflow(begin, first, &begin)) {
      static_cast<runtime::RecordedRegion*>(this)->addUnknown();
      return *this;
    }
  }
  return box(begin, dimensions, count);
}

Region& Region::given(const ListedValues& values) {
  if (!values.known) static_cast<runtime::RecordedRegion*>(this)->addUnknown();
  return *this;
}

Region& Region::inside() {
  static_cast<runtime::RecordedRegion*>(this)->keepInside();
  return *this;
}

Region& Region::whole() {
  static_cast<runtime::RecordedRegion*>(this)->addWhole();
  return *this;
}

Region& Footprint::region(int array, Access access) {
  return static_cast<runtime::RecordedFootprint*>(this)->at(array, access);
}

namespace runtime {
namespace {

constexpr std::size_t mostPieces = 65536;
constexpr int accessKinds = 6;

Access inexact(Access access) {
  if (access == Access::Reads) return Access::MayRead;
  return access == Access::Writes ? Access::MayWrite : access;
}

}  // namespace

void RecordedRegion::addBox(Index begin, const Dimension* dimensions, int count) {
  if (words_ != nullptr) {
    // Dimensions of one position, which stand behind the others where there are fewer than eight, say nothing.
    while (count > 0 && dimensions[count - 1].count == 1) --count;
    words_->insert(words_->end(), {slot_, static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(begin)});
    for (int d = 0; d < count; ++d)
      words_->insert(words_->end(), {static_cast<std::uint64_t>(dimensions[d].stride),
                                     static_cast<std::uint64_t>(dimensions[d].count)});
    return;
  }
  if (const std::optional<RowsList> pieces = boxRows(begin, dimensions, count, mostPieces)) {
    for (const Rows& piece : *pieces) add(piece);
    return;
  }
  const std::optional<Bounds> around = boxBounds(begin, dimensions, count);
  known_ = known_ && around.has_value();
  if (!around || around->empty()) return;
  approximate_ = true;
  add(run(*around));
}

void RecordedRegion::addUnknown() {
  known_ = false;
  constexpr std::uint64_t unknown = ~std::uint64_t{1};  // in the place of a number of dimensions
  if (words_ != nullptr) words_->insert(words_->end(), {slot_, unknown});
}

void RecordedRegion::addWhole() {
  if (words_ != nullptr) {
    constexpr std::uint64_t whole = ~std::uint64_t{0};  // in the place of a number of dimensions
    words_->insert(words_->end(), {slot_, whole});
    return;
  }
  if (extent_ < 0)
    known_ = false;
  else if (extent_ > 0)
    add({0, extent_, 0, 1});
}

void RecordedRegion::add(const Rows& rows) {
  if (inside_ && extent_ >= 0 && (rows.begin < 0 || rows.end() > extent_)) known_ = false;
  if (extent_ >= 0)
    appendClipped(rows_, rows, {0, extent_});
  else
    append(rows_, rows);
  approximate_ = approximate_ || rows_.size() > mostPieces;
  if (approximate_ && rows_.size() > 1) rows_ = {run(bounds(rows_))};
}

RecordedFootprint::RecordedFootprint(const std::vector<ArrayFacts>& arrays)
    : regions_(arrays.size() * accessKinds), arrays_(&arrays) {}

RecordedFootprint::RecordedFootprint(const std::vector<ArrayFacts>& arrays, std::vector<std::uint64_t>& words)
    : regions_(arrays.size() * accessKinds), arrays_(&arrays), words_(&words) {}

RecordedRegion& RecordedFootprint::at(int array, Access access) {
  const std::size_t slot = static_cast<std::size_t>(array) * accessKinds + static_cast<std::size_t>(access);
  std::unique_ptr<RecordedRegion>& region = regions_[slot];
  if (!region)
    region = words_ != nullptr ? std::make_unique<RecordedRegion>(*words_, slot)
                               : std::make_unique<RecordedRegion>((*arrays_)[static_cast<std::size_t>(array)].extent);
  return *region;
}

bool RecordedFootprint::known() const { return unknown().empty(); }

std::vector<UnknownTouch> RecordedFootprint::unknown() const {
  std::vector<UnknownTouch> result;
  for (std::size_t slot = 0; slot < regions_.size(); ++slot)
    if (regions_[slot] && !regions_[slot]->known())
      result.push_back({static_cast<int>(slot / accessKinds), static_cast<Access>(slot % accessKinds)});
  return result;
}

std::vector<Touched> RecordedFootprint::touched() const {
  std::vector<Touched> result;
  for (std::size_t slot = 0; slot < regions_.size(); ++slot) {
    if (!regions_[slot] || !regions_[slot]->known() || regions_[slot]->rows().empty()) continue;
    const Access access = static_cast<Access>(slot % accessKinds);
    result.push_back({static_cast<int>(slot / accessKinds), regions_[slot]->approximate() ? inexact(access) : access,
                      united(regions_[slot]->rows())});
  }
  return result;
}

std::optional<std::vector<Touched>> touchedBy(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Chunk chunk,
                                              std::vector<UnknownTouch>* unknown) {
  RecordedFootprint footprint(arrays);
  body.callFootprint(body.footprint, chunk, footprint);
  if (unknown != nullptr)
    *unknown = footprint.unknown();
  else if (!footprint.known())
    return std::nullopt;
  std::vector<Touched> all = footprint.touched();
  if (body.onlyWrites < 0) return all;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const Touched& touched) {
                             const bool writes = touched.access == Access::Writes || touched.access == Access::MayWrite;
                             return writes && touched.array != body.onlyWrites;
                           }),
            all.end());
  return all;
}

}  // namespace runtime
}  // namespace clustrix

#include "inspection/Inspection.h"

#include <algorithm>

#include "support/Clock.h"

namespace clustrix {
namespace runtime {
const List& Inspection::list() {
  if (positions_) {
    const ListRange positions = std::exchange(positions_, nullptr)();
    list_ = list_.between(std::max(list_.from, positions.from), std::min(list_.to, positions.to));
  }
  return list_;
}

bool Inspection::isReadable() {
  if (!readable_) readable_ = runtime::isReadable(list());
  return *readable_;
}

void Inspection::look() {
  const double begin = now();
  looked_ = true;
  if (list_.count() > most_ || !isReadable()) return;
  blocks_.resize(static_cast<std::size_t>((list_.count() + blockSize - 1) / blockSize));
  onThreads(threads_, static_cast<Index>(blocks_.size()), 8, [&](Chunk chunk) {
    for (Index block = chunk.begin; block < chunk.end; ++block)
      blocks_[static_cast<std::size_t>(block)] = valuesOf(
          list_.between(list_.from + block * blockSize, std::min(list_.to, list_.from + (block + 1) * blockSize - 1)));
  });
  seconds_ = now() - begin;
}

// Whole blocks are known; what is left of others is read once more.
ListedValues Inspection::of(Index from, Index to) const {
  const Index first = (from - list_.from + blockSize - 1) / blockSize, last = (to + 1 - list_.from) / blockSize;
  if (to == list_.to && first == 0) {
    ListedValues values;
    for (const ListedValues& block : blocks_) values = both(values, block);
    return values;
  }
  if (first >= last) return valuesOf(list_.between(from, to));
  ListedValues values = both(valuesOf(list_.between(from, list_.from + first * blockSize - 1)),
                             valuesOf(list_.between(list_.from + last * blockSize, to)));
  for (Index block = first; block < last; ++block) values = both(values, blocks_[static_cast<std::size_t>(block)]);
  return values;
}

ListedValues Inspection::in(Index from, Index to) {
  if (from > to) return {};
  static_cast<void>(list());
  if (from < list_.from || to > list_.to) return unknownValues;
  if (!looked_) look();
  return blocks_.empty() ? unknownValues : of(from, to);
}

KnownNumbers Inspection::known() {
  // To ask for the memory of a long list takes longer than to look at a short one.
  if (list().count() == 0 || (list_.count() > most_ && !list_.exists) || !isReadable()) return {};
  const bool dense = list_.run == 0;
  return {static_cast<const char*>(list_.base), list_.from, list_.to, dense ? 1 : list_.run,
          dense ? static_cast<Index>(list_.elementSize) : list_.stride};
}

}  // namespace runtime

runtime::KnownNumbers Inspected::known() const {
  return inspection_ == nullptr ? runtime::KnownNumbers{} : inspection_->known();
}
ListedValues Inspected::in(Index from, Index to) const {
  return inspection_ == nullptr ? unknownValues : inspection_->in(from, to);
}
ListedValues Inspected::all() const { return inspection_ == nullptr ? unknownValues : inspection_->all(); }

}  // namespace clustrix

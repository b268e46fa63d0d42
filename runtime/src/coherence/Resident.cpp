#include "clustrix/resident.h"

#include <mutex>
#include <sstream>

#include "execution/Context.h"
#include "execution/Fork.h"
#include "support/BestEffort.h"

namespace clustrix {
namespace {

using runtime::Bounds;
using runtime::IntervalSet;
using runtime::ResidentArrays;

Bounds boundsOf(const void* first, std::size_t bytes) {
  const Index begin = static_cast<Index>(reinterpret_cast<std::uintptr_t>(first));
  return {begin, begin + static_cast<Index>(bytes)};
}

// Where memory runs out everything comes home but what is stale of `dropped`. Without a context nothing is anywhere.
template <class Change>
void withResidents(Bounds dropped, const Change& change) noexcept {
  if (runtime::movesNothing()) return;
  runtime::Context* context = nullptr;
  runtime::bestEffort([&] { context = &runtime::currentContext(); });
  if (context == nullptr) return;
  const std::lock_guard<std::mutex> lock(context->deviceMutex);
  try {
    change(context->residents);
  } catch (const std::exception&) {
    context->residents.bringAllHomeNow(dropped);
  }
}

// Elements of which bytes are in `set`.
std::string elements(const IntervalSet& set, Bounds array, Index elementSize) {
  std::ostringstream out;
  runtime::RowsList rows;
  for (Bounds piece : set& IntervalSet(array)) {
    const Index begin = (piece.begin - array.begin) / elementSize;
    const Index end = (piece.end - array.begin + elementSize - 1) / elementSize;
    runtime::append(rows, runtime::run({begin, end}));
  }
  for (const runtime::Rows& piece : rows) out << ' ' << piece;
  return out.str();
}

}  // namespace

resident::resident(const void* first, Index count, std::size_t elementSize)
    : first_(first), bytes_(count > 0 ? static_cast<std::size_t>(count) * elementSize : 0), elementSize_(elementSize) {
  // Where memory runs out the array comes home with the others.
  withResidents({}, [this](ResidentArrays& residents) { residents.keep(boundsOf(first_, bytes_)); });
}

resident::~resident() {
  release();
  withResidents({}, [this](ResidentArrays& residents) { residents.unkeep(boundsOf(first_, bytes_)); });
}

void resident::host() {
  withResidents({}, [this](ResidentArrays& residents) { residents.bringHome(IntervalSet(boundsOf(first_, bytes_))); });
}

void resident::changed() {
  const Bounds bytes = boundsOf(first_, bytes_);
  withResidents(bytes, [bytes](ResidentArrays& residents) { residents.hostChanged(IntervalSet(bytes)); });
}

void resident::release() {
  withResidents({}, [this](ResidentArrays& residents) {
    const IntervalSet bytes(boundsOf(first_, bytes_));
    residents.bringHome(bytes);
    residents.hostChanged(bytes);
  });
}

std::string resident::sharding() const {
  if (runtime::movesNothing()) return "on the host\n";
  runtime::Context& context = runtime::currentContext();
  const std::lock_guard<std::mutex> lock(context.deviceMutex);
  const Bounds array = boundsOf(first_, bytes_);
  const Index size = static_cast<Index>(elementSize_);
  const runtime::Directory& directory = context.residents.directory;
  std::string text;
  for (const runtime::Image& image : directory.images()) {
    const std::string held = elements(image.valid, array, size);
    if (!held.empty()) text += context.devices().backend->properties(image.device).name + ":" + held + "\n";
  }
  if (text.empty()) return "on the host\n";
  const std::string stale = elements(directory.stale(), array, size);
  return text + (stale.empty() ? "current on the host\n" : "stale on the host:" + stale + "\n");
}

}  // namespace clustrix

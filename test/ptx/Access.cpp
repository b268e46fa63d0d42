#include "Access.h"

#include <algorithm>

#include "Gpu.h"
#include "Launch.h"

namespace ptx {
namespace {

bool lies(u64 address, u64 bytes, const std::vector<u8>& memory) {
  const u64 begin = reinterpret_cast<u64>(memory.data());
  return address >= begin && address + bytes <= begin + memory.size();
}

std::string described(const Context& at, const Instruction& in) { return in.text + " in " + at.launch->kernel.name; }

u64 bitCount(u32 bits) { return static_cast<u64>(__builtin_popcount(bits)); }

/// One request of one warp.
class Request {
 public:
  Request(Context& at, const Instruction& in, const u64* addresses, int bytes, AccessKind kind)
      : at_(at), in_(in), addresses_(addresses), bytes_(static_cast<u64>(bytes)), kind_(kind) {}

  void carryOut() {
    const u32 local = localLanes();
    const u32 shared = sharedLanes() & ~local;
    const u32 global = at_.mask & ~(local | shared);
    checkShared(shared);
    if (shared == at_.mask) return countShared();
    if (local != 0) countLocal(local);
    if (global == 0) return;
    if (lies(addresses_[__builtin_ctz(global)], 1, at_.launch->parameters)) {
      at_.latency = 8;
      return;
    }
    checkGlobal(global);
    if (at_.launch->measured) countGlobal(global);
  }

 private:
  bool reads() const { return kind_ != AccessKind::store; }
  bool writes() const { return kind_ != AccessKind::load; }

  /// Lanes of a generic access may point to different memories.
  u32 localLanes() const {
    if (in_.space != Space::local && in_.space != Space::generic) return 0;
    u32 found = 0;
    forEachLane(at_.mask, [&](int l) {
      for (const auto& frame : at_.warp->frames)
        if (lies(addresses_[l], 1, frame->local)) found |= 1u << l;
    });
    if (in_.space == Space::local && found != at_.mask) fail("an access beside local memory: " + described(at_, in_));
    return found;
  }

  u32 sharedLanes() const {
    if (in_.space == Space::shared) return at_.mask;
    if (in_.space != Space::generic) return 0;
    u32 found = 0;
    forEachLane(at_.mask, [&](int l) { found |= u32(lies(addresses_[l], 1, at_.block->shared)) << l; });
    return found;
  }

  void checkShared(u32 shared) const {
    forEachLane(shared, [&](int l) {
      if (!lies(addresses_[l], bytes_, at_.block->shared))
        fail("an access beside shared memory: " + described(at_, in_));
      const u64 offset = addresses_[l] - reinterpret_cast<u64>(at_.block->shared.data());
      if (offset % std::min<u64>(bytes_, 16) != 0) fail("misaligned address: " + described(at_, in_));
    });
  }

  void checkGlobal(u32 global) {
    const Launch& launch = *at_.launch;
    Allocation* home = nullptr;
    forEachLane(global, [&](int l) {
      const u64 address = addresses_[l];
      if (home == nullptr || !home->holds(address, bytes_)) {
        home = launch.memory.find(address);
        if (home == nullptr || !home->holds(address, bytes_))
          fail("address " + std::to_string(address) + " lies in no allocation: " + described(at_, in_));
        if (home->device != launch.device)
          fail("device " + std::to_string(launch.device) + " reaches into the memory of device " +
               std::to_string(home->device) + ": " + described(at_, in_));
      }
      if (address % std::min<u64>(bytes_, 16) != 0) fail("misaligned address: " + described(at_, in_));
    });
    home_ = home;
  }

  /// Wavefronts: the most different words that one of the 32 banks has to give; wide accesses go by parts of the warp.
  void countShared() {
    if (!at_.launch->measured) return;
    ++at_.launch->counts.sharedRequests;
    const int parts = bytes_ <= 4 ? 1 : static_cast<int>(bytes_) / 4;
    const int lanesEach = lanes / parts;
    int total = 0;
    for (int part = 0; part < parts; ++part) total += wavefronts(part * lanesEach, (part + 1) * lanesEach);
    at_.launch->counts.sharedWavefronts += static_cast<u64>(total);
    work().wavefronts += total;
    at_.latency = gpu().sharedLatency + total - 1;
  }

  int wavefronts(int from, int to) const {
    u64 words[lanes * 4];
    int count = 0;
    for (int l = from; l < to; ++l)
      if (at_.mask >> l & 1)
        for (u64 k = 0; k < std::max<u64>(bytes_, 4); k += 4) words[count++] = (addresses_[l] + k) >> 2;
    std::sort(words, words + count);
    count = static_cast<int>(std::unique(words, words + count) - words);
    int bank[32] = {};
    int most = 0;
    for (int k = 0; k < count; ++k) most = std::max(most, ++bank[words[k] & 31]);
    return most;
  }

  void countLocal(u32 local) {
    if (!at_.launch->measured) return;
    ++at_.launch->counts.localRequests;
    work().wavefronts += std::max(1, static_cast<int>(bitCount(local) * bytes_) / lineBytes);
    at_.latency = gpu().l1Latency;
  }

  void countGlobal(u32 global) {
    u64 sectors[lanes];
    const int count = distinctSectors(global, sectors);
    countRequest(static_cast<u64>(count), bitCount(global) * bytes_);
    double slowest = kind_ == AccessKind::store ? 0 : gpu().l1Latency;
    int lines = 0;
    for (int k = 0; k < count;) {
      const u64 line = sectors[k] >> 2;
      u32 wanted = 0;
      while (k < count && sectors[k] >> 2 == line) wanted |= 1u << (sectors[k++] & 3);
      ++lines;
      slowest = std::max(slowest, countLine(line, wanted, slowest, addresses_[__builtin_ctz(global)]));
    }
    at_.launch->counts.wavefronts += static_cast<u64>(lines);
    work().wavefronts += lines;
    at_.latency = slowest;
  }

  /// In order, each once.
  int distinctSectors(u32 global, u64* sectors) const {
    int count = 0;
    bool sorted = true;
    forEachLane(global, [&](int l) {
      const u64 sector = addresses_[l] / sectorBytes;
      if (count > 0 && sector == sectors[count - 1]) return;
      if (count > 0 && sector < sectors[count - 1]) sorted = false;
      sectors[count++] = sector;
    });
    if (sorted) return count;
    std::sort(sectors, sectors + count);
    return static_cast<int>(std::unique(sectors, sectors + count) - sectors);
  }

  void countRequest(u64 sectors, u64 bytes) {
    Counts& counts = at_.launch->counts;
    switch (kind_) {
      case AccessKind::atomic:
        ++counts.atomics;
        counts.atomicSectors += sectors;
        break;
      case AccessKind::store:
        ++counts.stores;
        counts.storeSectors += sectors;
        counts.storeBytes += bytes;
        break;
      case AccessKind::load:
        ++counts.loads;
        counts.loadSectors += sectors;
        counts.loadBytes += bytes;
    }
  }

  /// Sends one line through the caches: the slowest answer so far, in cycles.
  double countLine(u64 line, u32 wanted, double slowest, u64 anyAddress) {
    Counts& counts = at_.launch->counts;
    u32 missing = wanted;
    double* arrival = nullptr;
    if (kind_ == AccessKind::load && !in_.bypassesL1) {
      const Cache::Touch found =
          at_.launch->l1[static_cast<std::size_t>(at_.block->processor)].touch(line, wanted, false);
      counts.l1Sectors += bitCount(wanted);
      counts.l1Hits += bitCount(found.there);
      missing &= ~found.there;
      arrival = found.arrival;
    }
    // A line that is still on its way is waited for.
    if (arrival != nullptr && missing != wanted)
      slowest = std::max(slowest, std::min<double>(*arrival - at_.now, gpu().dramLatency));
    if (missing == 0) return slowest;
    const Cache::Touch found = at_.launch->l2[0].touch(line, missing, writes());
    const u64 count = bitCount(missing);
    const u64 absent = bitCount(missing & ~found.there);
    counts.dramWrites += found.writtenBack;
    if (writes()) counts.l2Writes += count;
    if (reads()) {
      counts.l2Reads += count;
      counts.l2ReadHits += count - absent;
      counts.dramReads += absent;
      const double takes = absent != 0 ? gpu().dramLatency : gpu().l2Latency;
      slowest = std::max(slowest, takes);
      if (arrival != nullptr) *arrival = at_.now + takes;
    }
    countCompulsory(line, missing, anyAddress);
    return slowest;
  }

  /// Sectors that any program with these results would have to read or write once.
  void countCompulsory(u64 line, u32 sectors, u64 anyAddress) {
    Counts& counts = at_.launch->counts;
    for (u64 number = 0; number < 4; ++number) {
      if ((sectors >> number & 1) == 0) continue;
      const u64 address = (line * 4 + number) * sectorBytes;
      if (address + sectorBytes <= home_->begin || address >= home_->end)
        home_ = at_.launch->memory.find(address + sectorBytes - 1);
      if (home_ == nullptr) {
        home_ = at_.launch->memory.find(anyAddress);
        continue;
      }
      u8& seen = home_->touchedAt(address);
      if (reads() && seen == 0) {
        ++counts.compulsoryReads;
        seen |= Allocation::readOnce;
      }
      if (writes() && (seen & Allocation::writtenOnce) == 0) {
        ++counts.compulsoryWrites;
        seen |= Allocation::writtenOnce;
      }
    }
  }

  ProcessorWork& work() { return at_.launch->work[static_cast<std::size_t>(at_.block->processor)]; }

  Context& at_;
  const Instruction& in_;
  const u64* addresses_;
  u64 bytes_;
  AccessKind kind_;
  Allocation* home_ = nullptr;
};

}  // namespace

void access(Context& at, const Instruction& in, const u64* addresses, int bytes, AccessKind kind) {
  Request(at, in, addresses, bytes, kind).carryOut();
}

void addressesOf(Context& at, const Instruction& in, const Operand& operand, u64* addresses) {
  const u64 offset = static_cast<u64>(operand.offset);
  const bool hasBase = operand.index != Operand::noBase;
  const u64* base = hasBase ? at.row(operand.index) : nullptr;
  const bool local = !hasBase && operand.space == Space::local;
  for (int l = 0; l < lanes; ++l)
    addresses[l] = offset + (hasBase ? base[l] : local ? reinterpret_cast<u64>(at.frame->localOf(l)) : 0);
  if (in.space != Space::shared) return;
  const u64 shared = reinterpret_cast<u64>(at.block->shared.data());
  for (int l = 0; l < lanes; ++l) addresses[l] = (addresses[l] & 0xffffffffu) + shared;
}

}  // namespace ptx

#include "schedule/Schedule.h"

#include <algorithm>
#include <sstream>

#include "memory/Alignment.h"

namespace clustrix::runtime {
namespace {

bool overlap(Bounds a, Bounds b) { return a.begin < b.end && b.begin < a.end; }
bool overlapsAny(Bounds a, const std::vector<Bounds>& list) {
  return std::any_of(list.begin(), list.end(), [a](Bounds b) { return overlap(a, b); });
}

// Of what each iteration has for itself, the program's is the last one's.
std::optional<std::vector<TouchedBytes>> bytesOf(const LaunchFacts& facts, Chunk chunk,
                                                 const std::vector<Touched>& touched) {
  std::vector<TouchedBytes> result;
  for (const Touched& elements : touched) {
    const bool owns = elements.access == Access::Owns;
    const ArrayFacts& array = (*facts.arrays)[static_cast<std::size_t>(elements.array)];
    if (owns && (chunk.end != facts.iterations || array.hasNoMemory)) continue;
    const auto rows = bytesOf(elements.elements, static_cast<Index>(reinterpret_cast<std::uintptr_t>(array.base)),
                              static_cast<Index>(array.elementSize));
    if (!rows) return std::nullopt;
    result.push_back({elements.array, owns ? Access::MayWrite : elements.access, *rows});
  }
  return result;
}

// Arrays ordered by address; each joins the buffer before it where their intervals overlap.
void placeBuffers(const std::vector<TouchedBytes>& touched, std::size_t arrays, ChunkTraffic& chunk) {
  std::vector<Bounds> around(arrays);
  for (const TouchedBytes& bytes : touched) {
    const Bounds hull = bounds(bytes.rows);
    Bounds& array = around[static_cast<std::size_t>(bytes.array)];
    array = array.empty() ? hull : Bounds{std::min(array.begin, hull.begin), std::max(array.end, hull.end)};
  }
  std::vector<std::size_t> order;
  for (std::size_t a = 0; a < arrays; ++a)
    if (!around[a].empty()) order.push_back(a);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return around[a].begin < around[b].begin; });
  chunk.bufferOf.assign(arrays, -1);
  for (std::size_t a : order) {
    if (chunk.buffers.empty() || around[a].begin >= chunk.buffers.back().host.end)
      chunk.buffers.push_back({around[a]});
    else
      chunk.buffers.back().host.end = std::max(chunk.buffers.back().host.end, around[a].end);
    chunk.bufferOf[a] = static_cast<int>(chunk.buffers.size()) - 1;
  }
}

void extend(RowsList& list, const RowsList& more) { list.insert(list.end(), more.begin(), more.end()); }

// Memory known to exist that no chunk writes is as good as an exact read.
bool readsPlainly(const LaunchFacts& facts, const TouchedBytes& bytes) {
  const bool exists = (*facts.arrays)[static_cast<std::size_t>(bytes.array)].extent >= 0;
  return bytes.access == Access::Reads || (exists && !overlapsAny(bounds(bytes.rows), facts.writes));
}

// What the iterations outside of `chunk` write, as intervals around it; null where that is not known.
std::optional<std::vector<Bounds>> writtenByOthers(const LaunchFacts& facts, Chunk chunk) {
  std::vector<Bounds> written;
  for (const Chunk others : {Chunk{0, chunk.begin}, Chunk{chunk.end, facts.iterations}}) {
    if (others.size() <= 0) continue;
    const auto touched = touchedBytes(facts, others);
    if (!touched) return std::nullopt;
    for (const TouchedBytes& bytes : *touched)
      if (!isRead(bytes.access)) written.push_back(bounds(bytes.rows));
  }
  return written;
}

// Gaps narrower than a page lie on pages that hold what is read, so that they can be read too. Where other chunks write
// into them meanwhile, the kernel reads: nobody uses those bytes, but a plain read of them would be a data race.
void fillGaps(const LaunchFacts& facts, Chunk chunk, Index gap, BufferTraffic& of) {
  std::optional<std::vector<Bounds>> others;
  bool asked = false;
  const auto racy = [&](Bounds span) {
    if (!overlapsAny(span, facts.writes)) return false;
    if (!asked) others = writtenByOthers(facts, chunk);
    asked = true;
    return !others || overlapsAny(span, *others);
  };
  RowsList plain;
  for (const Rows& rows : of.exactIn) {
    const bool narrow = rows.count > 1 && rows.pitch - rows.length <= gap;
    if (!narrow)
      plain.push_back(rows);
    else
      (racy({rows.begin, rows.end()}) ? of.guardedIn : plain).push_back(run({rows.begin, rows.end()}));
  }
  of.exactIn = united(std::move(plain));
}

void fillTraffic(const LaunchFacts& facts, const std::vector<TouchedBytes>& touched, Chunk chunk, Index fillGap,
                 ChunkTraffic& result) {
  result.traffic.resize(result.buffers.size());
  for (const TouchedBytes& bytes : touched) {
    BufferTraffic& of =
        result.traffic[static_cast<std::size_t>(result.bufferOf[static_cast<std::size_t>(bytes.array)])];
    if (bytes.access == Access::Writes)
      extend(of.exactOut, bytes.rows);
    else if (bytes.access == Access::MayWrite)
      extend(of.changedOut, bytes.rows);
    else
      extend(readsPlainly(facts, bytes) ? of.exactIn : of.guardedIn, bytes.rows);
  }
  for (BufferTraffic& of : result.traffic) {
    of.exactIn = united(std::move(of.exactIn));
    if (fillGap > 0) fillGaps(facts, chunk, std::min(fillGap, smallestPage - 1), of);
    of.guardedIn = united(std::move(of.guardedIn));
    of.exactOut = united(std::move(of.exactOut));
    of.changedOut = united(std::move(of.changedOut));
  }
}

class Builder {
 public:
  Builder(const LaunchFacts& facts, ChunkSchedule& schedule) : facts_(facts), schedule_(schedule) {}

  void copiesIn(int buffer, const BufferTraffic& traffic) {
    // Guarded copies last: the snapshot that results are compared with is what the device starts from.
    for (const Rows& rows : traffic.exactIn) in({buffer, rows, false, false});
    for (const Rows& rows : traffic.guardedIn) in({buffer, rows, true, narrow(rows)});
    for (const Rows& rows : traffic.changedOut) {
      changed_.push_back({buffer, rows, WriteBack::Changed, static_cast<int>(schedule_.steps.size()), false});
      in({buffer, rows, true, narrow(rows)});
    }
  }
  void copiesOut(int buffer, const BufferTraffic& traffic) {
    const bool onlyWritten = traffic.exactIn.empty() && traffic.guardedIn.empty() && traffic.changedOut.empty();
    for (const Rows& rows : traffic.exactOut) {
      const bool dense = rows.count > 1 && rows.pitch - rows.length <= facts_.fillGap;
      const bool direct = onlyWritten && !dense && !overlapsAny({rows.begin, rows.end()}, facts_.uncertain);
      out({buffer, rows, direct ? WriteBack::Direct : WriteBack::Staged, -1, dense});
    }
    for (const CopyOutStep& step : changed_)
      if (step.buffer == buffer) out(step);
  }

 private:
  static bool narrow(const Rows& rows) { return rows.count > 1 && rows.pitch - rows.length < smallestPage; }

  void in(const CopyInStep& step) {
    schedule_.bytesIn += static_cast<std::size_t>(step.rows.size());
    if (step.guarded) schedule_.hostBytes += static_cast<std::size_t>(stagedSize(step.rows, step.dense));
    schedule_.steps.push_back(step);
  }
  void out(const CopyOutStep& step) {
    const Index bytes = stagedSize(step.rows, step.dense);
    schedule_.bytesOut += static_cast<std::size_t>(bytes);
    if (step.how != WriteBack::Direct) schedule_.hostBytes += static_cast<std::size_t>(bytes);
    schedule_.steps.push_back(step);
  }

  const LaunchFacts& facts_;
  ChunkSchedule& schedule_;
  std::vector<CopyOutStep> changed_;
};

void fillSteps(const LaunchFacts& facts, const std::vector<BufferTraffic>& traffic, ChunkSchedule& schedule) {
  const int buffers = static_cast<int>(schedule.buffers.size());
  schedule.steps.reserve(schedule.buffers.size() * 4 + 2);
  for (int b = 0; b < buffers; ++b) {
    const std::size_t bytes = schedule.buffers[static_cast<std::size_t>(b)].bytes();
    schedule.steps.push_back(AllocateStep{b, bytes});
    schedule.deviceBytes += allocatedBytes(bytes);
  }
  schedule.deviceBytes += allocatedBytes(facts.workspaces.bytes(schedule.chunk));
  Builder builder(facts, schedule);
  for (int b = 0; b < buffers; ++b) builder.copiesIn(b, traffic[static_cast<std::size_t>(b)]);
  schedule.steps.push_back(LaunchStep{schedule.chunk});
  for (int b = 0; b < buffers; ++b) builder.copiesOut(b, traffic[static_cast<std::size_t>(b)]);
  if (facts.partialSize > 0) {
    CombineStep step = combineStep(facts, schedule.chunk);
    schedule.deviceBytes += allocatedBytes(step.bytes);
    schedule.bytesOut += facts.partialSize * static_cast<std::size_t>(step.leaving());
    schedule.steps.push_back(std::move(step));
  }
  for (int b = 0; b < buffers; ++b) schedule.steps.push_back(FreeStep{b});
}

struct StepPrinter {
  std::ostream& out;

  void operator()(const AllocateStep& s) const { out << "allocate buffer " << s.buffer << ", " << s.bytes << " bytes"; }
  void operator()(const CopyInStep& s) const {
    out << "copy in  buffer " << s.buffer << ' ' << s.rows << (s.guarded ? " where readable" : "");
  }
  void operator()(const LaunchStep& s) const {
    out << "launch   iterations [" << s.chunk.begin << ", " << s.chunk.end << ')';
  }
  void operator()(const CopyOutStep& s) const {
    const char* how = s.how == WriteBack::Direct ? "" : s.how == WriteBack::Staged ? " staged" : " where changed";
    out << "copy out buffer " << s.buffer << ' ' << s.rows << how << (s.dense ? " with its gaps" : "");
  }
  void operator()(const CombineStep& s) const {
    out << "combine  blocks [" << s.firstBlock << ", " << s.firstBlock + s.blocks << ')';
    if (!s.nodes.empty()) out << " into " << s.nodes.size() << " on the device";
    if (s.stays) out << ", where they wait for those of others";
  }
  void operator()(const FreeStep& s) const { out << "free     buffer " << s.buffer; }
};

}  // namespace

Index stagedSize(const Rows& rows, bool dense) { return dense ? rows.end() - rows.begin : rows.size(); }

LaunchFacts untouchedFacts(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Index iterations) {
  LaunchFacts facts;
  facts.arrays = &arrays;
  facts.body = body;
  facts.iterations = iterations;
  facts.partialSize = body.kernel->partialSize;
  facts.block = facts.partialSize > 0 ? reduction::blockSize(iterations) : 1;
  return facts;
}

std::optional<LaunchFacts> launchFacts(const LoopBody& body, const std::vector<ArrayFacts>& arrays, Index iterations) {
  LaunchFacts facts = untouchedFacts(body, arrays, iterations);
  const Chunk all{0, iterations};
  const auto touched = touchedBy(body, arrays, all, &facts.unknown);
  auto workspaces = workspacesFor(*touched, arrays);
  auto bytes = bytesOf(facts, all, *touched);
  if (!workspaces || !bytes) return std::nullopt;
  facts.workspaces = std::move(*workspaces);
  facts.whole = std::move(*bytes);
  for (const TouchedBytes& one : facts.whole) {
    if (!isRead(one.access)) facts.writes.push_back(bounds(one.rows));
    if (one.access == Access::MayRead || one.access == Access::MayWrite) facts.uncertain.push_back(bounds(one.rows));
  }
  return facts;
}

std::optional<std::vector<TouchedBytes>> touchedBytes(const LaunchFacts& facts, Chunk chunk) {
  const auto touched = touchedBy(facts.body, *facts.arrays, chunk);
  return touched ? bytesOf(facts, chunk, *touched) : std::nullopt;
}

IntervalSet readByBothHalves(const LaunchFacts& facts) {
  const Index half = facts.iterations / 2 / facts.block * facts.block;
  if (half == 0) return {};
  IntervalSet reads[2];
  for (const int side : {0, 1}) {
    const auto touched = touchedBytes(facts, side == 0 ? Chunk{0, half} : Chunk{half, facts.iterations});
    if (!touched) return {};
    for (const TouchedBytes& bytes : *touched)
      if (isRead(bytes.access)) reads[side] += IntervalSet(bytes.rows);
  }
  return reads[0] & reads[1];
}

std::optional<ChunkTraffic> chunkTraffic(const LaunchFacts& facts, Chunk chunk, Index fillGap) {
  auto touched = touchedBytes(facts, chunk);
  if (!touched) return std::nullopt;
  // What iterations combine into stays on the host: their blocks have copies.
  touched->erase(std::remove_if(touched->begin(), touched->end(),
                                [](const TouchedBytes& bytes) { return bytes.access == Access::Combines; }),
                 touched->end());
  ChunkTraffic result;
  placeBuffers(*touched, facts.arrays->size(), result);
  fillTraffic(facts, *touched, chunk, fillGap, result);
  return result;
}

std::optional<ChunkSchedule> scheduleChunk(const LaunchFacts& facts, Chunk chunk) {
  auto traffic = chunkTraffic(facts, chunk, facts.fillGap);
  if (!traffic) return std::nullopt;
  ChunkSchedule schedule;
  schedule.chunk = chunk;
  schedule.buffers = std::move(traffic->buffers);
  schedule.bufferOf = std::move(traffic->bufferOf);
  for (Buffer& buffer : schedule.buffers) buffer.host.begin -= buffer.host.begin % deviceAlignment;
  fillSteps(facts, traffic->traffic, schedule);
  return schedule;
}

std::string print(const Step& step) {
  std::ostringstream out;
  std::visit(StepPrinter{out}, step);
  return out.str();
}

std::string print(const ChunkSchedule& schedule) {
  std::string text;
  for (const Step& step : schedule.steps) text += print(step) + "\n";
  return text;
}

}  // namespace clustrix::runtime

#include "execution/ChunkJob.h"

#include <algorithm>
#include <cstring>

#include "coherence/Baselines.h"
#include "execution/KernelObject.h"
#include "support/BestEffort.h"

namespace clustrix::runtime {
namespace {

unsigned char* hostBytes(Index address) { return reinterpret_cast<unsigned char*>(address); }

}  // namespace

ChunkJob::ChunkJob(Backend& backend, DeviceId device, const LaunchFacts& facts, ChunkSchedule schedule,
                   void* blockResults)
    : backend_(backend),
      device_(device),
      facts_(facts),
      schedule_(std::move(schedule)),
      blockResults_(blockResults),
      stream_(backend, device),
      workspace_(backend, device),
      rollBack_(backend, device),
      snapshots_(schedule_.steps.size()) {}

ChunkJob::~ChunkJob() { releaseAll(); }

Status ChunkJob::start() {
  Status status = stream_.open();
  if (!status.ok()) return status;
  status = allocate();
  if (!status.ok()) return status;
  const auto launch = std::find_if(schedule_.steps.begin(), schedule_.steps.end(),
                                   [](const Step& step) { return std::holds_alternative<LaunchStep>(step); });
  const auto end = resultsWait() ? launch + 1 : schedule_.steps.end();
  return enqueueSteps(static_cast<std::size_t>(end - schedule_.steps.begin()));
}

bool ChunkJob::resultsWait() const {
  constexpr std::size_t most = std::size_t{16} << 20;
  std::size_t direct = 0;
  for (const Step& step : schedule_.steps)
    if (const auto* out = std::get_if<CopyOutStep>(&step))
      if (out->how == WriteBack::Direct) direct += static_cast<std::size_t>(out->rows.size());
  return direct > most;
}

Status ChunkJob::allocate() {
  buffers_.reserve(schedule_.buffers.size());
  for (const Step& step : schedule_.steps) {
    std::size_t bytes = 0;
    DeviceAddress address{};
    if (const auto* buffer = std::get_if<AllocateStep>(&step)) bytes = buffer->bytes;
    if (const auto* combined = std::get_if<CombineStep>(&step)) bytes = combined->bytes;
    if (bytes == 0) continue;
    Status status = backend_.allocate(device_, bytes, address);
    if (!status.ok()) return status;
    if (std::holds_alternative<AllocateStep>(step))
      buffers_.push_back(address);
    else
      partials_ = address;
  }
  if (Status status = workspace_.allocate(facts_.workspaces.bytes(schedule_.chunk)); !status.ok()) return status;
  if (facts_.body.rollBack != nullptr)
    if (Status status = rollBack_.allocate(); !status.ok()) return status;
  if (schedule_.hostBytes == 0) return {};
  return backend_.allocateHost(device_, schedule_.hostBytes, staging_);
}

Status ChunkJob::enqueueSteps(std::size_t end) {
  while (next_ < end) {
    Status status = enqueue(next_++);
    if (!status.ok()) return status;
  }
  return {};
}

Status ChunkJob::enqueue(std::size_t index) {
  const Step& step = schedule_.steps[index];
  if (const auto* in = std::get_if<CopyInStep>(&step)) return copyIn(index, *in);
  if (const auto* start = std::get_if<LaunchStep>(&step)) return launch(*start);
  if (const auto* out = std::get_if<CopyOutStep>(&step)) return copyOut(*out);
  if (const auto* combined = std::get_if<CombineStep>(&step)) return combine(*combined);
  return {};  // memory comes before the first step and goes after the last
}

DeviceAddress ChunkJob::onDevice(int buffer, Index hostAddress) const {
  const std::size_t b = static_cast<std::size_t>(buffer);
  return buffers_[b] + static_cast<std::size_t>(hostAddress - schedule_.buffers[b].host.begin);
}

StagingBuffer ChunkJob::stage(const Rows& rows, bool dense) {
  StagingBuffer staged{
      rows, static_cast<unsigned char*>(staging_) + stagingUsed_, dense ? rows.pitch : rows.length, {}};
  stagingUsed_ += static_cast<std::size_t>(stagedSize(rows, dense));
  return staged;
}

Status ChunkJob::copyIn(std::size_t index, const CopyInStep& step) {
  const Rows& rows = step.rows;
  const std::uintptr_t to = static_cast<std::uintptr_t>(onDevice(step.buffer, rows.begin));
  if (!step.guarded)
    return stream_.copy(copyOf(CopyKind::HostToDevice, rows, static_cast<std::uintptr_t>(rows.begin), to));
  StagingBuffer& staged = snapshots_[index] = stage(rows, step.dense);
  Status status = readHost(staged);
  if (!status.ok()) return status;
  for (const Copy& copy : copiesOf(staged, to)) {
    status = stream_.copy(copy);
    if (!status.ok()) break;
  }
  return status;
}

Status ChunkJob::launch(const LaunchStep& step) {
  std::vector<Mirror> mirrors;
  mirrors.reserve(buffers_.size());
  for (std::size_t b = 0; b < buffers_.size(); ++b) mirrors.push_back({buffers_[b], schedule_.buffers[b].host.begin});
  const Index workers = facts_.workspaces.workers(step.chunk);
  const KernelObject object(facts_.body, *facts_.arrays, schedule_.bufferOf, mirrors, rollBack_.address(),
                            facts_.workspaces, workspace_.address(), workers);
  if (Status status = rollBack_.clear(stream_); !status.ok()) return status;
  return stream_.launch(
      {facts_.body.kernel, object.get(), step.chunk, facts_.block, partials_, &facts_.copies, workers});
}

Status ChunkJob::copyOut(const CopyOutStep& step) {
  const Rows& rows = step.rows;
  Copy copy = copyOf(CopyKind::DeviceToHost, rows, static_cast<std::uintptr_t>(onDevice(step.buffer, rows.begin)),
                     static_cast<std::uintptr_t>(rows.begin));
  if (step.how == WriteBack::Direct) return stream_.copy(copy);
  const StagingBuffer staged = stage(rows, step.dense);
  copy.to = reinterpret_cast<std::uintptr_t>(staged.bytes);
  copy.toPitch = static_cast<std::size_t>(staged.pitch);
  if (step.dense) {
    copy.width = static_cast<std::size_t>(rows.end() - rows.begin);
    copy.rows = 1;
  }
  results_.push_back({step, staged});
  return stream_.copy(copy);
}

Status ChunkJob::combine(const CombineStep& step) {
  if (step.nodes.empty()) return sendResults(step, step.range());
  const ResultFold fold = foldOf(facts_, step, reinterpret_cast<void*>(partials_));
  Status status = stream_.fold({facts_.body.kernel, fold});
  if (step.stays) return status;
  for (Chunk node : step.nodes)
    if (status.ok()) status = sendResults(step, {node.begin, node.begin + 1});
  return status;
}

Status ChunkJob::sendResults(const CombineStep& step, Chunk blocks) {
  return stream_.copy(copyOfResults(facts_, step, partials_, blocks, blockResults_));
}

bool ChunkJob::ready() {
  if (!stream_.finished()) return false;
  if (next_ == schedule_.steps.size() || !enqueued_.ok()) return true;
  enqueued_ = enqueueSteps(schedule_.steps.size());
  return !enqueued_.ok() || stream_.finished();
}

Status ChunkJob::finish() {
  Status enqueued = std::move(enqueued_);
  if (enqueued.ok()) enqueued = enqueueSteps(schedule_.steps.size());
  if (enqueued.ok()) enqueued = rollBack_.fetch(stream_);
  Status status = stream_.synchronize();
  if (status.ok() && !enqueued.ok()) status = enqueued;
  if (status.ok()) commit();
  if (status.ok() && rollBack_.isSet()) *facts_.body.rollBack = 1;
  return status;
}

// Wants no memory: results that have arrived in part could not be computed again.
void ChunkJob::commit() const noexcept {
  for (const Result& result : results_) {
    const Rows& rows = result.step.rows;
    for (Index r = 0; r < rows.count; ++r) {
      const Bounds row = result.staged.bounds(r);
      const unsigned char* const bytes = result.staged.row(r);
      if (result.step.how == WriteBack::Staged) {
        std::memcpy(hostBytes(row.begin), bytes, static_cast<std::size_t>(rows.length));
        continue;
      }
      const StagingBuffer& before = snapshots_[static_cast<std::size_t>(result.step.snapshot)];
      before.missing.forEachPart(row, [&](Bounds piece, bool missing) {
        const Index at = piece.begin - row.begin;
        if (!missing)
          writeChangedBytes(hostBytes(piece.begin), bytes + at, before.row(r) + at,
                            static_cast<std::size_t>(piece.end - piece.begin));
      });
    }
  }
}

void ChunkJob::releaseAll() noexcept {
  stream_.close();  // before the memory that it works on goes
  const auto release = [this](DeviceAddress memory) {
    bestEffort([&] { static_cast<void>(backend_.release(device_, memory)); });
  };
  for (DeviceAddress buffer : buffers_) release(buffer);
  if (partials_ != DeviceAddress{}) release(partials_);
  if (staging_ != nullptr) bestEffort([this] { static_cast<void>(backend_.releaseHost(device_, staging_)); });
}

}  // namespace clustrix::runtime

#include "cluster/ClusterBackend.h"

#include <algorithm>
#include <cstdio>
#include <set>
#include <utility>

#include "cluster/DirectBlock.h"
#include "devices/PlainHostMemory.h"
#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

/// Of one block: those of a copy overlap with the copies of the device.
constexpr std::size_t mostInBlock = std::size_t{8} << 20;
constexpr double introductionSeconds = 60;

Block rowsOf(std::uintptr_t first, const Copy& copy, std::size_t pitch) {
  return {reinterpret_cast<void*>(first), copy.width, copy.rows, pitch};
}

/// Calls `each` with parts of `copy` that are no larger than a block, until one fails.
template <class Each>
Status inBlocks(const Copy& copy, const Each& each) {
  const std::size_t width = std::min(copy.width, mostInBlock);
  const std::size_t rows =
      width == copy.width ? std::max<std::size_t>(1, mostInBlock / std::max<std::size_t>(1, width)) : 1;
  for (std::size_t row = 0; row < copy.rows; row += rows)
    for (std::size_t column = 0; column < copy.width; column += width) {
      Copy piece = copy;
      piece.rows = std::min(rows, copy.rows - row);
      piece.width = std::min(width, copy.width - column);
      piece.from += row * copy.fromPitch + column;
      piece.to += row * copy.toPitch + column;
      if (Status status = each(piece); !status.ok()) return status;
    }
  return {};
}

}  // namespace

ClusterBackend::ClusterBackend(Ranks& ranks, std::unique_ptr<Backend> local, Links& links, Absent& absent)
    : ranks_(ranks), local_(std::move(local)), machines_{ranks.transport().host()} {
  for (int d = 0; local_ && d < local_->deviceCount(); ++d) {
    const auto device = static_cast<DeviceId>(d);
    devices_.push_back({RankId{}, device, local_->properties(device)});
  }
  const std::vector<std::optional<Hello>> said = ranks_.introductions(introductionSeconds);
  for (std::size_t r = 1; r < said.size(); ++r) {
    const auto rank = static_cast<RankId>(r);
    if (!said[r]) {
      ranks_.lose(rank, "has not come");
      absent.ranks.push_back(ranks_.lossOf(rank).message);
    } else if (ranks_.nameHost(rank, said[r]->host); said[r]->program != programFile()) {
      ranks_.refuse(rank, "runs another program; start the same file on all ranks");
      absent.ranks.push_back(ranks_.lossOf(rank).message);
    } else {
      for (const std::string& note : said[r]->notes)
        absent.devices.push_back(nameOf(rank) + " on " + said[r]->host + ": " + note);
      add(rank, *said[r], links);
    }
  }
  for (Device& device : devices_) device.properties.peers.all = true;
}

ClusterBackend::~ClusterBackend() {
  for (auto& [stream, lane] : lanes_) static_cast<void>(finish(lane));
}

void ClusterBackend::add(RankId rank, const Hello& hello, Links& links) {
  const std::size_t first = devices_.size();
  for (std::size_t d = 0; d < hello.devices.size(); ++d) {
    devices_.push_back({rank, static_cast<DeviceId>(d), hello.devices[d]});
    devices_.back().properties.name += " of " + nameOf(rank);
    devices_.back().properties.isFar = true;
    devices_.back().properties.machine = machineOf(hello.host);
  }
  if (first < devices_.size()) measure(rank, hello.host, links);
}

int ClusterBackend::machineOf(const std::string& host) {
  const auto found = std::find(machines_.begin(), machines_.end(), host);
  if (found != machines_.end()) return static_cast<int>(found - machines_.begin());
  machines_.push_back(host);
  return static_cast<int>(machines_.size()) - 1;
}

// What goes to a device there goes over the link first; what is asked of it, as well.
void ClusterBackend::measure(RankId rank, const std::string& host, Links& links) {
  double shortest = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    const QuestionId question = ranks_.newQuestion();
    const double begin = now();
    const Reply reply = ranks_.ask(rank, question, requests::Ping{question});
    const double seconds = now() - begin;
    if (seconds > shortest || !reply.status.ok()) continue;
    shortest = seconds;
    clockAhead_[rank] = static_cast<double>(reply.value) * 1e-9 - (begin + seconds / 2);
  }
  const std::size_t first = static_cast<std::size_t>(
      std::find_if(devices_.begin(), devices_.end(), [&](const Device& one) { return one.rank == rank; }) -
      devices_.begin());
  double rate = links.known(host, shortest);
  if (rate <= 0) {
    rate = measureBytes(*this, static_cast<DeviceId>(first), shortest);
    if (rate <= 0) return;
    links.keep(host, {shortest, rate});
  }
  for (std::size_t d = first; d < devices_.size(); ++d) {
    DeviceProperties& properties = devices_[d].properties;
    properties.transferBytesPerSecond = std::min(properties.transferBytesPerSecond, rate);
    properties.launchSeconds += shortest;
  }
}

std::string ClusterBackend::obstacle(const Kernel& kernel) const { return local_ ? local_->obstacle(kernel) : ""; }

Status ClusterBackend::freeMemory(DeviceId device, std::size_t& bytes) {
  if (isLocal(device)) return local_->freeMemory(device, bytes);
  const QuestionId question = ranks_.newQuestion();
  Reply reply = ranks_.ask(of(device).rank, question, requests::FreeMemory{question, of(device).there});
  bytes = static_cast<std::size_t>(reply.value);
  return std::move(reply.status);
}

Status ClusterBackend::allocate(DeviceId device, std::size_t bytes, DeviceAddress& address) {
  if (isLocal(device)) return local_->allocate(device, bytes, address);
  const QuestionId question = ranks_.newQuestion();
  Reply reply = ranks_.ask(of(device).rank, question, requests::Allocate{question, of(device).there, bytes});
  if (reply.status.ok()) address = static_cast<DeviceAddress>(reply.value);
  return std::move(reply.status);
}

Status ClusterBackend::release(DeviceId device, DeviceAddress address) {
  if (isLocal(device)) return local_->release(device, address);
  return ranks_.post(of(device).rank, requests::Release{of(device).there, address}) ? Status{} : lossOf(device);
}

Status ClusterBackend::allocateHost(DeviceId device, std::size_t bytes, void*& address) {
  return isLocal(device) ? local_->allocateHost(device, bytes, address) : allocatePlainHost(bytes, address);
}

Status ClusterBackend::releaseHost(DeviceId device, void* address) {
  return isLocal(device) ? local_->releaseHost(device, address) : releasePlainHost(address);
}

ClusterBackend::Lane& ClusterBackend::laneOf(StreamId stream) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return lanes_[stream];
}

Status ClusterBackend::openStream(DeviceId device, StreamId& stream) {
  if (isLocal(device)) return local_->openStream(device, stream);
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto number = static_cast<StreamId>(++nextLane_);
  Lane& lane = lanes_[number];
  lane.id = static_cast<LaneId>(nextLane_);
  lane.rank = of(device).rank;
  if (!ranks_.post(lane.rank, requests::Open{lane.id, of(device).there})) {
    lanes_.erase(number);
    return lossOf(device);
  }
  stream = number;
  return {};
}

Status ClusterBackend::closeStream(DeviceId device, StreamId stream) {
  Status status;
  if (isLocal(device)) {
    status = local_->closeStream(device, stream);
  } else {
    Lane& lane = laneOf(stream);
    status = finish(lane);
    if (!ranks_.post(lane.rank, requests::Close{lane.id}) && status.ok()) status = lossOf(device);
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  if (isLocal(device))
    arrived_.erase({device, stream});
  else
    lanes_.erase(stream);
  return status;
}

Status ClusterBackend::post(DeviceId device, Lane& lane, Request request, Bytes behind) {
  lane.isAsked = false;
  return ranks_.post(lane.rank, std::move(request), std::move(behind)) ? Status{} : lossOf(device);
}

Status ClusterBackend::copy(DeviceId device, StreamId stream, const Copy& copy) {
  const bool between = copy.kind == CopyKind::DeviceToDevice && of(copy.peer).rank != of(device).rank;
  if (isLocal(device)) {
    if (!between) return local_->copy(device, stream, copy);
    return inBlocks(copy, [&](const Copy& piece) { return copyHere(device, stream, piece); });
  }
  Lane& lane = laneOf(stream);
  if (copy.kind == CopyKind::DeviceToDevice && !between) {
    Copy within = copy;
    within.peer = of(copy.peer).there;
    return post(device, lane, requests::CopyWithin{lane.id, within});
  }
  return inBlocks(copy, [&](const Copy& piece) {
    if (between) return copyBetween(device, lane, piece);
    return copy.kind == CopyKind::HostToDevice ? copyThere(device, lane, piece) : copyHome(device, lane, piece);
  });
}

Status ClusterBackend::copyThere(DeviceId device, Lane& lane, const Copy& piece) {
  const Tag tag = ranks_.newTag();
  const auto to = static_cast<DeviceAddress>(piece.to);
  Status status =
      post(device, lane, requests::Receive{lane.id, RankId{}, tag, to, piece.width, piece.rows, piece.toPitch});
  if (status.ok())
    lane.transfers.push_back(ranks_.transport().send(lane.rank, tag, rowsOf(piece.from, piece, piece.fromPitch)));
  return status;
}

Status ClusterBackend::copyHome(DeviceId device, Lane& lane, const Copy& piece) {
  const Tag tag = ranks_.newTag();
  const auto from = static_cast<DeviceAddress>(piece.from);
  lane.transfers.push_back(ranks_.transport().receive(lane.rank, tag, rowsOf(piece.to, piece, piece.toPitch)));
  return post(device, lane, requests::Send{lane.id, RankId{}, tag, from, piece.width, piece.rows, piece.fromPitch});
}

// From the device `piece.peer` of another rank, or of this one.
Status ClusterBackend::copyBetween(DeviceId device, Lane& lane, const Copy& piece) {
  const Tag tag = ranks_.newTag();
  const Device& source = of(piece.peer);
  const auto from = static_cast<DeviceAddress>(piece.from), to = static_cast<DeviceAddress>(piece.to);
  const requests::Receive arriving{lane.id, source.rank, tag, to, piece.width, piece.rows, piece.toPitch};
  if (source.rank != RankId{}) {
    const requests::Send leaving{{}, lane.rank, tag, from, piece.width, piece.rows, piece.fromPitch};
    if (!ranks_.post(source.rank, requests::SendNow{source.there, leaving})) return ranks_.lossOf(source.rank);
    return post(device, lane, arriving);
  }
  if (const auto direct = directBlock(ranks_.transport(), *local_, from, piece.width, piece.rows, piece.fromPitch)) {
    Status status = post(device, lane, arriving);
    if (status.ok())
      lane.transfers.push_back(
          startOn(*local_, piece.peer, [&] { return ranks_.transport().send(lane.rank, tag, *direct); }));
    return status;
  }
  std::unique_ptr<StagedBlock> block = StagedBlock::make(*local_, piece.peer, piece.width, piece.rows);
  if (!block) return {Failure::Failed, noHostMemory};
  if (Status status = local_->copyNow(piece.peer, block->fromDevice(from, piece.fromPitch)); !status.ok())
    return status;
  Status status = post(device, lane, arriving);
  if (!status.ok()) return status;
  block->transfer = ranks_.transport().send(lane.rank, tag, block->block());
  lane.staged.push_back(std::move(block));
  return {};
}

// From another rank's device to one of this rank: waits for it.
Status ClusterBackend::copyHere(DeviceId device, StreamId stream, const Copy& piece) {
  const Tag tag = ranks_.newTag();
  const Device& source = of(piece.peer);
  const auto from = static_cast<DeviceAddress>(piece.from), to = static_cast<DeviceAddress>(piece.to);
  const requests::Send leaving{{}, RankId{}, tag, from, piece.width, piece.rows, piece.fromPitch};
  const auto arrives = [&](const std::unique_ptr<Transfer>& transfer) -> Status {
    if (!ranks_.post(source.rank, requests::SendNow{source.there, leaving})) return ranks_.lossOf(source.rank);
    Status status =
        ranks_.waitFor(source.rank, [&] { return !transfer || transfer->state() != Transfer::State::Waiting; });
    if (!status.ok() || (transfer && transfer->state() == Transfer::State::Done)) return status;
    return {Failure::Failed, nameOf(source.rank) + " has not sent what was to come from it"};
  };
  if (const auto direct = directBlock(ranks_.transport(), *local_, to, piece.width, piece.rows, piece.toPitch)) {
    if (Status before = local_->synchronize(device, stream); !before.ok()) return before;
    const std::unique_ptr<Transfer> transfer =
        startOn(*local_, device, [&] { return ranks_.transport().receive(source.rank, tag, *direct); });
    Status status = arrives(transfer);
    if (!status.ok() && transfer) transfer->abandon();
    return status;
  }
  std::unique_ptr<StagedBlock> block = StagedBlock::make(*local_, device, piece.width, piece.rows);
  if (!block) return {Failure::Failed, noHostMemory};
  block->transfer = ranks_.transport().receive(source.rank, tag, block->block());
  if (Status status = arrives(block->transfer); !status.ok()) return status;
  Status status = local_->copy(device, stream, block->toDevice(to, piece.toPitch));
  const std::lock_guard<std::mutex> lock(mutex_);
  arrived_[{device, stream}].push_back(std::move(block));
  return status;
}

KernelPlace ClusterBackend::placeOfKernel(const Kernel* kernel) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto [found, isNew] = places_.try_emplace(kernel);
  if (isNew) found->second = placeOf(kernel);
  return found->second;
}

Status ClusterBackend::launch(DeviceId device, StreamId stream, const KernelStart& start) {
  if (isLocal(device)) return local_->launch(device, stream, start);
  Lane& lane = laneOf(stream);
  const requests::Launch request{lane.id,        placeOfKernel(start.kernel), start.chunk,  start.block,
                                 start.partials, start.copies != nullptr,     start.workers};
  const auto* const object = static_cast<const unsigned char*>(start.object);
  Bytes behind(object, object + start.kernel->size);
  if (start.copies != nullptr) {
    const auto* const layout = reinterpret_cast<const unsigned char*>(start.copies);
    behind.insert(behind.end(), layout, layout + sizeof *start.copies);
  }
  return post(device, lane, request, std::move(behind));
}

Status ClusterBackend::fold(DeviceId device, StreamId stream, const FoldStart& start) {
  if (isLocal(device)) return local_->fold(device, stream, start);
  Lane& lane = laneOf(stream);
  return post(device, lane, requests::Fold{lane.id, placeOfKernel(start.kernel), start.fold, *start.fold.copies});
}

Status ClusterBackend::reduce(const ReduceStart& start) {
  const bool here = std::all_of(start.parts.begin(), start.parts.end(),
                                [&](const ReduceStart::Part& part) { return isLocal(part.device); });
  return here && local_ ? local_->reduce(start) : Status{Failure::Unsupported, ""};
}

// Asks once how all until now went, and takes what has come of the answers.
bool ClusterBackend::hasEnded(Lane& lane) {
  if (!std::exchange(lane.isAsked, true)) {
    lane.asked.push_back(ranks_.newQuestion());
    ranks_.post(lane.rank, requests::Synchronize{lane.asked.back(), lane.id});
  }
  const auto isAnswered = [&](QuestionId question) {
    std::optional<Reply> reply = ranks_.answerTo(question);
    if (reply && lane.answer.ok()) lane.answer = std::move(reply->status);
    return reply.has_value();
  };
  lane.asked.erase(std::remove_if(lane.asked.begin(), lane.asked.end(), isAnswered), lane.asked.end());
  const auto isUnderWay = [](const auto& one) { return one != nullptr && one->state() == Transfer::State::Waiting; };
  return lane.asked.empty() && std::none_of(lane.transfers.begin(), lane.transfers.end(), isUnderWay) &&
         std::none_of(lane.staged.begin(), lane.staged.end(),
                      [&](const auto& one) { return isUnderWay(one->transfer); });
}

bool ClusterBackend::finished(DeviceId device, StreamId stream) {
  if (isLocal(device)) return local_->finished(device, stream);
  Lane& lane = laneOf(stream);
  if (hasEnded(lane)) return true;
  ranks_.progress();
  return hasEnded(lane) || !lossOf(device).ok();
}

Status ClusterBackend::finish(Lane& lane) {
  Status lost = ranks_.waitFor(lane.rank, [&] { return hasEnded(lane); });
  if (lost.ok()) lost = ranks_.lossOf(lane.rank);
  Status status = std::exchange(lane.answer, {});
  const auto isWhole = [](const auto& one) { return one != nullptr && one->state() == Transfer::State::Done; };
  const bool whole = std::all_of(lane.transfers.begin(), lane.transfers.end(), isWhole);
  if (status.ok()) status = std::move(lost);
  if (status.ok() && !whole) status = {Failure::Failed, nameOf(lane.rank) + " has not sent its results"};
  giveUp(lane);
  lane.asked.clear();
  lane.isAsked = true;
  return status;
}

// Whatever is still under way has nobody any more. What would arrive later, in memory that the program goes on with,
// could not be told from a result.
void ClusterBackend::giveUp(Lane& lane) {
  for (const auto& transfer : lane.transfers)
    if (transfer && transfer->state() == Transfer::State::Waiting && !transfer->abandon()) {
      std::fprintf(stderr, "clustrix: error: %s is lost while its results arrive\n", nameOf(lane.rank).c_str());
      ranks_.transport().abort(1);
    }
  lane.transfers.clear();
  lane.staged.clear();
}

Status ClusterBackend::synchronize(DeviceId device, StreamId stream) {
  if (!isLocal(device)) return finish(laneOf(stream));
  Status status = local_->synchronize(device, stream);
  const std::lock_guard<std::mutex> lock(mutex_);
  arrived_.erase({device, stream});
  return status;
}

std::unique_ptr<CurrentDevice> ClusterBackend::makeCurrent(DeviceId device) {
  return isLocal(device) ? local_->makeCurrent(device) : nullptr;
}

void ClusterBackend::trace(bool on) {
  if (local_) local_->trace(on);
  std::set<RankId> told;
  for (const Device& device : devices_)
    if (device.rank != RankId{} && told.insert(device.rank).second) ranks_.post(device.rank, requests::Trace{on});
}

std::vector<Activity> ClusterBackend::takeActivities() {
  std::vector<Activity> all;
  if (local_) all = local_->takeActivities();
  std::map<RankId, std::vector<Activity>> ofRank;
  for (std::size_t d = 0; d < devices_.size(); ++d) {
    const Device& device = devices_[d];
    if (device.rank == RankId{}) continue;
    const auto [found, isNew] = ofRank.try_emplace(device.rank);
    if (isNew) {
      const QuestionId question = ranks_.newQuestion();
      found->second = decodeActivities(ranks_.ask(device.rank, question, requests::TakeActivities{question}).behind);
    }
    for (Activity one : found->second) {
      if (one.device != device.there) continue;
      one.device = static_cast<DeviceId>(d);
      one.begin -= clockAhead_[device.rank];
      one.end -= clockAhead_[device.rank];
      all.push_back(one);
    }
  }
  return all;
}

}  // namespace clustrix::runtime

#include "cluster/DeviceServer.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "cluster/DirectBlock.h"
#include "memory/AlignedMemory.h"
#include "support/Clock.h"

namespace clustrix::runtime {
namespace {

/// Of one lane, in memory of the host: enough that copies overlap, little beside what a machine has.
constexpr std::size_t mostStaged = std::size_t{64} << 20;

template <class Request, class... Of>
constexpr bool isOneOf = (std::is_same_v<Request, Of> || ...);
template <class Request>
constexpr bool isInOrder = isOneOf<Request, requests::Receive, requests::Send, requests::CopyWithin, requests::Launch,
                                   requests::Fold, requests::Synchronize, requests::Close>;

constexpr QuestionId nobody{0};

void note(Status& failure, Status status) {
  if (failure.ok()) failure = std::move(status);
}

}  // namespace

DeviceServer::~DeviceServer() {
  const auto end = [this](Lane& lane) { static_cast<void>(backend_->closeStream(lane.device, lane.stream)); };
  for (auto& [id, lane] : lanes_) end(lane);
  for (auto& [device, lane] : between_) end(lane);
}

void DeviceServer::introduce(const std::vector<std::string>& notes) {
  Hello hello;
  hello.program = programFile();
  hello.host = transport_.host();
  hello.notes = notes;
  for (int d = 0; backend_ != nullptr && d < backend_->deviceCount(); ++d)
    hello.devices.push_back(backend_->properties(static_cast<DeviceId>(d)));
  stopped_ = !transport_.post(RankId{0}, Channel::Replies, encode(hello));
}

void DeviceServer::turn() {
  moved_ = false;
  for (Incoming message; transport_.poll(Channel::Requests, message);)
    for (Message& one : decodeMessages(message.bytes)) take(std::move(one));
  for (auto lane = lanes_.begin(); lane != lanes_.end();)
    lane = advance(lane->second) ? lanes_.erase(lane) : std::next(lane);
  for (auto& [device, lane] : between_) advance(lane);
  forgetSent();
  // Launches follow each other closely while a loop runs; meanwhile and between loops the cores belong to others.
  if (moved_)
    idle_ = {};
  else
    idle_.wait();
}

void DeviceServer::take(Message message) {
  moved_ = true;
  std::visit(
      [&](const auto& request) {
        if constexpr (isInOrder<std::decay_t<decltype(request)>>)
          lanes_[request.lane].waiting.push_back(std::move(message));
        else
          (*this)(request, message.behind);
      },
      Request(message.request));
}

void DeviceServer::answer(QuestionId question, const Status& status, std::uint64_t value, Bytes behind) {
  if (question == nobody) return;
  Reply reply;
  reply.question = question;
  reply.status = status;
  reply.value = value;
  reply.behind = std::move(behind);
  if (!transport_.post(RankId{0}, Channel::Replies, encode(reply))) stopped_ = true;
}

/// Whether the lane is closed.
bool DeviceServer::advance(Lane& lane) {
  while (!lane.waiting.empty()) {
    const Message& first = lane.waiting.front();
    const bool done = std::visit(
        [&](const auto& request) {
          if constexpr (isInOrder<std::decay_t<decltype(request)>>)
            return inOrder(lane, request, first.behind);
          else
            return true;
        },
        first.request);
    if (!done) return false;
    moved_ = true;
    lane.waiting.pop_front();
  }
  return lane.closed;
}

bool DeviceServer::flush(Lane& lane) {
  if (!backend_->finished(lane.device, lane.stream)) return false;
  note(lane.failure, backend_->synchronize(lane.device, lane.stream));
  for (Outgoing& one : std::exchange(lane.outgoing, {})) dispatch(std::move(one), lane.failure.ok());
  lane.staged.clear();
  lane.layouts.clear();
  lane.stagedBytes = 0;
  return true;
}

void DeviceServer::dispatch(Outgoing outgoing, bool whole) {
  const Block block = whole && outgoing.block ? outgoing.block->block() : Block{};
  sent_.push_back({transport_.send(outgoing.to, outgoing.tag, block), std::move(outgoing.block)});
}

void DeviceServer::forgetSent() {
  const auto isDone = [](const Sent& one) {
    return !one.transfer || one.transfer->state() != Transfer::State::Waiting;
  };
  sent_.erase(std::remove_if(sent_.begin(), sent_.end(), isDone), sent_.end());
}

bool DeviceServer::hasRoom(Lane& lane, std::size_t bytes) {
  if (lane.stagedBytes > 0 && lane.stagedBytes + bytes > mostStaged && !flush(lane)) return false;
  lane.stagedBytes += bytes;
  return true;
}

DeviceServer::Lane& DeviceServer::laneBetween(DeviceId device) {
  const auto [found, isNew] = between_.try_emplace(device);
  Lane& lane = found->second;
  lane.device = device;
  if (isNew) note(lane.failure, backend_->openStream(device, lane.stream));
  return lane;
}

/// Without memory the rank cannot keep what it has promised: whoever runs the server ends it.
std::unique_ptr<StagedBlock> DeviceServer::stage(const Lane& lane, std::uint64_t width, std::uint64_t rows) {
  auto block =
      StagedBlock::make(*backend_, lane.device, static_cast<std::size_t>(width), static_cast<std::size_t>(rows));
  if (!block) throw std::bad_alloc();
  return block;
}

void DeviceServer::lacksLibrary(Lane& lane) const {
  note(lane.failure, {Failure::Unsupported, nameOf(transport_.rank()) + " has not loaded the library of this loop"});
}

/// Null where this process does not have it, which is the lane's failure.
const Kernel* DeviceServer::kernelFor(Lane& lane, const KernelPlace& place) {
  const Kernel*& known = kernels_[{place.file, place.offset}];
  if (known == nullptr) known = static_cast<const Kernel*>(atPlace(place));
  if (known == nullptr) lacksLibrary(lane);
  return known;
}

void DeviceServer::operator()(const requests::Allocate& request, const Bytes&) {
  DeviceAddress address{};
  const Status status = backend_->allocate(request.device, static_cast<std::size_t>(request.bytes), address);
  answer(request.question, status, static_cast<std::uint64_t>(address));
}

void DeviceServer::operator()(const requests::Release& request, const Bytes&) {
  static_cast<void>(backend_->release(request.device, request.address));
}

void DeviceServer::operator()(const requests::FreeMemory& request, const Bytes&) {
  std::size_t bytes = 0;
  const Status status = backend_->freeMemory(request.device, bytes);
  answer(request.question, status, bytes);
}

void DeviceServer::operator()(const requests::Open& request, const Bytes&) {
  Lane& lane = lanes_[request.lane];
  lane.device = request.device;
  note(lane.failure, backend_->openStream(request.device, lane.stream));
}

// What another rank takes stays as it is until it has come there.
void DeviceServer::operator()(const requests::SendNow& request, const Bytes&) {
  const requests::Send& send = request.send;
  const std::optional<Block> direct =
      directBlock(transport_, *backend_, send.from, static_cast<std::size_t>(send.width),
                  static_cast<std::size_t>(send.rows), static_cast<std::size_t>(send.pitch));
  if (direct) {
    sent_.push_back(
        {startOn(*backend_, request.device, [&] { return transport_.send(send.to, send.tag, *direct); }), nullptr});
    return;
  }
  Lane& lane = laneBetween(request.device);
  lane.waiting.push_back({send, {}});
  lane.waiting.push_back({requests::Synchronize{nobody, {}}, {}});
}

void DeviceServer::operator()(const requests::Ping& request, const Bytes&) {
  // Also to nobody: it is heard that somebody is there.
  Reply reply;
  reply.question = request.question;
  reply.value = static_cast<std::uint64_t>(now() * 1e9);
  stopped_ = !transport_.post(RankId{0}, Channel::Replies, encode(reply)) || stopped_;
}

void DeviceServer::operator()(const requests::Trace& request, const Bytes&) {
  if (backend_ != nullptr) backend_->trace(request.on);
}

void DeviceServer::operator()(const requests::TakeActivities& request, const Bytes&) {
  const std::vector<Activity> none;
  answer(request.question, {}, 0, encode(backend_ != nullptr ? backend_->takeActivities() : none));
}

void DeviceServer::operator()(const requests::Lost& request, const Bytes&) { lost_.push_back(request.rank); }

bool DeviceServer::hasCome(RankId from, const std::unique_ptr<Transfer>& transfer) const {
  return !transfer || transfer->state() != Transfer::State::Waiting ||
         std::count(lost_.begin(), lost_.end(), from) != 0;
}

void DeviceServer::noteArrival(Lane& lane, RankId from, const std::unique_ptr<Transfer>& transfer) const {
  if (!transfer || transfer->state() != Transfer::State::Done)
    note(lane.failure, {Failure::Failed, nameOf(from) + " has not sent what was to come from it"});
}

bool DeviceServer::inOrder(Lane& lane, const requests::Receive& request, const Bytes&) {
  const auto width = static_cast<std::size_t>(request.width), rows = static_cast<std::size_t>(request.rows);
  const auto pitch = static_cast<std::size_t>(request.pitch);
  if (!lane.arriving) {
    const std::optional<Block> direct = directBlock(transport_, *backend_, request.to, width, rows, pitch);
    if (lane.direct || (direct && lane.failure.ok())) return receiveDirectly(lane, request, *direct);
    if (!hasRoom(lane, width * rows)) return false;
    lane.arriving = stage(lane, width, rows);
    lane.arriving->transfer = transport_.receive(request.from, request.tag, lane.arriving->block());
  }
  if (!hasCome(request.from, lane.arriving->transfer)) return false;
  std::unique_ptr<StagedBlock> arrived = std::move(lane.arriving);
  noteArrival(lane, request.from, arrived->transfer);
  if (!lane.failure.ok()) return true;
  note(lane.failure, backend_->copy(lane.device, lane.stream, arrived->toDevice(request.to, pitch)));
  lane.staged.push_back(std::move(arrived));
  return true;
}

// Behind all that the stream does with that memory.
bool DeviceServer::receiveDirectly(Lane& lane, const requests::Receive& request, const Block& block) {
  if (!lane.direct) {
    if (!flush(lane)) return false;
    lane.direct = startOn(*backend_, lane.device, [&] { return transport_.receive(request.from, request.tag, block); });
  }
  if (!hasCome(request.from, lane.direct)) return false;
  noteArrival(lane, request.from, lane.direct);
  if (lane.direct && lane.direct->state() == Transfer::State::Waiting) lane.direct->abandon();
  lane.direct.reset();
  return true;
}

bool DeviceServer::inOrder(Lane& lane, const requests::Send& request, const Bytes&) {
  Outgoing outgoing{request.to, request.tag, nullptr};
  if (lane.failure.ok()) {
    if (!hasRoom(lane, static_cast<std::size_t>(request.width * request.rows))) return false;
    outgoing.block = stage(lane, request.width, request.rows);
    note(lane.failure,
         backend_->copy(lane.device, lane.stream,
                        outgoing.block->fromDevice(request.from, static_cast<std::size_t>(request.pitch))));
  }
  lane.outgoing.push_back(std::move(outgoing));
  return true;
}

bool DeviceServer::inOrder(Lane& lane, const requests::CopyWithin& request, const Bytes&) {
  if (lane.failure.ok()) note(lane.failure, backend_->copy(lane.device, lane.stream, request.copy));
  return true;
}

bool DeviceServer::inOrder(Lane& lane, const requests::Launch& request, const Bytes& behind) {
  if (!lane.failure.ok()) return true;
  const Kernel* const kernel = kernelFor(lane, request.kernel);
  if (kernel == nullptr) return true;
  if (kernel->size + (request.hasCopies ? sizeof(CopyLayout) : 0) != behind.size()) {
    lacksLibrary(lane);
    return true;
  }
  const AlignedMemory object(kernel->size, kernel->alignment);
  std::memcpy(object.get(), behind.data(), kernel->size);
  const CopyLayout* copies = nullptr;
  if (request.hasCopies) {
    std::memcpy(&lane.layouts.emplace_back(), behind.data() + kernel->size, sizeof(CopyLayout));
    copies = &lane.layouts.back();
  }
  note(lane.failure, backend_->launch(lane.device, lane.stream,
                                      {kernel, object.get(), request.chunk, request.block, request.partials, copies,
                                       request.workers}));
  return true;
}

bool DeviceServer::inOrder(Lane& lane, const requests::Fold& request, const Bytes&) {
  if (!lane.failure.ok()) return true;
  const Kernel* const kernel = kernelFor(lane, request.kernel);
  if (kernel == nullptr) return true;
  lane.layouts.push_back(request.copies);
  FoldStart start{kernel, request.fold};
  start.fold.copies = &lane.layouts.back();
  note(lane.failure, backend_->fold(lane.device, lane.stream, start));
  return true;
}

bool DeviceServer::inOrder(Lane& lane, const requests::Synchronize& request, const Bytes&) {
  if (!flush(lane)) return false;
  answer(request.question, std::exchange(lane.failure, {}));
  return true;
}

bool DeviceServer::inOrder(Lane& lane, const requests::Close&, const Bytes&) {
  if (!flush(lane)) return false;
  static_cast<void>(backend_->closeStream(lane.device, lane.stream));
  lane.closed = true;
  return true;
}

}  // namespace clustrix::runtime

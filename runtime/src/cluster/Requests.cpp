#include "cluster/Requests.h"

#include <array>
#include <utility>

namespace clustrix::runtime {
namespace {

class Writer {
 public:
  /// Behind what is there.
  explicit Writer(Bytes bytes = {}) : bytes_(std::move(bytes)) {}

  template <class T>
  Writer& value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* const first = reinterpret_cast<const unsigned char*>(&value);
    bytes_.insert(bytes_.end(), first, first + sizeof value);
    return *this;
  }
  Writer& sized(const void* data, std::size_t size) {
    value(static_cast<std::uint64_t>(size));
    const auto* const first = static_cast<const unsigned char*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
    return *this;
  }
  Writer& text(const std::string& text) { return sized(text.data(), text.size()); }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

/// Once there is too little, all that follows is nothing.
class Reader {
 public:
  explicit Reader(const Bytes& bytes) : bytes_(bytes) {}

  template <class T>
  T value() {
    static_assert(std::is_trivially_copyable_v<T>);
    T result{};
    if (const unsigned char* const from = take(sizeof result)) std::memcpy(&result, from, sizeof result);
    return result;
  }
  Bytes sized() {
    const auto size = static_cast<std::size_t>(value<std::uint64_t>());
    const unsigned char* const from = take(size);
    return from != nullptr ? Bytes(from, from + size) : Bytes();
  }
  std::string text() {
    const Bytes bytes = sized();
    return std::string(bytes.begin(), bytes.end());
  }
  /// Of a list: never more than there are bytes left.
  std::size_t count() {
    const auto count = static_cast<std::size_t>(value<std::uint64_t>());
    if (count > bytes_.size() - at_) whole_ = false;
    return whole_ ? count : 0;
  }
  bool isWhole() const { return whole_; }
  bool isAtEnd() const { return !whole_ || at_ == bytes_.size(); }

 private:
  const unsigned char* take(std::size_t size) {
    whole_ = whole_ && size <= bytes_.size() - at_;
    if (!whole_) return nullptr;
    const unsigned char* const from = bytes_.data() + at_;
    at_ += size;
    return from;
  }

  const Bytes& bytes_;
  std::size_t at_ = 0;
  bool whole_ = true;
};

template <std::size_t... Indices>
Request readRequest(Reader& reader, std::size_t index, std::index_sequence<Indices...>) {
  Request request = requests::Stop{};
  ((index == Indices ? static_cast<void>(request = reader.value<std::variant_alternative_t<Indices, Request>>())
                     : static_cast<void>(0)),
   ...);
  return request;
}

void write(Writer& to, const Status& status) { to.value(status.failure).text(status.message); }
Status readStatus(Reader& from) {
  const auto failure = from.value<Failure>();
  return {failure, from.text()};
}

void write(Writer& to, const DeviceProperties& device) {
  to.text(device.name).text(device.architecture).value(device.memory).value(device.speed);
  to.value(device.operationsPerSecond).value(device.transferBytesPerSecond).value(device.launchSeconds);
  to.value(device.fillGap).value(device.workers).value(device.lanes);
}

DeviceProperties readProperties(Reader& from) {
  DeviceProperties device;
  device.name = from.text();
  device.architecture = from.text();
  device.memory = from.value<std::size_t>();
  device.speed = from.value<double>();
  device.operationsPerSecond = from.value<double>();
  device.transferBytesPerSecond = from.value<double>();
  device.launchSeconds = from.value<double>();
  device.fillGap = from.value<std::size_t>();
  device.workers = from.value<int>();
  device.lanes = from.value<int>();
  return device;
}

/// What backends call what they measure: a name of the reader's own, which outlives the message.
constexpr std::array<const char*, 5> activityNames = {"copy to device", "copy to host", "copy between devices",
                                                      "kernel", "combine"};
const char* activityName(const std::string& text) {
  for (const char* const name : activityNames)
    if (text == name) return name;
  return "other work";
}

}  // namespace

namespace {

std::optional<Message> decodeMessage(const Bytes& bytes) {
  Reader from(bytes);
  const auto index = static_cast<std::size_t>(from.value<std::uint64_t>());
  if (index >= std::variant_size_v<Request>) return std::nullopt;
  Message message{readRequest(from, index, std::make_index_sequence<std::variant_size_v<Request>>()), {}};
  message.behind = from.sized();
  return from.isWhole() ? std::optional<Message>(std::move(message)) : std::nullopt;
}

}  // namespace

void append(Bytes& messages, const Message& message) {
  const std::size_t begin = messages.size();
  Writer to(std::move(messages));
  to.value(std::uint64_t{0});  // the size, which is known behind it
  to.value(static_cast<std::uint64_t>(message.request.index()));
  std::visit([&](const auto& fields) { to.value(fields); }, message.request);
  to.sized(message.behind.data(), message.behind.size());
  messages = to.take();
  const std::uint64_t size = messages.size() - begin - sizeof(std::uint64_t);
  std::memcpy(messages.data() + begin, &size, sizeof size);
}

std::vector<Message> decodeMessages(const Bytes& bytes) {
  std::vector<Message> messages;
  Reader from(bytes);
  while (!from.isAtEnd()) {
    std::optional<Message> message = decodeMessage(from.sized());
    if (!message) break;
    messages.push_back(std::move(*message));
  }
  return messages;
}

Bytes encode(const Reply& reply) {
  Writer to;
  to.value(reply.question);
  write(to, reply.status);
  to.value(reply.value).sized(reply.behind.data(), reply.behind.size());
  return to.take();
}

std::optional<Reply> decodeReply(const Bytes& bytes) {
  Reader from(bytes);
  Reply reply;
  reply.question = from.value<QuestionId>();
  reply.status = readStatus(from);
  reply.value = from.value<std::uint64_t>();
  reply.behind = from.sized();
  return from.isWhole() ? std::optional<Reply>(std::move(reply)) : std::nullopt;
}

Bytes encode(const Hello& hello) {
  Writer to;
  to.value(hello.program).text(hello.host);
  to.value(static_cast<std::uint64_t>(hello.devices.size()));
  for (const DeviceProperties& device : hello.devices) write(to, device);
  to.value(static_cast<std::uint64_t>(hello.notes.size()));
  for (const std::string& note : hello.notes) to.text(note);
  return to.take();
}

std::optional<Hello> decodeHello(const Bytes& bytes) {
  Reader from(bytes);
  Hello hello;
  hello.program = from.value<FileId>();
  hello.host = from.text();
  for (std::size_t left = from.count(); left > 0; --left) hello.devices.push_back(readProperties(from));
  for (std::size_t left = from.count(); left > 0; --left) hello.notes.push_back(from.text());
  return from.isWhole() ? std::optional<Hello>(std::move(hello)) : std::nullopt;
}

Bytes encode(const std::vector<Activity>& activities) {
  Writer to;
  to.value(static_cast<std::uint64_t>(activities.size()));
  for (const Activity& one : activities)
    to.value(one.device).value(one.stream).text(one.what).value(one.begin).value(one.end).value(one.bytes);
  return to.take();
}

std::vector<Activity> decodeActivities(const Bytes& bytes) {
  Reader from(bytes);
  std::vector<Activity> activities;
  for (std::size_t left = from.count(); left > 0; --left) {
    Activity one;
    one.device = from.value<DeviceId>();
    one.stream = from.value<StreamId>();
    one.what = activityName(from.text());
    one.begin = from.value<double>();
    one.end = from.value<double>();
    one.bytes = from.value<std::size_t>();
    activities.push_back(one);
  }
  return activities;
}

}  // namespace clustrix::runtime

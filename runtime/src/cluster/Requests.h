// Requests: what the first rank asks of those that serve, and what they answer, as bytes.
//
//     variant Request ──► index │ its fields │ bytes behind it, where it has some
//     several of them ──► one after another, each with its size in front
//
// All ranks are one executable, so a struct's bytes mean the same to each. What a message has too few bytes for is no
// request: the sender is then no rank of ours.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "cluster/KernelPlace.h"
#include "cluster/Transport.h"
#include "devices/Backend.h"

namespace clustrix::runtime {

/// A stream of the first rank's, by a number that it has given it.
enum class LaneId : std::uint64_t {};
/// Of a request that is answered.
enum class QuestionId : std::uint64_t {};

inline std::string nameOf(RankId rank) { return "rank " + std::to_string(static_cast<int>(rank)); }

namespace requests {

struct Allocate {
  QuestionId question;
  DeviceId device;
  std::uint64_t bytes;
};
struct Release {
  DeviceId device;
  DeviceAddress address;
};
struct FreeMemory {
  QuestionId question;
  DeviceId device;
};
struct Open {
  LaneId lane;
  DeviceId device;
};
struct Close {
  LaneId lane;
};
/// Rows arrive from a rank, and are copied to the lane's device in the lane's order.
struct Receive {
  LaneId lane;
  RankId from;
  Tag tag;
  DeviceAddress to;
  std::uint64_t width, rows, pitch;
};
/// Rows of the lane's device, copied in its order, go to a rank.
struct Send {
  LaneId lane;
  RankId to;
  Tag tag;
  DeviceAddress from;
  std::uint64_t width, rows, pitch;
};
/// The same outside all lanes: what lies there is whole already.
struct SendNow {
  DeviceId device;
  Send send;  // its lane means nothing
};
/// Between devices of the rank, or within one.
struct CopyWithin {
  LaneId lane;
  Copy copy;
};
/// Behind it: the bytes of the kernel object, and of its CopyLayout where it has one.
struct Launch {
  LaneId lane;
  KernelPlace kernel;
  Chunk chunk;
  Index block;
  DeviceAddress partials;
  bool hasCopies;
  Index workers;
};
struct Fold {
  LaneId lane;
  KernelPlace kernel;
  ResultFold fold;  // its `copies` mean nothing
  CopyLayout copies;
};
/// Answered when all before it on the lane has ended.
struct Synchronize {
  QuestionId question;
  LaneId lane;
};
/// Answered at once, to show that somebody is there.
struct Ping {
  QuestionId question;
};
struct Trace {
  bool on;
};
struct TakeActivities {
  QuestionId question;
};
/// What is expected of this rank will not come.
struct Lost {
  RankId rank;
};
struct Stop {};

}  // namespace requests

using Request = std::variant<requests::Allocate, requests::Release, requests::FreeMemory, requests::Open,
                             requests::Close, requests::Receive, requests::Send, requests::SendNow,
                             requests::CopyWithin, requests::Launch, requests::Fold, requests::Synchronize,
                             requests::Ping, requests::Trace, requests::TakeActivities, requests::Lost, requests::Stop>;

struct Message {
  Request request;
  Bytes behind;
};

struct Reply {
  QuestionId question{};
  Status status;
  std::uint64_t value = 0;  // an address, or a number of bytes
  Bytes behind;
};

/// The first that a rank says: what it is, and what it brings, without who copies from whom.
struct Hello {
  FileId program{};
  std::string host;
  std::vector<DeviceProperties> devices;
  std::vector<std::string> notes;  // why devices are absent
};

/// Behind those that are there.
void append(Bytes& messages, const Message& message);
/// As far as they are whole.
std::vector<Message> decodeMessages(const Bytes& bytes);
Bytes encode(const Reply& reply);
std::optional<Reply> decodeReply(const Bytes& bytes);
Bytes encode(const Hello& hello);
std::optional<Hello> decodeHello(const Bytes& bytes);
Bytes encode(const std::vector<Activity>& activities);
std::vector<Activity> decodeActivities(const Bytes& bytes);

}  // namespace clustrix::runtime

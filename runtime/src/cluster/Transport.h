// Transport: bytes between the ranks of one program, as MPI carries them.
//
//     ClusterBackend (rank 0) ── requests ─► DeviceServer (rank r)        small messages, in their order
//                             ◄── replies ──
//                             ◄── blocks ──► and between two servers      elements of arrays, each with a tag of its
//                             own
//
// No call waits: whoever wants something asks until it is there, and can give up. Calls come from any thread. The
// header stands alone, since the library that implements it is loaded where a launcher has started the program, and
// links to nothing of the runtime's.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace clustrix::runtime {

enum class RankId : int {};
/// What a block is matched by, between one rank and another: as long as it is under way no other block has it.
enum class Tag : int {};

/// `rows` rows of `width` bytes, `pitch` bytes apart.
struct Block {
  void* first = nullptr;
  std::size_t width = 0;
  std::size_t rows = 1;
  std::size_t pitch = 0;

  std::size_t bytes() const { return width * rows; }
};

/// A block on its way. Its memory stays as it is until `state` is not Waiting, or it was abandoned.
class Transfer {
 public:
  enum class State {
    Waiting,
    Done,
    Empty,   // the other side had nothing to send, and said so
    Failed,  // by the transport
  };
  virtual ~Transfer() = default;
  virtual State state() = 0;
  /// Whether nothing touches the memory any more. Where it does, the transfer is kept by the transport.
  virtual bool abandon() = 0;
};

using Bytes = std::vector<unsigned char>;

/// Where small messages go: to a rank that serves, or back.
enum class Channel { Requests, Replies };

struct Incoming {
  RankId from{};
  Bytes bytes;
};

class Transport {
 public:
  virtual ~Transport() = default;

  virtual RankId rank() const = 0;
  virtual int size() const = 0;
  virtual std::string host() const = 0;
  /// Tags are from 0 up to below this.
  virtual int tags() const = 0;

  /// Whether blocks may lie in the memory of CUDA devices.
  virtual bool reachesDevices() const = 0;

  /// False where the transport has failed.
  virtual bool post(RankId to, Channel channel, Bytes message) = 0;
  /// The next message there is, from whichever rank. False: none now.
  virtual bool poll(Channel channel, Incoming& message) = 0;
  /// A block of 0 bytes says that there is nothing. Null where the transport has failed.
  virtual std::unique_ptr<Transfer> send(RankId to, Tag tag, const Block& block) = 0;
  virtual std::unique_ptr<Transfer> receive(RankId from, Tag tag, const Block& block) = 0;

  /// What has been sent until now, blocks and messages.
  virtual std::size_t bytesSent() const = 0;
  virtual std::size_t messagesSent() const = 0;

  /// All ranks have agreed to end. Nothing is called afterwards. Where the others do not come to their end within some
  /// seconds, this process ends with `status`.
  virtual void finish(int status) = 0;
  /// Ends all ranks, by the launcher.
  [[noreturn]] virtual void abort(int status) = 0;
};

/// Of what this header says: with each change of it another one.
constexpr int transportInterface = 3;

/// What the library says that it is: for a runtime of the same interface alone.
struct TransportLibrary {
  int interface;
  /// Joins the other ranks. Null where it cannot; `error` says why then.
  Transport* (*join)(std::string& error);
};
/// By this name it is found.
constexpr const char* transportLibrarySymbol = "clustrixTransport";

}  // namespace clustrix::runtime

// The scheduler: a thread of its own that looks at the newest text of each document, one at a time.
//
//     changes   v1 v2 v3      v4
//     looks at        v3 ──✕  v4 ───► told         v1 and v2 came too close to what followed them; v3 is stopped
//
// What is told is never of a text that has changed since.
#pragma once

#include "clustrix-lsp/Snapshot.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>

namespace clustrix::lsp {

class Child;

class Scheduler {
 public:
  struct Work {
    std::function<void(const Snapshot&)> prepare;          // here
    std::function<std::string(const Snapshot&)> findings;  // in a child, whose memory is a copy
    std::function<void(const Snapshot&)> keep;             // here, behind findings, when nothing waits
    std::function<void(const std::string& path)> forget;   // here
    /// Here: findings, or how the child ended without any.
    std::function<void(const Snapshot&, const std::string& findings, const std::string& why)> tell;
  };

  /// A text has to stay as it is for `quiet` before it is looked at, and for `rest` behind that before its headers are
  /// kept.
  explicit Scheduler(Work work, std::chrono::milliseconds quiet = std::chrono::milliseconds(20),
                     std::chrono::milliseconds rest = std::chrono::milliseconds(150));
  /// Stops what goes on.
  ~Scheduler();

  /// Instead of the document's older ones.
  void want(Snapshot snapshot);
  /// The document is closed.
  void forget(const std::string& uri, const std::string& path);

 private:
  struct Waiting {
    Snapshot snapshot;
    std::chrono::steady_clock::time_point due;
  };

  void run();
  /// Whether there were findings, and still nothing else to look at.
  bool lookAt(const Snapshot& snapshot);
  void drop(const std::string& uri);

  const Work work_;
  const std::chrono::milliseconds quiet_, rest_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Waiting> waiting_;   // one of a document at most
  std::set<std::string> closed_;  // paths
  std::string lookedAt_;          // URI
  bool isStopped_ = false;        // what is looked at
  bool ends_ = false;
  Child* child_ = nullptr;
  std::thread thread_;
};

}  // namespace clustrix::lsp

#include "clustrix-lsp/Scheduler.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

using namespace clustrix::lsp;
using namespace std::chrono_literals;

namespace {

/// What a scheduler does, with a text of `slow` never coming to an end and one of `crash` ending early.
class Record {
 public:
  Scheduler::Work work() {
    return {.prepare = [](const Snapshot&) {},
            .findings = [](const Snapshot& one) -> std::string {
              if (textOf(one) == "crash") _exit(9);
              while (textOf(one) == "slow") pause();
              return "of " + textOf(one);
            },
            .keep = [this](const Snapshot& one) { add("keep " + textOf(one)); },
            .forget = [this](const std::string& path) { add("forget " + path); },
            .tell = [this](const Snapshot&, const std::string& text,
                           const std::string& why) { add(why.empty() ? text : why); }};
  }
  void wait(const std::string& line) {
    std::unique_lock lock(mutex_);
    INFO("waiting for " << line);
    REQUIRE(more_.wait_for(lock, 60s, [&] { return count(line) > 0; }));
  }
  std::size_t said(const std::string& line) {
    const std::lock_guard lock(mutex_);
    return count(line);
  }
  static Snapshot snapshot(const std::string& name, const std::string& text) {
    Snapshot one;
    one.uri = "file:///" + name;
    one.path = "/" + name;
    one.texts["/" + name] = text;
    return one;
  }

 private:
  static std::string textOf(const Snapshot& one) { return one.texts.at(one.path); }
  std::size_t count(const std::string& line) const {
    return static_cast<std::size_t>(std::count(lines_.begin(), lines_.end(), line));
  }
  void add(const std::string& line) {
    {
      const std::lock_guard lock(mutex_);
      lines_.push_back(line);
    }
    more_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable more_;
  std::vector<std::string> lines_;
};

}  // namespace

TEST_CASE("a text is looked at, told of, and its headers kept") {
  Record record;
  Scheduler scheduler(record.work(), 0ms);
  scheduler.want(Record::snapshot("a", "one"));
  record.wait("of one");
  record.wait("keep one");
}

TEST_CASE("of texts that come close to each other the last one is looked at") {
  Record record;
  Scheduler scheduler(record.work(), 200ms);
  for (const char* text : {"one", "two", "three"}) scheduler.want(Record::snapshot("a", text));
  record.wait("of three");
  CHECK(record.said("of one") == 0);
  CHECK(record.said("of two") == 0);
}

TEST_CASE("a text that has changed is looked at no longer, and never told of") {
  Record record;
  Scheduler scheduler(record.work(), 0ms);
  scheduler.want(Record::snapshot("a", "slow"));
  std::this_thread::sleep_for(100ms);
  scheduler.want(Record::snapshot("a", "new"));
  record.wait("of new");
  CHECK(record.said("it ended by signal Killed") == 0);
}

TEST_CASE("a document that is closed is stopped and forgotten") {
  Record record;
  Scheduler scheduler(record.work(), 0ms);
  scheduler.want(Record::snapshot("a", "slow"));
  std::this_thread::sleep_for(100ms);
  scheduler.forget("file:///a", "/a");
  record.wait("forget /a");
  scheduler.want(Record::snapshot("b", "next"));
  record.wait("of next");
}

TEST_CASE("a change of one document leaves what is looked at of another") {
  Record record;
  Scheduler scheduler(record.work(), 0ms);
  scheduler.want(Record::snapshot("a", "one"));
  scheduler.want(Record::snapshot("b", "two"));
  record.wait("of one");
  record.wait("of two");
}

TEST_CASE("an analysis that crashes is told of, and the next one works") {
  Record record;
  Scheduler scheduler(record.work(), 0ms);
  scheduler.want(Record::snapshot("a", "crash"));
  record.wait("it ended with status 9");
  scheduler.want(Record::snapshot("a", "new"));
  record.wait("of new");
  record.wait("keep new");
  CHECK(record.said("keep crash") == 0);  // here it would crash us
}

TEST_CASE("headers are not kept while somebody types") {
  Record record;
  Scheduler scheduler(record.work(), 0ms, 60s);
  scheduler.want(Record::snapshot("a", "one"));
  record.wait("of one");
  scheduler.want(Record::snapshot("a", "two"));
  record.wait("of two");
  CHECK(record.said("keep one") == 0);
}

TEST_CASE("the end comes at once, whatever is looked at") {
  Record record;
  Scheduler scheduler(record.work(), 0ms);
  scheduler.want(Record::snapshot("a", "slow"));
  std::this_thread::sleep_for(50ms);
}

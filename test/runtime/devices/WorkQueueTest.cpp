#include "devices/WorkQueue.h"

#include <catch2/catch.hpp>
#include <future>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace clustrix::runtime;

namespace {

using Length = WorkQueue::Length;

// Numbers in the order in which operations with them ran, and the threads that ran them.
struct Ran {
  std::vector<int> order;
  std::vector<std::thread::id> threads;

  WorkQueue::Operation operator()(int number, Status status = {}) {
    return [this, number, status] {
      order.push_back(number);
      threads.push_back(std::this_thread::get_id());
      return status;
    };
  }
};

}  // namespace

TEST_CASE("operations run in order, and after a failure not at all") {
  WorkQueue queue;
  const StreamId good = queue.open(), bad = queue.open();
  Ran ran;
  REQUIRE(queue.enqueue(good, ran(1)).ok());
  REQUIRE(queue.enqueue(bad, [] { return Status{Failure::Failed, "first"}; }).ok());
  REQUIRE(queue.enqueue(bad, ran(2)).ok());
  REQUIRE(queue.enqueue(bad, [] { return Status{Failure::DeviceLost, "second"}; }).ok());
  REQUIRE(queue.enqueue(good, ran(3)).ok());
  CHECK(queue.synchronize(good).ok());
  CHECK(queue.finished(good));
  const Status status = queue.synchronize(bad);
  CHECK(status.failure == Failure::Failed);
  CHECK(status.message == "first");
  CHECK(ran.order == std::vector<int>{1, 3});
  REQUIRE(queue.enqueue(bad, ran(4)).ok());
  CHECK(queue.synchronize(bad).ok());
  CHECK(ran.order == std::vector<int>{1, 3, 4});
  CHECK(queue.close(good).ok());
  CHECK(queue.close(bad).ok());
}

TEST_CASE("short operations run when their result is asked for, on the thread that asks") {
  for (const bool waits : {true, false}) {
    WorkQueue queue;
    const StreamId stream = queue.open(), other = queue.open();
    Ran ran;
    REQUIRE(queue.enqueue(other, ran(1), Length::Short).ok());
    REQUIRE(queue.enqueue(stream, ran(2), Length::Short).ok());
    REQUIRE(queue.enqueue(other, ran(3), Length::Short).ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(ran.order.empty());
    CHECK((waits ? queue.synchronize(stream).ok() : queue.finished(stream)));
    CHECK(ran.order == std::vector<int>{1, 2, 3});
    CHECK(ran.threads == std::vector<std::thread::id>(3, std::this_thread::get_id()));
    CHECK(queue.finished(other));
  }
}

TEST_CASE("a long operation runs though nobody waits for it, on a thread of the queue, behind the short ones") {
  WorkQueue queue;
  const StreamId stream = queue.open();
  Ran ran;
  std::promise<void> done;
  REQUIRE(queue.enqueue(stream, ran(1), Length::Short).ok());
  REQUIRE(queue
              .enqueue(stream,
                       [&] {
                         done.set_value();
                         return Status{};
                       })
              .ok());
  done.get_future().wait();
  REQUIRE(queue.synchronize(stream).ok());
  CHECK(ran.order == std::vector<int>{1});
  CHECK(ran.threads[0] != std::this_thread::get_id());
  // The thread has no more to do: short ones wait for whoever asks again.
  for (int tried = 0; tried < 100 && (ran.threads.size() < 2 || ran.threads.back() != std::this_thread::get_id());
       ++tried) {
    REQUIRE(queue.enqueue(stream, ran(2), Length::Short).ok());
    REQUIRE(queue.synchronize(stream).ok());
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  CHECK(ran.threads.back() == std::this_thread::get_id());
}

TEST_CASE("a stream is not finished while its operation runs, and the others' are not waited for") {
  WorkQueue queue;
  const StreamId slow = queue.open(), idle = queue.open();
  std::promise<void> begun, may;
  REQUIRE(queue
              .enqueue(slow,
                       [&] {
                         begun.set_value();
                         may.get_future().wait();
                         return Status{};
                       })
              .ok());
  begun.get_future().wait();
  CHECK_FALSE(queue.finished(slow));
  CHECK(queue.finished(idle));
  CHECK(queue.synchronize(idle).ok());
  may.set_value();
  CHECK(queue.close(slow).ok());
}

TEST_CASE("what an operation throws is a failure of its stream, and the queue goes on") {
  for (const Length length : {Length::Short, Length::Long}) {
    WorkQueue queue;
    const StreamId stream = queue.open(), other = queue.open();
    Ran ran;
    REQUIRE(queue.enqueue(stream, []() -> Status { throw std::bad_alloc(); }, length).ok());
    REQUIRE(queue.enqueue(stream, ran(1), length).ok());
    REQUIRE(queue.enqueue(other, ran(2), length).ok());
    const Status status = queue.synchronize(stream);
    CHECK(status.failure == Failure::Failed);
    CHECK(status.message == "no host memory");
    CHECK(queue.synchronize(other).ok());
    CHECK(ran.order == std::vector<int>{2});
  }
}

TEST_CASE("a stream that is not open takes nothing, and has nothing to wait for") {
  WorkQueue queue;
  const StreamId stream = queue.open();
  Ran ran;
  REQUIRE(queue.enqueue(stream, ran(1, {Failure::Failed, "late"}), Length::Short).ok());
  CHECK(queue.close(stream).message == "late");
  CHECK(queue.enqueue(stream, ran(2)).failure == Failure::Failed);
  CHECK(queue.synchronize(stream).failure == Failure::Failed);
  CHECK(queue.finished(stream));
  CHECK(queue.open() != stream);
  CHECK(ran.order == std::vector<int>{1});
}

TEST_CASE("a queue that goes ends what its thread has been given") {
  Ran ran;
  {
    WorkQueue queue;
    const StreamId stream = queue.open();
    for (int i = 0; i < 20; ++i) REQUIRE(queue.enqueue(stream, ran(i)).ok());
  }
  CHECK(ran.order.size() == 20);
}

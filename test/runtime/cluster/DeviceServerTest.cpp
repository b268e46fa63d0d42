#include "cluster/DeviceServer.h"

#include <catch2/catch.hpp>

#include "Crew.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

Bytes messageOf(Request request) {
  Bytes bytes;
  append(bytes, {std::move(request), {}});
  return bytes;
}

/// A server whose first rank is the test, message by message.
struct Served {
  explicit Served(const std::string& devices = "virtual:1")
      : backend(virtualDevices(devices)),
        server(transport, backend.get()),
        thread([this] { server.serve({"a note"}, [this] { return !leave; }); }) {}
  ~Served() {
    leave = true;
    thread.join();
  }
  void post(Request request) { REQUIRE(first.post(RankId{1}, Channel::Requests, messageOf(std::move(request)))); }
  Reply reply() {
    Incoming message;
    while (!first.poll(Channel::Replies, message)) std::this_thread::yield();
    return decodeReply(message.bytes).value_or(Reply{});
  }
  Transfer::State stateOf(Transfer& transfer) {
    while (transfer.state() == Transfer::State::Waiting) std::this_thread::yield();
    return transfer.state();
  }

  Exchange exchange{3};
  CrewTransport first{exchange, 0}, transport{exchange, 1}, third{exchange, 2};
  std::unique_ptr<Backend> backend;
  DeviceServer server;
  std::atomic<bool> leave{false};
  std::thread thread;
};

Hello introduction(Served& served) {
  Incoming message;
  while (!served.first.poll(Channel::Replies, message)) std::this_thread::yield();
  return decodeHello(message.bytes).value_or(Hello{});
}

}  // namespace

TEST_CASE("a rank introduces itself first") {
  Served served("virtual:2");
  const Hello hello = introduction(served);
  CHECK(hello.program == programFile());
  CHECK(hello.host == "node1");
  CHECK(hello.devices.size() == 2);
  CHECK(hello.notes == std::vector<std::string>{"a note"});
}

TEST_CASE("a lane that waits for a block holds up no other, and nobody who asks whether the rank is there") {
  Served served;
  introduction(served);
  served.post(requests::Allocate{QuestionId{1}, DeviceId{0}, 64});
  const auto address = static_cast<DeviceAddress>(served.reply().value);
  for (int lane : {1, 2}) served.post(requests::Open{static_cast<LaneId>(lane), DeviceId{0}});
  served.post(requests::Receive{LaneId{1}, RankId{2}, Tag{5}, address, 4, 1, 4});
  served.post(requests::Synchronize{QuestionId{2}, LaneId{1}});
  served.post(requests::Synchronize{QuestionId{3}, LaneId{2}});
  CHECK(served.reply().question == QuestionId{3});
  served.post(requests::Ping{QuestionId{4}});
  CHECK(served.reply().question == QuestionId{4});
  int number = 7, back = 0;
  const auto sent = served.third.send(RankId{1}, Tag{5}, {&number, 4, 1, 4});
  const Reply arrived = served.reply();
  CHECK(arrived.question == QuestionId{2});
  CHECK(arrived.status.ok());
  served.post(requests::SendNow{DeviceId{0}, {{}, RankId{0}, Tag{6}, address, 4, 1, 4}});
  const auto received = served.first.receive(RankId{1}, Tag{6}, {&back, 4, 1, 4});
  CHECK(served.stateOf(*received) == Transfer::State::Done);
  CHECK(back == 7);
}

TEST_CASE("what a lost rank was to send is given up, and what was to follow is sent as nothing") {
  Served served;
  introduction(served);
  served.post(requests::Allocate{QuestionId{1}, DeviceId{0}, 64});
  const auto address = static_cast<DeviceAddress>(served.reply().value);
  served.post(requests::Open{LaneId{1}, DeviceId{0}});
  served.post(requests::Receive{LaneId{1}, RankId{2}, Tag{5}, address, 4, 1, 4});
  served.post(requests::Send{LaneId{1}, RankId{0}, Tag{6}, address, 4, 1, 4});
  served.post(requests::Synchronize{QuestionId{2}, LaneId{1}});
  int back = 3;
  const auto received = served.first.receive(RankId{1}, Tag{6}, {&back, 4, 1, 4});
  served.post(requests::Lost{RankId{2}});
  CHECK(served.stateOf(*received) == Transfer::State::Empty);
  CHECK(back == 3);
  const Reply reply = served.reply();
  CHECK(reply.question == QuestionId{2});
  CHECK(reply.status.message == "rank 2 has not sent what was to come from it");
  served.post(requests::Synchronize{QuestionId{3}, LaneId{1}});
  CHECK(served.reply().status.ok());
}

TEST_CASE("a rank without devices answers all the same, and ends when it is told to") {
  Exchange exchange(2);
  CrewTransport first(exchange, 0), second(exchange, 1);
  REQUIRE(first.post(RankId{1}, Channel::Requests, messageOf(requests::TakeActivities{QuestionId{1}})));
  REQUIRE(first.post(RankId{1}, Channel::Requests, {1, 2, 3}));  // of nobody of ours
  REQUIRE(first.post(RankId{1}, Channel::Requests, messageOf(requests::Stop{})));
  DeviceServer server(second, nullptr);
  server.serve({}, [] { return true; });
  Incoming message;
  REQUIRE(first.poll(Channel::Replies, message));
  CHECK(decodeHello(message.bytes)->devices.empty());
  REQUIRE(first.poll(Channel::Replies, message));
  CHECK(decodeReply(message.bytes)->question == QuestionId{1});
  CHECK_FALSE(first.poll(Channel::Replies, message));
}

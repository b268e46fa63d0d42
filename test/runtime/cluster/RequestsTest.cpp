#include "cluster/Requests.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

TEST_CASE("requests come out as they went in, with the bytes behind them") {
  requests::Launch launch{};
  launch.lane = LaneId{7};
  launch.kernel = {FileId{3}, 400};
  launch.chunk = {10, 20};
  launch.workers = 5;
  Bytes bytes;
  append(bytes, {launch, {1, 2, 3}});
  append(bytes, {requests::Stop{}, {}});
  const std::vector<Message> read = decodeMessages(bytes);
  REQUIRE(read.size() == 2);
  const auto* const same = std::get_if<requests::Launch>(&read[0].request);
  REQUIRE(same != nullptr);
  CHECK(same->lane == LaneId{7});
  CHECK(same->kernel.offset == 400);
  CHECK(same->chunk.end == 20);
  CHECK(same->workers == 5);
  CHECK(read[0].behind == Bytes{1, 2, 3});
  CHECK(std::holds_alternative<requests::Stop>(read[1].request));
}

TEST_CASE("a message that was cut short is no message") {
  Bytes whole;
  append(whole, {requests::Allocate{QuestionId{1}, DeviceId{2}, 300}, {9, 9}});
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size << " of " << whole.size());
    CHECK(decodeMessages(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))).empty());
  }
  Bytes unknown = whole;
  unknown[sizeof(std::uint64_t)] = 200;
  CHECK(decodeMessages(unknown).empty());
  CHECK_FALSE(decodeReply({1, 2, 3}));
  CHECK_FALSE(decodeHello({1, 2, 3}));
}

TEST_CASE("so do an answer and what a rank says first") {
  Reply reply;
  reply.question = QuestionId{4};
  reply.status = {Failure::OutOfMemory, "3 KB left"};
  reply.value = 12;
  reply.behind = {5};
  const std::optional<Reply> answer = decodeReply(encode(reply));
  REQUIRE(answer);
  CHECK(answer->question == QuestionId{4});
  CHECK(answer->status.failure == Failure::OutOfMemory);
  CHECK(answer->status.message == "3 KB left");
  CHECK(answer->value == 12);
  CHECK(answer->behind == Bytes{5});

  Hello hello;
  hello.program = FileId{77};
  hello.host = "node3";
  hello.devices.resize(2);
  hello.devices[1].name = "NVIDIA H200";
  hello.devices[1].memory = 99;
  hello.devices[1].lanes = 32;
  hello.notes = {"no GPU"};
  const std::optional<Hello> said = decodeHello(encode(hello));
  REQUIRE(said);
  CHECK(said->program == FileId{77});
  CHECK(said->host == "node3");
  REQUIRE(said->devices.size() == 2);
  CHECK(said->devices[1].name == "NVIDIA H200");
  CHECK(said->devices[1].memory == 99);
  CHECK(said->devices[1].lanes == 32);
  CHECK(said->notes == std::vector<std::string>{"no GPU"});
}

TEST_CASE("activities keep what they measured, under names that stay") {
  const std::vector<Activity> read = decodeActivities(encode(std::vector<Activity>{
      {DeviceId{1}, StreamId{2}, "kernel", 3, 4, 5}, {DeviceId{0}, StreamId{1}, "dance", 0, 1, 0}}));
  REQUIRE(read.size() == 2);
  CHECK(std::string(read[0].what) == "kernel");
  CHECK(read[0].device == DeviceId{1});
  CHECK(read[0].end == 4);
  CHECK(read[0].bytes == 5);
  CHECK(std::string(read[1].what) == "other work");
}

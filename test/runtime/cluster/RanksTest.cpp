#include "cluster/Ranks.h"

#include <catch2/catch.hpp>

#include "Crew.h"

using namespace clustrix;
using namespace clustrix::runtime;
using namespace clustrix::test;

namespace {

Hello helloOf(FileId program) {
  Hello hello;
  hello.program = program;
  hello.host = "elsewhere";
  hello.devices.resize(1);
  return hello;
}

/// Two ranks that know each other; the test is both.
struct Introduced {
  Introduced() {
    REQUIRE(second.post(RankId{0}, Channel::Replies, encode(helloOf(programFile()))));
    static_cast<void>(ranks.introductions(1));
  }
  Exchange exchange{2};
  CrewTransport first{exchange, 0}, second{exchange, 1};
  Ranks ranks{first, 5};
};

}  // namespace

TEST_CASE("a rank that runs another program is not used, and said to be so") {
  Exchange exchange(2);
  CrewTransport first(exchange, 0), second(exchange, 1);
  REQUIRE(second.post(RankId{0}, Channel::Replies, encode(helloOf(FileId{1}))));
  Ranks ranks(first, 1);
  ClusterBackend::Absent absent;
  Links links("", "here");
  const ClusterBackend backend(ranks, nullptr, links, absent);
  CHECK(backend.deviceCount() == 0);
  CHECK(absent.ranks ==
        std::vector<std::string>{"rank 1 on elsewhere runs another program; start the same file on all ranks"});
}

TEST_CASE("only ranks that do not answer are lost, however long nobody asks") {
  Exchange exchange(3);
  CrewTransport first(exchange, 0), second(exchange, 1), third(exchange, 2);
  for (CrewTransport* one : {&second, &third})
    REQUIRE(one->post(RankId{0}, Channel::Replies, encode(helloOf(programFile()))));
  Ranks ranks(first, 2);
  CHECK(ranks.introductions(1).size() == 3);
  bool told = false;
  const auto answerFor = [&](CrewTransport& from) {
    for (Incoming message; from.poll(Channel::Requests, message);)
      for (const Message& asked : decodeMessages(message.bytes)) {
        if (std::holds_alternative<requests::Ping>(asked.request))
          REQUIRE(from.post(RankId{0}, Channel::Replies, encode(Reply{})));
        if (const auto* const lost = std::get_if<requests::Lost>(&asked.request))
          told = told || lost->rank == RankId{2};
      }
  };
  const Status status = ranks.waitFor(RankId{2}, [&] {
    answerFor(second);
    return false;
  });
  CHECK(status.failure == Failure::DeviceLost);
  CHECK(status.message == "rank 2 has not answered for 2 s");
  CHECK(ranks.lossOf(RankId{1}).ok());
  CHECK_FALSE(ranks.dismiss());
  CHECK_FALSE(ranks.post(RankId{2}, requests::Stop{}));
  CHECK(ranks.ask(RankId{2}, ranks.newQuestion(), requests::Stop{}).status.failure == Failure::DeviceLost);
  ranks.progress();
  answerFor(second);
  CHECK(told);
}

TEST_CASE("answers find who asked, in whichever order they come") {
  Introduced both;
  const QuestionId a = both.ranks.newQuestion(), b = both.ranks.newQuestion();
  Reply reply;
  for (const QuestionId question : {b, a}) {
    reply.question = question;
    reply.value = static_cast<std::uint64_t>(question) * 10;
    REQUIRE(both.second.post(RankId{0}, Channel::Replies, encode(reply)));
  }
  CHECK_FALSE(both.ranks.answerTo(a));
  both.ranks.progress();
  CHECK(both.ranks.answerTo(a)->value == static_cast<std::uint64_t>(a) * 10);
  CHECK(both.ranks.answerTo(b)->value == static_cast<std::uint64_t>(b) * 10);
  CHECK_FALSE(both.ranks.answerTo(b));
}

TEST_CASE("what a rank is asked for goes there in one message, once somebody waits") {
  Introduced both;
  const std::size_t before = both.exchange.messagesSent;
  for (int lane = 1; lane <= 3; ++lane) REQUIRE(both.ranks.post(RankId{1}, requests::Close{static_cast<LaneId>(lane)}));
  CHECK(both.exchange.messagesSent == before);
  both.ranks.progress();
  CHECK(both.exchange.messagesSent == before + 1);
  Incoming message;
  REQUIRE(both.second.poll(Channel::Requests, message));
  CHECK(decodeMessages(message.bytes).size() == 3);
}

// Two ranks under a real launcher: the first one asks, the second one echoes what it is sent.
//
//     mpirun -n 2 MpiTransportTest libclustrix_mpi_openmpi.so
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "cluster/Transport.h"

using namespace clustrix::runtime;

namespace {

constexpr RankId first{0}, second{1};
constexpr std::size_t large = std::size_t{8} << 20;

int failures = 0;

void check(bool holds, const char* sentence) {
  std::printf("%s: %s\n", holds ? "ok" : "FAILED", sentence);
  failures += holds ? 0 : 1;
}

Incoming next(Transport& transport, Channel channel) {
  Incoming message;
  while (!transport.poll(channel, message)) std::this_thread::yield();
  return message;
}

Transfer::State end(const std::unique_ptr<Transfer>& transfer) {
  while (transfer && transfer->state() == Transfer::State::Waiting) std::this_thread::yield();
  return transfer ? transfer->state() : Transfer::State::Failed;
}

Block whole(std::vector<int>& numbers) { return {numbers.data(), numbers.size() * sizeof(int), 1, 0}; }
/// Of each ten numbers the first two.
Block rows(std::vector<int>& numbers) {
  return {numbers.data(), 2 * sizeof(int), numbers.size() / 10, 10 * sizeof(int)};
}

std::vector<int> counted(std::size_t count) {
  std::vector<int> numbers(count);
  for (std::size_t i = 0; i < count; ++i) numbers[i] = static_cast<int>(i);
  return numbers;
}

void echo(Transport& transport) {
  for (int message = 0; message < 100; ++message)
    transport.post(first, Channel::Replies, next(transport, Channel::Requests).bytes);
  std::vector<int> dense(20), nothing;
  end(transport.receive(first, Tag{3}, whole(dense)));
  end(transport.send(first, Tag{4}, whole(dense)));
  end(transport.send(first, Tag{5}, Block{}));
  std::vector<int> numbers(large / sizeof(int));
  end(transport.receive(first, Tag{6}, whole(numbers)));
  end(transport.send(first, Tag{7}, whole(numbers)));
  next(transport, Channel::Requests);
}

void ask(Transport& transport) {
  check(transport.size() == 2 && transport.rank() == first, "two ranks know each other");
  check(!transport.host().empty() && transport.tags() > 1000, "and where they are");
  for (unsigned char message = 0; message < 100; ++message)
    transport.post(second, Channel::Requests, Bytes(message * 100u, message));
  bool same = true;
  for (unsigned char message = 0; message < 100; ++message) {
    const Incoming back = next(transport, Channel::Replies);
    same = same && back.from == second && back.bytes == Bytes(message * 100u, message);
  }
  check(same, "messages arrive whole and in their order");

  std::vector<int> numbers = counted(100), back(100, -1);
  const auto sent = transport.send(second, Tag{3}, rows(numbers));
  const auto received = transport.receive(second, Tag{4}, rows(back));
  check(end(sent) == Transfer::State::Done && end(received) == Transfer::State::Done, "blocks arrive");
  same = true;
  for (std::size_t i = 0; i < 100; ++i) same = same && back[i] == (i % 10 < 2 ? numbers[i] : -1);
  check(same, "of rows, and nothing between them is written");

  check(end(transport.receive(second, Tag{5}, whole(back))) == Transfer::State::Empty,
        "who has nothing to send says so");

  std::vector<int> much = counted(large / sizeof(int)), again(much.size(), 0);
  const std::size_t before = transport.bytesSent();
  const auto there = transport.send(second, Tag{6}, whole(much));
  const auto home = transport.receive(second, Tag{7}, whole(again));
  check(end(there) == Transfer::State::Done && end(home) == Transfer::State::Done && much == again,
        "large blocks arrive whole");
  check(transport.bytesSent() - before == large, "and are counted");

  int never = 5;
  const auto waiting = transport.receive(second, Tag{8}, {&never, sizeof never, 1, 0});
  check(waiting->state() == Transfer::State::Waiting && waiting->abandon() && never == 5,
        "what never comes can be given up");
  transport.post(second, Channel::Requests, Bytes{1});
}

}  // namespace

int main(int, char** argv) {
  void* const library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const auto* const entry =
      library == nullptr ? nullptr : static_cast<const TransportLibrary*>(dlsym(library, transportLibrarySymbol));
  std::string error = "the library cannot be loaded";
  Transport* const transport = entry == nullptr ? nullptr : entry->join(error);
  if (transport == nullptr) {
    std::printf("FAILED: %s\n", error.c_str());
    return 1;
  }
  if (transport->rank() == first)
    ask(*transport);
  else
    echo(*transport);
  transport->finish(1);
  return failures == 0 ? 0 : 1;
}

// Room for elements that a loop adds to a container: kept, dropped, or never made.
#include "clustrix/Room.h"

#include <catch2/catch.hpp>

#include <numeric>
#include <vector>

using clustrix::Room;

TEST_CASE("kept elements follow those that were there, whether or not the memory moves") {
  for (const std::size_t capacity : {std::size_t{3}, std::size_t{100}}) {
    std::vector<int> v{1, 2, 3};
    v.reserve(capacity);
    Room room(v, 2, 2);
    REQUIRE(room.made());
    REQUIRE(room.size() == 7);
    v[1] = 8;  // through a pointer, while the loop runs
    std::iota(room.data() + 3, room.data() + 7, 10);
    room.keep();
    CHECK(v == std::vector<int>{1, 8, 3, 10, 11, 12, 13});
  }
}

TEST_CASE("dropped room leaves the container as it was, and its elements where they were") {
  for (const std::size_t capacity : {std::size_t{3}, std::size_t{100}}) {
    std::vector<int> v{1, 2, 3};
    v.reserve(capacity);
    const int* const before = v.data();
    Room room(v, 10, 1);
    REQUIRE(room.made());
    CHECK(v.data() == before);
    room.drop();
    CHECK(v == std::vector<int>{1, 2, 3});
    CHECK(v.data() == before);
  }
}

TEST_CASE("no iterations need no room") {
  std::vector<double> v;
  Room room(v, 0, 3);
  CHECK(room.made());
  room.keep();
  CHECK(v.empty());
}

TEST_CASE("room that memory has not is not made, and nothing changes") {
  std::vector<double> v{1.5};
  for (const clustrix::Index iterations : {clustrix::Index{1} << 62, clustrix::Index{1} << 58}) {
    Room room(v, iterations, 4);
    CHECK(!room.made());
    room.drop();
    CHECK(v == std::vector<double>{1.5});
  }
  Room negative(v, 5, -1);
  CHECK(!negative.made());
}

TEST_CASE("many short loops grow a container in few moves") {
  std::vector<int> v;
  int moves = 0;
  for (int round = 0; round < 1000; ++round) {
    const int* const before = v.data();
    Room room(v, 1, 1);
    room.data()[v.size() - (room.data() == v.data() ? 1 : 0)] = round;
    room.keep();
    moves += v.data() != before;
  }
  CHECK(v.size() == 1000);
  CHECK(v[999] == 999);
  CHECK(moves < 20);
}

TEST_CASE("the capacity behind kept room is what push_back, one after the other, would have made it") {
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{7}, std::size_t{64}})
    for (const std::size_t there : {std::size_t{0}, std::size_t{1}, std::size_t{3}})
      for (const clustrix::Index more : {0, 1, 2, 5, 8, 9, 200}) {
        std::vector<int> pushed, v;
        pushed.reserve(capacity);
        v.reserve(capacity);
        for (std::size_t i = 0; i < there; ++i) pushed.push_back(1), v.push_back(1);
        for (clustrix::Index i = 0; i < more; ++i) pushed.push_back(1);
        Room room(v, more, 1);
        REQUIRE(room.made());
        room.keep();
        CAPTURE(capacity, there, more);
        CHECK(v.size() == pushed.size());
        CHECK(v.capacity() == pushed.capacity());
      }
}

TEST_CASE("two rooms of one container, dropped in reverse, leave it as it was") {
  for (const std::size_t capacity : {std::size_t{3}, std::size_t{5}, std::size_t{100}}) {
    std::vector<int> v{1, 2, 3};
    v.reserve(capacity);
    Room first(v, 2, 1), second(v, 2, 1);
    second.drop();
    first.drop();
    CHECK(v == std::vector<int>{1, 2, 3});
  }
}

TEST_CASE("room for a number that is told later is in place where the capacity suffices, and moves where it does not") {
  for (const std::size_t capacity : {std::size_t{3}, std::size_t{5}, std::size_t{100}}) {
    std::vector<int> v{1, 2, 3};
    v.reserve(capacity);
    const int* const before = v.data();
    Room room(v);
    CHECK(room.data() == before);
    CHECK(room.size() == 3);
    REQUIRE(room.make(2));
    REQUIRE(room.size() == 5);
    std::iota(room.data() + 3, room.data() + 5, 10);
    room.keep();
    CHECK(v == std::vector<int>{1, 2, 3, 10, 11});
    CHECK((v.data() == before) == (capacity >= 5));
  }
}

TEST_CASE("room that nobody has made changes nothing, kept or dropped") {
  for (const bool keeps : {false, true}) {
    std::vector<int> v{1, 2, 3};
    const int* const before = v.data();
    Room room(v);
    keeps ? room.keep() : room.drop();
    CHECK(v == std::vector<int>{1, 2, 3});
    CHECK(v.data() == before);
  }
  std::vector<double> v{1.5};
  Room room(v);
  CHECK_FALSE(room.make(clustrix::Index{1} << 60));
  room.drop();
  CHECK(v == std::vector<double>{1.5});
}

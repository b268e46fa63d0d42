// Results of blocks that are combined in pieces: the bits are those of one tree over all of them.
#include "schedule/BlockResults.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>

#include "schedule/Schedule.h"

using namespace clustrix;
using namespace clustrix::runtime;

namespace {

// Neither associative nor commutative: whoever combines otherwise gets another number.
struct Mixing {
  const double* x;
  double* column;
  using Combined = clustrix::Combined<combined::Sum<&Mixing::column>>;
  struct Partial {
    std::uint64_t hash;
  };
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) {
    left.hash = (left.hash * 31 + 7) ^ (right.hash * 1000003);
  }
  void operator()(Index, Partial&) const {}
};
struct MixingAlone {
  using Partial = Mixing::Partial;
  static constexpr Order order = Order::Sequential;
  static Partial identity() { return {0}; }
  static void combine(Partial& left, const Partial& right) { Mixing::combine(left, right); }
  void operator()(Index, Partial&) const {}
};
struct BlockBins {
  int* count;
  unsigned char* low;
  using Combined = clustrix::Combined<combined::Sum<&BlockBins::count>, combined::Minimum<&BlockBins::low>>;
  void operator()(Index) const {}
};

struct Results {
  CopyLayout layout;
  std::size_t stride = 8;
  std::vector<std::uint64_t> words;

  Results(Index count, bool copies) {
    if (copies) {
      layout.stride = 64;
      layout.regions[0] = {2, 5, 8};
      stride = 64;
    }
    words.resize(static_cast<std::size_t>(count) * stride / 8);
    std::mt19937_64 random(17);
    for (std::uint64_t& word : words) {
      const double value = std::uniform_real_distribution<double>(-1e3, 1e3)(random);
      std::memcpy(&word, &value, 8);
    }
  }
  unsigned char* at(Index block) {
    return reinterpret_cast<unsigned char*>(words.data()) + static_cast<std::size_t>(block) * stride;
  }
  std::vector<unsigned char> first() { return {at(0), at(0) + std::min<std::size_t>(stride, 48)}; }
};

// Blocks [0, count) cut at random, each piece combined as a device does; some pieces are left alone.
template <class K>
std::vector<unsigned char> inPieces(Index count, bool copies, std::mt19937& random, bool byThreads) {
  Results results(count, copies);
  std::vector<Chunk> nodes;
  for (Index begin = 0; begin < count;) {
    const Index end = std::min(count, begin + 1 + static_cast<Index>(random() % static_cast<unsigned>(count)));
    const ResultFold fold{results.at(begin), static_cast<Index>(results.stride), {begin, end}, count, &results.layout};
    if (random() % 4 != 0) {
      if (byThreads)
        for (Index unit = 1; unit < end - begin; unit *= foldWidth)
          for (Index thread = 0; thread < 7; ++thread) foldThread<K>(fold, results.layout, unit, thread, 7);
      else
        foldHost<K>(fold);
      const std::vector<Chunk> trees = wholeSubtrees({begin, end}, count);
      nodes.insert(nodes.begin(), trees.begin(), trees.end());
    }
    begin = end;
  }
  combineNodes(kernelOf<K>, results.layout, results.words.data(), results.stride, count, nodes);
  return results.first();
}

}  // namespace

TEST_CASE("wherever blocks are cut, what pieces make meets to the bits of one tree") {
  std::mt19937 random(3);
  for (const Index count : {1, 2, 3, 5, 7, 8, 31, 64, 100, 257, 1000}) {
    Results alone(count, false), copies(count, true);
    reduction::combineTree<MixingAlone>(reinterpret_cast<Mixing::Partial*>(alone.words.data()), count);
    combineCopies<Mixing>(copies.words.data(), count, copies.layout);
    for (int tries = 0; tries < 20; ++tries)
      for (const bool byThreads : {false, true}) {
        INFO(count << ' ' << tries << ' ' << byThreads);
        CHECK(inPieces<MixingAlone>(count, false, random, byThreads) == alone.first());
        CHECK(inPieces<Mixing>(count, true, random, byThreads) == copies.first());
      }
  }
}

TEST_CASE("a range of blocks leaves at most two results for each doubling of their number, and the last range counts") {
  CHECK(wholeSubtrees({0, 7}, 7).size() == 1);
  CHECK(wholeSubtrees({0, 7}, 8).size() == 3);
  CHECK(wholeSubtrees({4, 7}, 7).size() == 1);
  CHECK(wholeSubtrees({5, 5}, 7).empty());
  CHECK(wholeSubtrees({1, 1023}, 1024).size() == 18);
  for (Index begin = 0; begin < 40; ++begin)
    for (Index end = begin + 1; end <= 40; ++end) {
      Index next = begin;
      for (Chunk node : wholeSubtrees({begin, end}, 40)) {
        CHECK(node.begin == next);
        CHECK(node.size() > 0);
        next = node.end;
      }
      CHECK(next == end);
    }
}

TEST_CASE("integers may meet in any grouping, and nothing that might be anything else") {
  CHECK(kernelOf<BlockBins>.anyGrouping);
  CHECK_FALSE(kernelOf<Mixing>.anyGrouping);
  CHECK_FALSE(kernelOf<MixingAlone>.anyGrouping);
  const CombinedKinds& kinds = kernelOf<BlockBins>.kinds;
  REQUIRE(kinds.count == 2);
  CHECK(kinds.of[0].number == combined::Number::Int32);
  CHECK(kinds.of[0].operation == combined::Operation::Sum);
  CHECK(kinds.of[1].number == combined::Number::UnsignedInt8);
  CHECK(kinds.of[1].operation == combined::Operation::Minimum);
  CHECK(kernelOf<Mixing>.kinds.of[0].number == combined::Number::None);

  // Uneven ranges, whole: [0, 3) and [3, 10).
  CopyLayout layout;
  layout.stride = 64;
  layout.regions[0] = {0, 3, 0};
  layout.regions[1] = {0, 2, 32};
  std::vector<unsigned char> bytes(640);
  // Counts whose sums are ints, too: their last bytes are 0.
  for (std::size_t b = 0; b < bytes.size(); ++b)
    bytes[b] = b % 4 == 3 ? 0 : static_cast<unsigned char>(b * b + 11 * b + 3);
  std::vector<unsigned char> whole = bytes;
  combineCopies<BlockBins>(whole.data(), 10, layout);
  for (const Chunk range : {Chunk{0, 3}, Chunk{3, 10}})
    foldHost<BlockBins>({bytes.data() + range.begin * 64, 64, {0, range.size()}, range.size(), &layout});
  combineNodes(kernelOf<BlockBins>, layout, bytes.data(), 64, 10, {{3, 10}, {0, 3}});
  CHECK(std::memcmp(bytes.data(), whole.data(), 12) == 0);
  CHECK(std::memcmp(bytes.data() + 32, whole.data() + 32, 2) == 0);
}

TEST_CASE("a device combines results where that spares much of their way, and no others") {
  std::vector<ArrayFacts> arrays;
  LaunchFacts facts;
  facts.arrays = &arrays;
  LoopBody body;
  body.kernel = &kernelOf<MixingAlone>;
  facts.body = body;
  facts.partialSize = 8;
  facts.block = 4;
  facts.iterations = 4 * 1000000;
  const CombineStep many = combineStep(facts, {0, 4 * 333333});
  CHECK(many.blocks == 333333);
  CHECK(many.bytes == 8 * 333333);
  CHECK(many.leaving() < 20);
  CHECK(combineStep(facts, {400, 4000}).leaving() == 900);
  facts.partialSize = 1 << 20;
  CHECK(combineStep(facts, {0, 4 * 4}).leaving() == 1);
  CHECK(combineStep(facts, {4, 4 * 4}).leaving() == 2);
  CHECK(combineStep(facts, {4, 4 * 2}).leaving() == 1);
}

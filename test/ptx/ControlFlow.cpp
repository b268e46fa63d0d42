#include "ControlFlow.h"

#include <algorithm>

namespace ptx {
namespace {

constexpr int longestUnrolled = 36;  // instructions
constexpr int unrolledBy = 4;

bool endsFunction(Kind kind) { return kind == Kind::ret || kind == Kind::exit || kind == Kind::trap; }
bool endsBlock(Kind kind) { return kind == Kind::branch || kind == Kind::branchTable || endsFunction(kind); }

/// Blocks by number; the function's end is one more.
struct Blocks {
  std::vector<int> starts;             // first instruction of each
  std::vector<int> lasts;              // last instruction of each
  std::vector<int> blockOf;            // of each instruction, and of the end
  std::vector<std::vector<int>> next;  // successors of each
  int count() const { return static_cast<int>(starts.size()); }
  int end() const { return count(); }
};

std::vector<char> leaders(const Function& function) {
  std::vector<char> leads(function.code.size() + 1, 0);
  leads[0] = 1;
  for (std::size_t at = 0; at < function.code.size(); ++at) {
    const Instruction& in = function.code[at];
    if (in.kind == Kind::branch) leads[static_cast<std::size_t>(in.target)] = 1;
    for (const int target : in.targets) leads[static_cast<std::size_t>(target)] = 1;
    if (endsBlock(in.kind)) leads[at + 1] = 1;
  }
  return leads;
}

std::vector<int> successors(const Blocks& blocks, const Instruction& last, int at) {
  const auto blockAt = [&](int place) {
    return place >= static_cast<int>(blocks.blockOf.size()) - 1 ? blocks.end()
                                                                : blocks.blockOf[static_cast<std::size_t>(place)];
  };
  std::vector<int> next;
  if (last.kind == Kind::branch) next.push_back(blockAt(last.target));
  if (endsFunction(last.kind)) next.push_back(blocks.end());
  for (const int target : last.targets) next.push_back(blockAt(target));
  const bool goesOn = !endsBlock(last.kind) || (last.kind != Kind::branchTable && last.guard >= 0);
  if (goesOn) next.push_back(blockAt(at + 1));
  return next;
}

Blocks blocksOf(const Function& function) {
  Blocks blocks;
  const std::vector<char> leads = leaders(function);
  const std::size_t length = function.code.size();
  for (std::size_t at = 0; at <= length; ++at) {
    if (at < length && leads[at] != 0) blocks.starts.push_back(static_cast<int>(at));
    blocks.blockOf.push_back(blocks.count() - 1);
  }
  for (int block = 0; block < blocks.count(); ++block) {
    const auto number = static_cast<std::size_t>(block);
    const int after = block + 1 < blocks.count() ? blocks.starts[number + 1] : static_cast<int>(length);
    blocks.lasts.push_back(after - 1);
  }
  for (const int last : blocks.lasts)
    blocks.next.push_back(successors(blocks, function.code[static_cast<std::size_t>(last)], last));
  return blocks;
}

/// A set of blocks.
class Bits {
 public:
  Bits(int size, bool full) : words_(static_cast<std::size_t>(size) / 64 + 1, full ? ~u64{0} : 0) {}
  void add(int block) { words_[static_cast<std::size_t>(block) / 64] |= u64{1} << (block % 64); }
  bool has(int block) const { return (words_[static_cast<std::size_t>(block) / 64] >> (block % 64) & 1) != 0; }
  void keepOnly(const Bits& other) {
    for (std::size_t word = 0; word < words_.size(); ++word) words_[word] &= other.words_[word];
  }
  int size() const {
    int size = 0;
    for (const u64 word : words_) size += __builtin_popcountll(word);
    return size;
  }
  bool operator==(const Bits& other) const { return words_ == other.words_; }

 private:
  std::vector<u64> words_;
};

/// Iterated to a fixed point: dom(b) = {b} ∪ ⋂ dom(successors).
std::vector<Bits> postDominators(const Blocks& blocks) {
  const int end = blocks.end();
  std::vector<Bits> dominators(static_cast<std::size_t>(end) + 1, Bits(end + 1, true));
  dominators[static_cast<std::size_t>(end)] = Bits(end + 1, false);
  dominators[static_cast<std::size_t>(end)].add(end);
  for (bool changed = true; changed;) {
    changed = false;
    for (int block = end - 1; block >= 0; --block) {
      const auto number = static_cast<std::size_t>(block);
      Bits fresh(end + 1, true);
      for (const int next : blocks.next[number]) fresh.keepOnly(dominators[static_cast<std::size_t>(next)]);
      fresh.add(block);
      if (fresh == dominators[number]) continue;
      dominators[number] = fresh;
      changed = true;
    }
  }
  return dominators;
}

/// The nearest post-dominator is the one that most others post-dominate in turn; -1: none.
int nearest(const std::vector<Bits>& dominators, const std::vector<int>& sizes, int block) {
  int best = -1;
  for (int other = 0; other < static_cast<int>(sizes.size()); ++other) {
    if (other == block || !dominators[static_cast<std::size_t>(block)].has(other)) continue;
    if (best < 0 || sizes[static_cast<std::size_t>(other)] > sizes[static_cast<std::size_t>(best)]) best = other;
  }
  return best;
}

/// ptxas makes one block of four iterations of a short loop that nobody told it to leave alone, and that no floating
/// comparison ends.
bool isUnrolled(const Function& function, int start, int last) {
  const Instruction& branch = function.code[static_cast<std::size_t>(last)];
  if (branch.kind != Kind::branch || branch.target != start || last - start >= longestUnrolled) return false;
  return std::none_of(function.code.begin() + start, function.code.begin() + last + 1, [](const Instruction& in) {
    const bool floatingTest = in.words[0] == "setp" && isFloat(in.type);
    return floatingTest || in.keepsLoop || in.kind == Kind::barrier || in.kind == Kind::call || in.kind == Kind::atomic;
  });
}

}  // namespace

void joinBranches(Function& function) {
  const Blocks blocks = blocksOf(function);
  const std::vector<Bits> dominators = postDominators(blocks);
  std::vector<int> sizes;
  for (const Bits& set : dominators) sizes.push_back(set.size());
  for (int block = 0; block < blocks.count(); ++block) {
    const int start = blocks.starts[static_cast<std::size_t>(block)];
    const int last = blocks.lasts[static_cast<std::size_t>(block)];
    const int join = nearest(dominators, sizes, block);
    function.code[static_cast<std::size_t>(start)].beginsBlock = true;
    Instruction& branch = function.code[static_cast<std::size_t>(last)];
    branch.join = join < 0 || join == blocks.end() ? -1 : blocks.starts[static_cast<std::size_t>(join)];
    if (isUnrolled(function, start, last)) branch.unroll = unrolledBy;
  }
}

}  // namespace ptx

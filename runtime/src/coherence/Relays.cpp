#include "coherence/Relays.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace clustrix::runtime {
namespace {

using Source = std::optional<ImageId>;  // null: the host

/// What a part wants from one source, by the image that it is for.
using Wanted = std::map<ImageId, IntervalSet>;

/// Parts of a plan that pass on to each other what several of them want from the same source elsewhere.
class Circle {
 public:
  /// `parts`: positions in the plan's. `round`: of what they pass on. `machineOf`: null where they are on several
  /// machines, and share what the host has alone.
  Circle(ResidentPlan& plan, std::vector<std::size_t> parts, int round, const MachineOf* machineOf)
      : plan_(plan),
        parts_(std::move(parts)),
        round_(round),
        machineOf_(machineOf),
        machine_(deviceOf(0).machine),
        least_(std::max<Index>(1, deviceOf(0).leastRelayed)),
        wanted_(parts_.size()),
        relayed_(parts_.size()) {}

  void relay() {
    collect();
    std::size_t number = 0;
    for (const Source& source : sources_) shareOut(source, number++);
    if (changed_) rewrite();
  }

 private:
  const ResidentDevice& deviceOf(std::size_t p) const {
    return plan_.devices[static_cast<std::size_t>(plan_.parts[parts_[p]].device)];
  }

  bool isFar(const Fetch& fetch) const {
    if (fetch.guarded || fetch.baseline || fetch.round > 0) return false;
    if (!fetch.from) return machine_ != 0;
    return machineOf_ != nullptr && (*machineOf_)(*fetch.from) != machine_;
  }

  void collect() {
    for (std::size_t p = 0; p < parts_.size(); ++p)
      for (const Fetch& fetch : plan_.parts[parts_[p]].fetches) {
        if (!isFar(fetch)) continue;
        sources_.insert(fetch.from);
        wanted_[p][fetch.from][fetch.to] += IntervalSet(RowsList{fetch.rows});
      }
  }

  // Those that want the same of `source`, for one image each.
  struct Sharer {
    std::size_t part;
    ImageId image;
  };

  void shareOut(const Source& source, std::size_t number) {
    const Wanted first = firstWanted(source);
    for (const auto& [image, bytes] : first) {
      IntervalSet common = bytes;
      const std::vector<Sharer> sharers = sharersOf(source, common);
      if (sharers.size() < 2 || common.size() < least_) continue;
      changed_ = true;
      // An image's bytes are one piece already, of many; those of the host are cut.
      if (source) passOn(source, sharers, number % sharers.size(), common);
      for (std::size_t slice = 0; !source && slice < sharers.size(); ++slice)
        passOn(source, sharers, slice, sliceOf(common, slice, sharers.size()));
    }
  }

  Wanted firstWanted(const Source& source) const {
    for (const auto& of : wanted_)
      if (const auto found = of.find(source); found != of.end()) return found->second;
    return {};
  }

  // `common` becomes what all of them want.
  std::vector<Sharer> sharersOf(const Source& source, IntervalSet& common) const {
    std::vector<Sharer> sharers;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const auto of = wanted_[p].find(source);
      if (of == wanted_[p].end()) continue;
      for (const auto& [image, bytes] : of->second) {
        IntervalSet both = common & bytes;
        if (both.size() < least_) continue;
        common = std::move(both);
        sharers.push_back({p, image});
        break;
      }
    }
    return sharers;
  }

  static IntervalSet sliceOf(const IntervalSet& all, std::size_t number, std::size_t count) {
    const Index total = all.size(), begin = total / static_cast<Index>(count) * static_cast<Index>(number);
    const Index end = number + 1 == count ? total : begin + total / static_cast<Index>(count);
    RowsList rows;
    Index at = 0;
    for (Bounds piece : all) {
      const Index length = piece.end - piece.begin;
      const Bounds cut{piece.begin + std::max<Index>(0, begin - at), piece.begin + std::min(length, end - at)};
      if (!cut.empty()) rows.push_back(run(cut));
      at += length;
    }
    return IntervalSet(rows);
  }

  void passOn(const Source& source, const std::vector<Sharer>& sharers, std::size_t from, const IntervalSet& bytes) {
    for (std::size_t s = 0; s < sharers.size(); ++s) {
      if (s == from) continue;
      wanted_[sharers[s].part][source][sharers[s].image] -= bytes;
      relayed_[sharers[s].part][{sharers[from].image, sharers[s].image}] += bytes;
    }
  }

  void rewrite() {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      std::vector<Fetch>& fetches = plan_.parts[parts_[p]].fetches;
      fetches.erase(std::remove_if(fetches.begin(), fetches.end(), [this](const Fetch& one) { return isFar(one); }),
                    fetches.end());
      for (const auto& [source, of] : wanted_[p])
        for (const auto& [image, bytes] : of)
          for (const Rows& rows : rowsOf(bytes)) fetches.push_back({image, source, rows, false, false, 0});
      for (const auto& [images, bytes] : relayed_[p])
        for (const Rows& rows : rowsOf(bytes))
          fetches.push_back({images.second, images.first, rows, false, false, round_});
    }
  }

  ResidentPlan& plan_;
  const std::vector<std::size_t> parts_;
  const int round_;
  const MachineOf* const machineOf_;
  const int machine_;
  const Index least_;
  std::set<Source> sources_;
  std::vector<std::map<Source, Wanted>> wanted_;  // by part
  std::vector<std::map<std::pair<ImageId, ImageId>, IntervalSet>>
      relayed_;  // by part: from one image to one of another part
  bool changed_ = false;
};

// Machines that pass on to each other: not more, since each gets something from each other one.
constexpr std::size_t mostInGroup = 8;

// The devices at the same place of machines that differ in one digit of their number, of base `mostInGroup`, that of
// `stride`: what they still have from the host, each gets a part of from there, and the rest from the others.
void relayBetween(ResidentPlan& plan, const std::vector<const std::vector<std::size_t>*>& machines, std::size_t stride,
                  int round) {
  for (std::size_t first = 0; first < machines.size(); ++first) {
    if (first / stride % mostInGroup != 0) continue;
    for (std::size_t place = 0;; ++place) {
      std::vector<std::size_t> parts;
      for (std::size_t digit = 0; digit < mostInGroup && first + digit * stride < machines.size(); ++digit)
        if (const auto& of = *machines[first + digit * stride]; place < of.size()) parts.push_back(of[place]);
      if (parts.empty()) break;
      if (parts.size() > 1) Circle(plan, std::move(parts), round, nullptr).relay();
    }
  }
}

// What all machines want of each other would be a copy for each two of them. Machines are numbered in digits of base
// `mostInGroup`; those that differ in the lowest digit alone give each other their own, and then, digit after digit,
// all that their group has.
//
//     machine 1, which is 01 ◄── machine 17, 21: its own, and what it has by then of 16 and 18 to 23
class Gathering {
 public:
  Gathering(ResidentPlan& plan, const std::map<int, std::vector<std::size_t>>& machines, const MachineOf& machineOf)
      : plan_(plan), machineOf_(machineOf), wanted_(plan.parts.size()) {
    for (const auto& [machine, parts] : machines) {
      numbers_.emplace(machine, machines_.size());
      machines_.push_back(&parts);
    }
  }

  void gather() {
    if (machines_.size() <= mostInGroup) return;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      for (const std::size_t part : *machines_[machine])
        for (const Fetch& fetch : plan_.parts[part].fetches)
          if (sourceOf(fetch, machine)) wanted_[part][*fetch.from].push_back(fetch);
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      for (std::size_t place = 0; place < machines_[machine]->size(); ++place) reroute(machine, place);
  }

 private:
  struct Way {
    int round = 0;
    ImageId from{}, to{};
    bool operator<(const Way& other) const {
      return std::tie(round, from, to) < std::tie(other.round, other.from, other.to);
    }
  };

  /// The number of the machine that the fetch crosses the network from; none where it does not.
  std::optional<std::size_t> sourceOf(const Fetch& fetch, std::size_t here) const {
    if (!fetch.from || fetch.guarded || fetch.baseline || fetch.round > 0) return std::nullopt;
    const auto found = numbers_.find(machineOf_(*fetch.from));
    if (found == numbers_.end() || found->second == here) return std::nullopt;
    return found->second;
  }

  void reroute(std::size_t machine, std::size_t place) {
    std::vector<Fetch>& fetches = plan_.parts[(*machines_[machine])[place]].fetches;
    std::map<Way, IntervalSet> ways;
    std::vector<Fetch> all;
    for (const Fetch& fetch : fetches)
      if (const auto source = sourceOf(fetch, machine))
        ways[wayOf(fetch, *source, machine, place)] += IntervalSet(RowsList{fetch.rows});
      else
        all.push_back(fetch);
    for (const auto& [way, bytes] : ways)
      for (const Rows& rows : rowsOf(bytes)) all.push_back({way.to, way.from, rows, false, false, way.round});
    fetches = std::move(all);
  }

  Way wayOf(const Fetch& fetch, std::size_t source, std::size_t machine, std::size_t place) const {
    int round = 0;
    std::size_t stride = 1;
    for (; machine / (stride * mostInGroup) != source / (stride * mostInGroup); stride *= mostInGroup) ++round;
    // In the source's group, and at this machine's place in it.
    const std::size_t by = source / stride * stride + machine % stride;
    if (by == source) return {round, *fetch.from, fetch.to};
    if (by < machines_.size() && place < machines_[by]->size()) {
      const auto& wanted = wanted_[(*machines_[by])[place]];
      if (const auto found = wanted.find(*fetch.from); found != wanted.end())
        for (const Fetch& same : found->second)
          if (same.rows == fetch.rows) return {round, same.to, fetch.to};
    }
    return {0, *fetch.from, fetch.to};
  }

  ResidentPlan& plan_;
  const MachineOf& machineOf_;
  std::vector<std::map<ImageId, std::vector<Fetch>>> wanted_;  // by part: from other machines, by where it is
  std::map<int, std::size_t> numbers_;                         // of the machines
  std::vector<const std::vector<std::size_t>*> machines_;      // their parts
};

// Rounds in which nothing is fetched are no rounds.
void renumber(ResidentPlan& plan) {
  std::map<int, int> numbers{{0, 0}};
  for (const ResidentPart& part : plan.parts)
    for (const Fetch& fetch : part.fetches) numbers.emplace(fetch.round, 0);
  int next = 0;
  for (auto& [round, number] : numbers) number = next++;
  for (ResidentPart& part : plan.parts)
    for (Fetch& fetch : part.fetches) fetch.round = numbers[fetch.round];
}

void count(ResidentPlan& plan) {
  plan.bytesIn = plan.bytesBetween = 0;
  for (const ResidentPart& part : plan.parts)
    for (const Fetch& fetch : part.fetches)
      (fetch.from ? plan.bytesBetween : plan.bytesIn) += static_cast<std::size_t>(fetch.rows.size());
}

}  // namespace

void relay(ResidentPlan& plan, const MachineOf& machineOf) {
  std::map<int, std::vector<std::size_t>> machines;  // their parts; the program's own machine is 0
  for (std::size_t p = 0; p < plan.parts.size(); ++p)
    machines[plan.devices[static_cast<std::size_t>(plan.parts[p].device)].machine].push_back(p);
  if (machines.size() < 2) return;
  std::vector<const std::vector<std::size_t>*> far;
  for (const auto& [machine, parts] : machines)
    if (machine != 0) far.push_back(&parts);
  std::vector<std::size_t> strides;
  for (std::size_t stride = 1; stride < far.size(); stride *= mostInGroup) strides.push_back(stride);
  // What is passed on last is planned first: it leaves to those before it what it has to get.
  int round = static_cast<int>(strides.size()) + 1;
  for (const auto& [machine, parts] : machines)
    if (parts.size() > 1) Circle(plan, parts, round, &machineOf).relay();
  for (const std::size_t stride : strides) relayBetween(plan, far, stride, --round);
  Gathering(plan, machines, machineOf).gather();
  renumber(plan);
  count(plan);
}

}  // namespace clustrix::runtime

#include "cluster/Ranks.h"

#include <algorithm>
#include <utility>

#include "support/Clock.h"

namespace clustrix::runtime {

Ranks::Ranks(Transport& transport, double patience)
    : transport_(transport), patience_(patience), others_(static_cast<std::size_t>(transport.size())) {}

std::vector<std::optional<Hello>> Ranks::introductions(double seconds) {
  const auto all = [this] {
    const std::lock_guard<std::mutex> lock(mutex_);
    return std::all_of(others_.begin() + 1, others_.end(), [](const Other& one) { return one.introduced; });
  };
  const double until = now() + seconds;
  for (BackOff backOff; !all() && now() < until; backOff.wait())
    for (Incoming message; transport_.poll(Channel::Replies, message);) hear(message);
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::optional<Hello>> said;
  for (Other& one : others_) said.push_back(std::exchange(one.hello, std::nullopt));
  return said;
}

QuestionId Ranks::newQuestion() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<QuestionId>(++questions_);
}

Tag Ranks::newTag() {
  const std::lock_guard<std::mutex> lock(mutex_);
  tags_ = (tags_ + 1) % transport_.tags();
  return static_cast<Tag>(tags_);
}

bool Ranks::post(RankId rank, Request request, Bytes behind) {
  constexpr std::size_t enough = 65536;
  Bytes full;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    Other& other = of(rank);
    if (other.isLost) return false;
    append(other.gathered, {std::move(request), std::move(behind)});
    if (other.gathered.size() < enough) return true;
    full.swap(other.gathered);
  }
  return send(rank, std::move(full));
}

void Ranks::sendGathered() {
  std::vector<std::pair<RankId, Bytes>> all;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t r = 1; r < others_.size(); ++r)
      if (!others_[r].gathered.empty() && !others_[r].isGone)
        all.emplace_back(static_cast<RankId>(r), std::exchange(others_[r].gathered, {}));
  }
  for (auto& [rank, messages] : all) send(rank, std::move(messages));
}

bool Ranks::send(RankId rank, Bytes messages) {
  if (transport_.post(rank, Channel::Requests, std::move(messages))) return true;
  lose(rank, "cannot be reached any more");
  return false;
}

Reply Ranks::ask(RankId rank, QuestionId question, Request request) {
  std::optional<Reply> reply;
  if (post(rank, std::move(request)))
    static_cast<void>(waitFor(rank, [&] { return (reply = answerTo(question)).has_value(); }));
  if (reply) return std::move(*reply);
  Reply none;
  none.status = lossOf(rank);
  return none;
}

std::optional<Reply> Ranks::answerTo(QuestionId question) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = replies_.find(question);
  if (found == replies_.end()) return std::nullopt;
  Reply reply = std::move(found->second);
  replies_.erase(found);
  return reply;
}

void Ranks::progress() {
  sendGathered();
  for (Incoming message; transport_.poll(Channel::Replies, message);) hear(message);
  watch();
}

void Ranks::hear(const Incoming& message) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Other& other = of(message.from);
  other.silent = 0;
  other.pinged = false;
  if (!other.introduced) {
    other.introduced = true;
    other.hello = decodeHello(message.bytes);
    return;
  }
  // Nobody waits for the answer to a ping.
  std::optional<Reply> reply = decodeReply(message.bytes);
  if (reply && reply->question != QuestionId{}) replies_[reply->question] = std::move(*reply);
}

// Time counts only while somebody looks: what has come while nobody did was heard before.
void Ranks::watch() {
  const double betweenLooks = std::min(0.1, patience_ / 10), beforePing = std::min(1.0, patience_ / 4);
  std::vector<RankId> silent, lost;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const double time = now(), passed = time - watched_;
    if (passed < betweenLooks) return;
    watched_ = time;
    for (std::size_t r = 1; r < others_.size(); ++r) {
      Other& other = others_[r];
      if (other.isLost) continue;
      other.silent += std::min(passed, 2 * betweenLooks);
      if (other.silent > patience_)
        lost.push_back(static_cast<RankId>(r));
      else if (other.silent > beforePing && !std::exchange(other.pinged, true))
        silent.push_back(static_cast<RankId>(r));
    }
  }
  for (RankId rank : silent) post(rank, requests::Ping{});
  for (RankId rank : lost) lose(rank, "has not answered for " + std::to_string(static_cast<int>(patience_)) + " s");
}

Status Ranks::lossOf(RankId rank) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const Other& other = of(rank);
  if (!other.isLost) return {};
  const std::string where = other.host.empty() ? "" : " on " + other.host;
  return {Failure::DeviceLost, nameOf(rank) + where + " " + other.why};
}

void Ranks::drop(RankId rank, const std::string& why, bool isGone) {
  std::vector<RankId> left;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (std::exchange(of(rank).isLost, true)) return;
    of(rank).why = why;
    of(rank).isGone = isGone;
    for (std::size_t r = 1; r < others_.size(); ++r)
      if (!others_[r].isLost) left.push_back(static_cast<RankId>(r));
  }
  for (RankId one : left) post(one, requests::Lost{rank});
}

bool Ranks::dismiss() {
  bool all = true;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t r = 1; r < others_.size(); ++r) {
      append(others_[r].gathered, {requests::Stop{}, {}});
      all = all && !others_[r].isGone;
    }
  }
  sendGathered();
  return all;
}

void Ranks::nameHost(RankId rank, const std::string& host) {
  const std::lock_guard<std::mutex> lock(mutex_);
  of(rank).host = host;
}

}  // namespace clustrix::runtime

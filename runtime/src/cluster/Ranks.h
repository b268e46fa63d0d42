// Ranks: the other ranks, as the first one sees them: what is asked of them, what they answer, and whether they are
// there.
//
// A rank that says nothing for a second while somebody waits is asked whether it is there, and answers at once whatever
// its devices do. One that is silent for longer than the time allowed is lost, for good: its devices are never used
// again, and the others are told that nothing will come from it.
//
// Requests are gathered until somebody waits: one message to a rank, however many of its devices a launch wants.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cluster/Requests.h"
#include "cluster/Transport.h"
#include "support/BackOff.h"

namespace clustrix::runtime {

class Ranks {
 public:
  /// `patience`: seconds that a rank may be silent.
  Ranks(Transport& transport, double patience);

  Transport& transport() { return transport_; }
  /// Waits for what each rank says first; null for one that has not said anything in time.
  std::vector<std::optional<Hello>> introductions(double seconds);

  QuestionId newQuestion();
  Tag newTag();
  /// False where the rank is lost. It is on its way once `progress` is called, or anything waits.
  bool post(RankId rank, Request request, Bytes behind = {});
  /// What the rank answers. DeviceLost where it does not.
  Reply ask(RankId rank, QuestionId question, Request request);
  /// The answer, where it has come.
  std::optional<Reply> answerTo(QuestionId question);
  /// Until `isDone`, or the rank is lost: the failure then.
  template <class IsDone>
  Status waitFor(RankId rank, const IsDone& isDone) {
    for (BackOff backOff;; backOff.wait()) {
      if (isDone()) return {};  // which may want to ask: that goes with the rest
      progress();
      if (Status lost = lossOf(rank); !lost.ok()) return lost;
    }
  }
  /// Hears what there is to hear.
  void progress();
  /// Ok while the rank is there.
  Status lossOf(RankId rank);
  /// Nothing is heard of it.
  void lose(RankId rank, const std::string& why) { drop(rank, why, true); }
  /// The rank is there, and not used.
  void refuse(RankId rank, const std::string& why) { drop(rank, why, false); }
  /// Tells all ranks that nothing more will be asked of them. False where one of them may not hear it.
  bool dismiss();
  void nameHost(RankId rank, const std::string& host);

 private:
  struct Other {
    std::string host;
    bool introduced = false;
    std::optional<Hello> hello;
    bool isLost = false;
    std::string why;
    bool isGone = false;  // lost, and not refused
    Bytes gathered;       // for the rank
    double silent = 0;    // seconds that somebody has waited since it was last heard
    bool pinged = false;
  };

  Other& of(RankId rank) { return others_[static_cast<std::size_t>(rank)]; }
  void hear(const Incoming& message);
  void watch();
  void sendGathered();
  bool send(RankId rank, Bytes messages);
  void drop(RankId rank, const std::string& why, bool isGone);

  Transport& transport_;
  const double patience_;
  std::mutex mutex_;  // of all that follows
  std::vector<Other> others_;
  std::map<QuestionId, Reply> replies_;
  std::uint64_t questions_ = 0;
  int tags_ = 0;
  double watched_ = 0;
};

}  // namespace clustrix::runtime

// The analysis of a source's functions while the frontend, which has but one thread, still models those behind them.
//
//     frontend   f0  f1  f2  f3  f4 | helps
//     helper          f0  f1  f2      f4          f3: the frontend's own thread
#pragma once

#include "Driver/Instantiations.h"
#include "Support/DeepThread.h"
#include "clustrix/Frontend.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace clustrix::compiler {

class Judging : public FunctionListener {
 public:
  void whole(const AnnotatedFunction& function) override;
  void end() override;
  /// On the functions that were told of, in their order. Call after `end`, once.
  Verdicts verdicts();

 private:
  struct Task {
    const AnnotatedFunction* function;
    std::vector<Legality> verdicts{};
  };

  Task* next(bool waits);
  void work(bool waits);

  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<Task> tasks_;  // its elements stay where they are
  std::size_t begun_ = 0;
  bool ended_ = false;
  std::optional<DeepThread> helper_;
};

}  // namespace clustrix::compiler

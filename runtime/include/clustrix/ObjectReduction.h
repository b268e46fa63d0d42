// ObjectReduction: an object of a library that all iterations of a loop combine into.
//
//     acc += torch::mm(x, x.t());    clustrix::ObjectReduction<at::Tensor, clustrix::libtorch::Sum> sum(acc, n);
//                                    ... each iteration:  const auto part = parts.of(k, rollBack);
//                                                         at::Tensor& acc = part.whole();
//                                                         acc += torch::mm(x, x.t());
//                                    sum.add();           where all have run: acc has what they have combined
//
// Two iterations' results are combined as soon as both are there, along one tree over all iterations: the result is the
// same for any number of threads and devices, in another order than the loop's. A thread that runs its iterations in
// order keeps about log2(n) results.
//
// `Operation` says how, and may throw: `identity(whole)` makes what an iteration begins with, `combine(left, right)`
// changes `left`. Both are called by several threads at once, for different objects and one `whole` that none writes.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <utility>

#include "clustrix/Index.h"
#include "clustrix/RollBack.h"

namespace clustrix {

template <class Object, class Operation>
class ObjectReduction;

/// What iteration `k` combines into. Its end is the iteration's: what cannot be kept then undoes the launch.
template <class Object, class Operation>
class PartOf {
 public:
  PartOf(ObjectReduction<Object, Operation>& reduction, Index k, RollBack rollBack)
      : reduction_(reduction), k_(k), rollBack_(rollBack), object_(Operation::identity(reduction.whole_)) {}
  ~PartOf() {
    try {
      reduction_.meet(k_, std::move(object_));
    } catch (...) {
      rollBack_();
    }
  }
  PartOf(const PartOf&) = delete;
  PartOf& operator=(const PartOf&) = delete;

  Object& whole() const { return object_; }

 private:
  ObjectReduction<Object, Operation>& reduction_;
  Index k_;
  RollBack rollBack_;
  mutable Object object_;
};

/// Those of an attempt to run all iterations.
template <class Object, class Operation>
class PartsOf {
 public:
  explicit PartsOf(ObjectReduction<Object, Operation>& reduction) : reduction_(&reduction) {}
  PartOf<Object, Operation> of(Index k, RollBack rollBack) const { return {*reduction_, k, rollBack}; }

 private:
  ObjectReduction<Object, Operation>* reduction_;
};

template <class Object, class Operation>
class ObjectReduction {
 public:
  /// Outlives the launch of so many iterations, as `whole` does.
  ObjectReduction(Object& whole, Index iterations) : whole_(whole), iterations_(iterations) {}

  /// Called where an attempt begins, which forgets those before it.
  PartsOf<Object, Operation> parts() {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.clear();
    return PartsOf<Object, Operation>(*this);
  }

  /// After an attempt in which each iteration has run once.
  void add() {
    for (auto& [begin, node] : waiting_) Operation::combine(whole_, node.object);
    waiting_.clear();
  }

 private:
  friend class PartOf<Object, Operation>;

  /// Results of iterations [begin, begin + size), of those that there are.
  struct Node {
    Index size;
    Object object;
  };

  void meet(Index k, Object object) {
    Index begin = k;
    for (Index size = 1; begin > 0 || size < iterations_; size *= 2) {
      const bool isLeft = begin / size % 2 == 0;
      if (isLeft && begin + size >= iterations_) continue;
      auto other = takeOrLeave(isLeft ? begin + size : begin - size, begin, size, object);
      if (other.empty()) return;
      Object& found = other.mapped().object;
      if (isLeft) {
        Operation::combine(object, found);
      } else {
        Operation::combine(found, object);
        object = std::move(found);
        begin -= size;
      }
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.insert_or_assign(0, Node{iterations_, std::move(object)});
  }

  /// The neighbour that waits; or nothing, and this one waits for it.
  typename std::map<Index, Node>::node_type takeOrLeave(Index neighbour, Index begin, Index size, Object& object) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = waiting_.find(neighbour);
    if (found != waiting_.end() && found->second.size == size) return waiting_.extract(found);
    waiting_.emplace(begin, Node{size, std::move(object)});
    return {};
  }

  Object& whole_;
  const Index iterations_;
  std::mutex mutex_;
  std::map<Index, Node> waiting_;
};

}  // namespace clustrix

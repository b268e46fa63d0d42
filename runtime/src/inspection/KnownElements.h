// KnownElements: which loops are gone through before they run, and which are known to have iterations that touch no
// element of another one.
//
// To go through all elements may take as long as the loop. So the lists that tell them are kept with the answer, and
// compared.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "clustrix/Options.h"
#include "inspection/KeptList.h"
#include "inspection/TouchedElements.h"

namespace clustrix::runtime {

class KnownElements {
 public:
  using All = std::vector<std::unique_ptr<TouchedElements>>;

  explicit KnownElements(CpuThreads& threads) : threads_(threads) {}

  /// Of the loop's arrays, those are allowed to be looked at that are known, and all where that is quicker than what
  /// the loop gains, in seconds. One that gains less is looked at now and then: its lists may come again.
  void allow(const Site& site, const All& all, double gain);
  /// Whether no two iterations touch the same element, for number `number` of the loop's; false where it is not
  /// allowed to look.
  bool areApart(const Site& site, std::size_t number, TouchedElements& elements);

  static constexpr std::size_t mostBytes = std::size_t{1} << 30;  // of all that is kept

 private:
  struct Known {
    std::vector<KeptList> lists;
    std::vector<Index> numbers;
    Index iterations = -1;
    TouchedElements::Blocks blocks;
    std::optional<bool> apart;  // none: nothing is kept
    double touch = 0;           // seconds that an element took to look at; 0: none was

    bool isOf(const TouchedElements& elements) const;
    std::size_t bytes() const;
    void forget();
  };
  void keep(Known& known, const TouchedElements& elements, bool apart);
  double expected(const Known& known, TouchedElements& elements) const;

  CpuThreads& threads_;
  std::mutex mutex_;
  std::map<std::pair<const Site*, std::size_t>, Known> known_;
  std::map<const Site*, unsigned> refused_;  // launches in a row that were not looked at
  std::size_t kept_ = 0;
  StampMemory memory_;
};

}  // namespace clustrix::runtime

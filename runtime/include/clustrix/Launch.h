// Launch: all that the runtime is told about a loop, in a function of its own.
//
//     void step(double* a, int n) {
//       const clustrix::Launch launch = isSmall(n, 1) ? Launch() : Launch([&, a = a, n = n] {   a comparison, or a call
//         ... Loop loop(site, trips); guards, arrays, kernel ...
//         return loop.answer(loop.run(footprint, kernel));
//       });
//       if (!launch.ran()) {                                     a test
//         for (int i = 0; i < n; ++i) a[i] *= 2;                 and the loop as it was written
//       }
//     }                                                          ~Launch: what is left to do behind that loop
//
// What is left of `step` is little more than it was, so a compiler still inlines it where it would have inlined the
// original. It then knows of the loop there what it would have known, such as how often it runs: what the lambda copies
// has no address that gets out.
#pragma once

#include <cstdint>
#include <type_traits>

namespace clustrix {

namespace runtime {
struct LoopState;

/// What a function around a loop is told: the loop is to run as written; or all its iterations have run; or it is to
/// run as written, and the LoopState at this address waits for its end.
using Answer = std::uintptr_t;
constexpr Answer asWritten = 0, allRan = 1;

void endLoop(Answer waiting);
bool choseInner(Answer waiting);
}  // namespace runtime

/// The answer where nothing was said of the loop.
constexpr runtime::Answer asWritten = 0;

/// What `call` returns. Never inlined.
template <class F>
__attribute__((noinline)) auto apart(const F& call) {
  return call();
}

class Launch {
 public:
  /// Nothing is said of the loop, which runs as written.
  Launch() : answer_(runtime::asWritten) {}
  /// `launch` says all about the loop; what it returns is that loop's answer().
  template <class F>
  explicit Launch(const F& launch) : answer_(apart(launch)) {
    static_assert(std::is_same_v<decltype(launch()), runtime::Answer>, "it returns loop.answer(...)");
  }
  ~Launch() {
    if (isWaiting()) runtime::endLoop(answer_);
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  /// All iterations have run. Else none has, and the caller runs the loop as written.
  bool ran() const { return answer_ == runtime::allRan; }
  /// See Loop::prefersInner().
  bool prefersInner() const { return isWaiting() && runtime::choseInner(answer_); }

 private:
  bool isWaiting() const { return answer_ > runtime::allRan; }

  // A number, not the state: an object in a register, of which the loop behind the launch knows nothing.
  const runtime::Answer answer_;
};

}  // namespace clustrix

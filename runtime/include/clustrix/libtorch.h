// What iterations that drive LibTorch and run at once need: random numbers of their own, and the state of the thread
// that launches them.
//
//     torch::randn({n, n}, device)    ──►    clustrix_stream.randn({n, n}, device)
//
// LibTorch's functions draw from one generator for each device, which all threads share: what an iteration gets depends
// on which others have come first. Here each iteration has generators of its own, seeded from the loop's seed and the
// iteration's number. The loop takes its seed from the program's generator, torch::manual_seed included, and moves that
// on by one number. So the numbers are the same for any number of threads and devices, and not those of serial
// execution.
#pragma once

#include <ATen/ATen.h>
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/ThreadLocalState.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "clustrix/Index.h"

namespace clustrix {
namespace libtorch {

/// What LibTorch keeps for each thread, as the launching thread has it: whether gradients are kept, in which precision
/// products are. Made by that thread, which waits as long as its launch runs.
class LaunchingThread {
 public:
  LaunchingThread() {
    thread_local std::optional<at::ThreadLocalState> kept;
    state_ = &kept.emplace();
  }

 private:
  friend class InLaunchingThread;
  const at::ThreadLocalState* state_;
};

/// As long as it lives, the calling thread has the state of that one.
class InLaunchingThread {
 public:
  explicit InLaunchingThread(LaunchingThread thread) : guard_(*thread.state_) {}

 private:
  at::ThreadLocalStateGuard guard_;
};

/// The generators of an iteration. Each function does what LibTorch's of the same name does, and takes its arguments.
class Stream {
 public:
  explicit Stream(std::uint64_t seed) : seed_(seed) {}

  at::Tensor rand(at::IntArrayRef size, at::TensorOptions options = {}) {
    return tracked(at::rand(size, on(options.device()), plain(options)), options);
  }
  at::Tensor randn(at::IntArrayRef size, at::TensorOptions options = {}) {
    return tracked(at::randn(size, on(options.device()), plain(options)), options);
  }
  at::Tensor randint(std::int64_t high, at::IntArrayRef size, at::TensorOptions options = at::kLong) {
    return tracked(at::randint(high, size, on(options.device()), plain(options)), options);
  }
  at::Tensor randint(std::int64_t low, std::int64_t high, at::IntArrayRef size, at::TensorOptions options = at::kLong) {
    return tracked(at::randint(low, high, size, on(options.device()), plain(options)), options);
  }
  at::Tensor randperm(std::int64_t n, at::TensorOptions options = at::kLong) {
    return tracked(at::randperm(n, on(options.device()), plain(options)), options);
  }
  at::Tensor normal(double mean, double deviation, at::IntArrayRef size, at::TensorOptions options = {}) {
    return tracked(at::normal(mean, deviation, size, on(options.device()), plain(options)), options);
  }
  at::Tensor normal(const at::Tensor& mean, double deviation = 1) {
    return at::normal(mean, deviation, on(mean.device()));
  }
  at::Tensor normal(const at::Tensor& mean, const at::Tensor& deviation) {
    return at::normal(mean, deviation, on(mean.device()));
  }
  at::Tensor rand_like(const at::Tensor& like, at::TensorOptions options = {}) {
    return tracked(at::empty_like(like, plain(options)).uniform_(0, 1, on(like.device())), options);
  }
  at::Tensor randn_like(const at::Tensor& like, at::TensorOptions options = {}) {
    return tracked(at::empty_like(like, plain(options)).normal_(0, 1, on(like.device())), options);
  }
  at::Tensor bernoulli(const at::Tensor& probability) { return at::bernoulli(probability, on(probability.device())); }
  at::Tensor multinomial(const at::Tensor& weights, std::int64_t samples, bool replacement = false) {
    return at::multinomial(weights, samples, replacement, on(weights.device()));
  }

 private:
  /// ATen makes tensors without gradients, which are asked for afterwards.
  static at::TensorOptions plain(const at::TensorOptions& options) { return options.requires_grad(c10::nullopt); }
  static at::Tensor tracked(at::Tensor made, const at::TensorOptions& options) {
    return options.requires_grad() ? made.set_requires_grad(true) : made;
  }

  /// Made when it is first asked for. A copy of the device's own is of its kind.
  at::Generator on(at::Device device) {
    for (const auto& [of, generator] : made_)
      if (of == device) return generator;
    at::Generator generator = at::globalContext().defaultGenerator(device).clone();
    generator.set_current_seed(seed_);
    made_.emplace_back(device, generator);
    return generator;
  }

  std::uint64_t seed_;
  std::vector<std::pair<at::Device, at::Generator>> made_;
};

/// Those of a loop's iterations.
class Streams {
 public:
  Streams() {
    at::Generator program = at::globalContext().defaultGenerator(at::kCPU);
    const std::lock_guard<std::mutex> lock(program.mutex());
    seed_ = at::check_generator<at::CPUGeneratorImpl>(program)->random64();
  }

  /// By SplitMix64: neighbouring iterations get seeds that have nothing in common.
  Stream of(Index iteration) const {
    std::uint64_t mixed = seed_ + 0x9e3779b97f4a7c15 * (static_cast<std::uint64_t>(iteration) + 1);
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return Stream(mixed ^ (mixed >> 31));
  }

 private:
  std::uint64_t seed_ = 0;
};

/// How tensors that iterations of their own have made are combined, on whichever devices they are: see
/// clustrix/ObjectReduction.h. An iteration's own is on its thread's current device, if the tensor is on one.
inline at::TensorOptions here(const at::Tensor& whole) {
  return whole.is_cuda() ? whole.options().device(at::Device(at::kCUDA)) : whole.options();
}

/// `acc += x`, `acc.sub_(x)`. A negative zero is what adding anything to leaves the other.
struct Sum {
  static at::Tensor identity(const at::Tensor& whole) {
    const at::Tensor zeros = at::zeros(whole.sizes(), here(whole));
    return zeros.is_floating_point() || zeros.is_complex() ? zeros.neg() : zeros;
  }
  static void combine(at::Tensor& left, const at::Tensor& right) { left.add_(right.to(left.device())); }
};

/// `acc *= x`.
struct Product {
  static at::Tensor identity(const at::Tensor& whole) { return at::ones(whole.sizes(), here(whole)); }
  static void combine(at::Tensor& left, const at::Tensor& right) { left.mul_(right.to(left.device())); }
};

}  // namespace libtorch
}  // namespace clustrix

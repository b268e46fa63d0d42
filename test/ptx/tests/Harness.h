// A kernel as text, run on arrays of the test: what nvcc and CUDA do not take part in.
//
//     std::vector<u32> out(64);
//     runKernel("ld.param.u64 %rd1, [out]; ... ret;", {1, 64}, out, in);     parameters: out, in
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "Launch.h"

namespace ptx {

inline std::string kernelText(const std::string& body, const std::vector<std::string>& parameters,
                              const std::string& around = "") {
  std::string list;
  for (const std::string& name : parameters) list += (list.empty() ? "" : ", ") + (".param .u64 " + name);
  return ".version 8.0\n.target sm_90\n.address_size 64\n" + around + "\n.visible .entry kernel(" + list + ")\n{\n" +
         body + "\n}\n";
}

struct Size {
  u32 blocks = 1;
  u32 threads = 32;
};

/// Runs a kernel whose parameters are addresses; each range of memory belongs to device 0 unless said otherwise.
class Machine {
 public:
  template <class T>
  u64 give(std::vector<T>& values, int device = 0) {
    const u64 address = reinterpret_cast<u64>(values.data());
    memory_.add(address, values.size() * sizeof(T), device);
    return address;
  }

  void run(const std::string& text, Size size, std::vector<u64> arguments, bool measured = false) {
    module_ = parseModule(text);
    Function* kernel = definedFunction(*module_, "kernel");
    std::vector<void*> pointers;
    for (u64& argument : arguments) pointers.push_back(&argument);
    for (const auto& [name, variable] : module_->variables)
      if (variable.memory != nullptr)
        memory_.add(reinterpret_cast<u64>(variable.memory), static_cast<u64>(variable.bytes), 0);
    const Shape shape{{size.blocks, 1, 1}, {size.threads, 1, 1}};
    Launch launch{*module_, *kernel, shape, 0, memory_, packedArguments(*kernel, pointers.data()), 0, measured};
    ptx::run(launch);
    counts = launch.counts;
    work = launch.work;
  }

  Counts counts;
  std::vector<ProcessorWork> work;

 private:
  DeviceMemory memory_{true};
  std::unique_ptr<Module> module_;
};

/// `body` with parameters out and in (arrays of T), and %r1: the thread, %rd1: &out[thread], %rd2: &in[thread].
template <class T>
std::vector<T> runOnLanes(const std::string& body, std::vector<T> in, u32 threads = 32,
                          const std::string& around = "") {
  std::vector<T> out(threads);
  in.resize(threads);
  const std::string size = std::to_string(sizeof(T));
  const std::string head =
      "ld.param.u64 %rd8, [out]; ld.param.u64 %rd9, [in]; mov.u32 %r1, %tid.x;\n"
      "mad.wide.u32 %rd1, %r1, " +
      size + ", %rd8; mad.wide.u32 %rd2, %r1, " + size + ", %rd9;\n";
  Machine machine;
  const u64 outAddress = machine.give(out);
  const u64 inAddress = machine.give(in);
  machine.run(kernelText(head + body + "\nret;", {"out", "in"}, around), {1, threads}, {outAddress, inAddress});
  return out;
}

/// What `action` writes to standard error before it ends the process; empty where it does not end it.
template <class Action>
std::string messageOf(Action action) {
  int ends[2];
  if (pipe(ends) != 0) return "";
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    signal(SIGABRT, SIG_DFL);
    action();
    _exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? text : "";
}

}  // namespace ptx

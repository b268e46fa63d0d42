// Processes that are ended from outside: they end as they would without the runtime, and say what is lost.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>
#include <utility>

namespace {

struct Ended {
  int status = -1;  // of exit
  int signal = 0;   // that ended it
  std::string out, err;
};

std::string readAll(int from, const std::string& until = "") {
  std::string text;
  char bytes[256];
  for (ssize_t got; (got = read(from, bytes, sizeof bytes)) > 0;) {
    text.append(bytes, static_cast<std::size_t>(got));
    if (!until.empty() && text.find(until) != std::string::npos) break;
  }
  return text;
}

// Starts the program, sends it `signal` when it is ready (0: none), and waits for its end.
Ended ended(const char* where, const char* handler, int signal, const char* log = "warn") {
  int out[2], err[2];
  REQUIRE((pipe(out) == 0 && pipe(err) == 0));
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    for (int end : {out[0], out[1], err[0], err[1]}) close(end);
    setenv("CLUSTRIX_FORCE", "1", 1);
    setenv("CLUSTRIX_DEVICES", "virtual:1", 1);
    setenv("CLUSTRIX_LOG", log, 1);
    alarm(60);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    execl(CLUSTRIX_PROBE, CLUSTRIX_PROBE, where, handler, static_cast<char*>(nullptr));
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  Ended result;
  result.out = readAll(out[0], "ready\n");
  if (signal != 0) REQUIRE(kill(child, signal) == 0);
  if (std::string(handler) == "ignored") REQUIRE(kill(child, SIGKILL) == 0);
  result.out += readAll(out[0]);
  result.err = readAll(err[0]);
  close(out[0]);
  close(err[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

}  // namespace

TEST_CASE("a signal that ends the program during a launch names the loop") {
  const std::pair<int, const char*> endings[] = {{SIGINT, "SIGINT"},   {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},
                                                 {SIGQUIT, "SIGQUIT"}, {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},
                                                 {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},   {SIGABRT, "SIGABRT"}};
  for (const auto& [signal, name] : endings) {
    const Ended end = ended("running", "none", signal);
    CHECK(end.signal == signal);
    CHECK(end.err == std::string("clustrix: warn: ") + name +
                         " ends the program while a launch on devices is under way: arrays that it writes may be "
                         "written in part [fill at interrupted.cpp:50]\n");
  }
}

TEST_CASE("a signal that ends the program while results are on devices alone says how many and whose") {
  const Ended end = ended("dirty", "none", SIGTERM);
  CHECK(end.signal == SIGTERM);
  CHECK(end.err ==
        "clustrix: warn: SIGTERM ends the program while 4000 bytes of results are on devices alone, not in the "
        "host's memory [fill at interrupted.cpp:50]\n");
}

TEST_CASE("a fault where nothing is lost ends the program silently") {
  for (const int signal : {SIGSEGV, SIGABRT}) {
    const Ended end = ended("idle", "none", signal);
    CHECK(end.signal == signal);
    CHECK(end.err.empty());
  }
}

TEST_CASE("where nothing is lost, or nobody wants to hear it, a signal ends the program silently") {
  for (const Ended& end : {ended("idle", "none", SIGINT), ended("running", "none", SIGINT, "error")}) {
    CHECK(end.signal == SIGINT);
    CHECK(end.err.empty());
  }
}

TEST_CASE("a program's own handler is called, whenever it was set, and the launch goes on") {
  for (const char* handler : {"before", "after"})
    for (const char* where : {"running", "dirty", "idle"}) {
      INFO(handler << ' ' << where);
      for (const int signal : {SIGTERM, SIGSEGV}) {
        const Ended end = ended(where, handler, signal);
        CHECK(end.status == 0);
        CHECK(end.out == "ready\nmine\n");
        CHECK(end.err.empty());
      }
    }
}

TEST_CASE("a program that aborts, faults or throws says what is lost, and ends by the signal that it would end by") {
  const std::string lost =
      " ends the program while 4000 bytes of results are on devices alone, not in the host's memory "
      "[fill at interrupted.cpp:50]\n";
  for (const char* how : {"abort", "throw"}) {
    const Ended end = ended("dirty", how, 0);
    CHECK(end.signal == SIGABRT);
    CHECK_THAT(end.err, Catch::EndsWith("clustrix: warn: SIGABRT" + lost));
  }
  const Ended fault = ended("dirty", "fault", 0);
  CHECK(fault.signal == SIGSEGV);
  CHECK(fault.err == "clustrix: warn: SIGSEGV" + lost);
}

TEST_CASE("a signal that the program ignores stays ignored") {
  const Ended end = ended("running", "ignored", SIGTERM);
  CHECK(end.signal == SIGKILL);
  CHECK(end.err.empty());
}

TEST_CASE("a thread that exits while another's launch runs, or has left results on devices, says so") {
  const Ended running = ended("running", "exit", 0);
  CHECK(running.status == 3);
  CHECK_THAT(running.err, Catch::Contains("clustrix: warn: the program ends while a launch on devices is under way: "
                                          "arrays that it writes may be written in part [fill at interrupted.cpp:50]"));
  const Ended quick = ended("running", "quick", 0);
  CHECK(quick.status == 4);
  CHECK(quick.err == running.err);
  const Ended dirty = ended("dirty", "exit", 0);
  CHECK(dirty.status == 3);
  CHECK_THAT(dirty.err, Catch::Contains("clustrix: warn: the program ends while 3.9 KB of results are on devices "
                                        "alone, not in the host's memory [fill at interrupted.cpp:50]"));
}

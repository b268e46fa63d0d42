#include "cluster/Start.h"

#include <dlfcn.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include "cluster/ClusterBackend.h"
#include "cluster/DeviceServer.h"
#include "cluster/KernelPlace.h"
#include "cluster/Ranks.h"
#include "settings/LocalRank.h"
#include "settings/Settings.h"
#include "support/ByteSize.h"

extern "C" int MPI_Init(int*, char***) __attribute__((weak));

namespace clustrix::runtime {
namespace {

constexpr const char* variable = "CLUSTRIX_CLUSTER";
/// Seconds that a rank may be silent. What is no number is told where the settings are read.
double patience() {
  constexpr double usual = 20;
  const char* const said = secure_getenv("CLUSTRIX_CLUSTER_TIMEOUT");
  const double seconds = said != nullptr ? std::strtod(said, nullptr) : usual;
  return seconds > 0 ? seconds : usual;
}

struct FirstRank {
  explicit FirstRank(Transport& transport) : ranks(transport, patience()) {}
  Ranks ranks;
  const pid_t process = getpid();
  std::size_t bytesBefore = 0, messagesBefore = 0;  // that were sent to find out what there is
};
FirstRank* first = nullptr;  // lives as long as the process

void tell(const std::string& what) { std::fprintf(stderr, "clustrix: %s\n", what.c_str()); }

/// Not of a library, which may be loaded when the program has long begun.
bool isInProgram() {
  static const int here = 0;
  return placeOf(&here).file == programFile();
}

bool usesMpi() { return &MPI_Init != nullptr || dlsym(RTLD_DEFAULT, "MPI_Init") != nullptr; }

/// Null, with the reason, where the library is not there, is another version's, or finds no other ranks.
Transport* join(const GlobalRank& self, std::string& error) {
  if (!isInProgram()) {
    error = "their runtime is a shared library; link the static one";
    return nullptr;
  }
  if (self.mpi == nullptr) {
    error = "its launcher offers no MPI to them; with SLURM: srun --mpi=pmix";
    return nullptr;
  }
  const std::string file = std::string("libclustrix_mpi_") + self.mpi + ".so";
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    error = std::string("there is no ") + file + ": " + dlerror();
    return nullptr;
  }
  const auto* const entry = static_cast<const TransportLibrary*>(dlsym(library, transportLibrarySymbol));
  if (entry == nullptr || entry->interface != transportInterface) {
    error = file + " is of another version of Clustrix";
    return nullptr;
  }
  Transport* const transport = entry->join(error);
  if (transport != nullptr && transport->size() != self.size) {
    error = file + " finds " + std::to_string(transport->size()) + " of " + std::to_string(self.size) + " ranks";
    return nullptr;
  }
  return transport;
}

// Returns when the first rank is done with this one. Whoever started the ranks may be gone before that.
void serve(Transport& transport) {
  const pid_t parent = getppid();
  const LoadedSettings loaded = loadSettings(processEnvironment(), processFolder());
  DeviceSet own;
  if (loaded.error.empty())
    own = openDevices(loaded.settings.devices);
  else
    own.notes = {loaded.error};
  DeviceServer server(transport, own.backend.get());
  server.serve(own.notes, [&] { return getppid() == parent; });
}

[[noreturn]] void serveAndEnd(Transport& transport) {
  try {
    serve(transport);
  } catch (const std::exception& failed) {
    tell("error: " + nameOf(transport.rank()) + " on " + transport.host() + " cannot go on: " + failed.what());
    transport.abort(1);
  }
  transport.finish(0);
  _exit(0);
}

// Behind all that the program does at its end.
void endOthers(int status) {
  if (!otherRanksServe()) return;
  if (first->ranks.dismiss()) return first->ranks.transport().finish(status);
  // A rank that is gone would be waited for. The launcher ends what is left, and finds fault with this one.
  tell("warning: a rank is gone, and MPI is left as it is: the launcher may call that an error");
  std::fflush(nullptr);
  waitForLauncher();
  _exit(status);
}

bool isQuiet() {
  const char* const level = secure_getenv("CLUSTRIX_LOG");
  return level != nullptr && (std::strcmp(level, "off") == 0 || std::strcmp(level, "error") == 0);
}

void start() {
  const GlobalRank self = globalRank();
  if (self.size <= 1) return;  // as nearly always: nothing else is looked for
  const ClusterWish wish = clusterWish(secure_getenv(variable), usesMpi(), self.size);
  if (!wish.wanted) return;
  // What this process starts are no ranks.
  const bool told = wish.said || isQuiet() || self.rank != 0;
  setenv(variable, "off", 1);
  std::string error;
  Transport* const transport = join(self, error);
  if (transport == nullptr) {
    if (self.rank == 0)
      tell("warning: " + std::to_string(self.size) + " ranks are each a program of its own: " + error);
    return;
  }
  if (transport->rank() != RankId{}) serveAndEnd(*transport);
  if (!told)
    tell(std::to_string(self.size) + " ranks are one program, which the first one runs with the devices of all; " +
         variable + "=off makes each a program of its own, and mpi says that you know");
  first = new FirstRank(*transport);
  on_exit([](int status, void*) { endOthers(status); }, nullptr);
  std::at_quick_exit([] { endOthers(1); });
}

// Behind the constructors of the files in front of this library, which make kernels known to CUDA.
__attribute__((constructor)) void startBeforeMain() {
  try {
    start();
  } catch (const std::exception& failed) {
    tell(std::string("error: the ranks cannot be joined: ") + failed.what());
    _exit(1);
  }
}

}  // namespace

ClusterWish clusterWish(const char* value, bool usesMpi, int ranks) {
  const bool said = value != nullptr && *value != '\0';
  const bool asked = said && std::strcmp(value, "mpi") == 0;
  return {ranks > 1 && (said ? asked : !usesMpi), said};
}

bool otherRanksServe() { return first != nullptr && getpid() == first->process; }

DeviceSet withOtherRanks(DeviceSet own, const std::string& cacheFolder) {
  if (!otherRanksServe()) return own;
  const Transport& transport = first->ranks.transport();
  ClusterBackend::Absent absent;
  Links links(cacheFolder, transport.host());
  DeviceSet all = devicesOf(std::make_unique<ClusterBackend>(first->ranks, std::move(own.backend), links, absent));
  if (all.usable.empty()) all.backend.reset();
  all.notes = std::move(own.notes);
  all.notes.insert(all.notes.end(), absent.devices.begin(), absent.devices.end());
  if (const std::string unsaved = links.save(); !unsaved.empty())
    all.notes.push_back("how quick the links are is not kept: " + unsaved);
  all.warnings = std::move(absent.ranks);
  first->bytesBefore = transport.bytesSent();
  first->messagesBefore = transport.messagesSent();
  return all;
}

void waitForLauncher() noexcept {
  if (otherRanksServe()) std::this_thread::sleep_for(std::chrono::milliseconds(300));
}

std::string rankTraffic() {
  if (!otherRanksServe()) return "";
  const Transport& transport = first->ranks.transport();
  return "sent from the first rank to the others: " + printByteSize(transport.bytesSent() - first->bytesBefore) +
         " in " + std::to_string(transport.messagesSent() - first->messagesBefore) + " messages";
}

}  // namespace clustrix::runtime

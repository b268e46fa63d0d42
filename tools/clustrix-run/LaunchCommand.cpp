#include "clustrix-run/LaunchCommand.h"

namespace clustrix::tools {
namespace {

using Words = std::vector<std::string>;

constexpr int wrongUsage = 2, somethingMissing = 3;

struct Kind {
  Launcher launcher;
  LauncherFacts LaunchFacts::* facts;
  const char *name, *package;    // the package that has the launcher
  const char *mpi, *mpiPackage;  // what our library for it is built with
};
// In the order in which they are tried.
constexpr Kind kinds[] = {
    {Launcher::Slurm, &LaunchFacts::slurm, "SLURM's srun", "slurm-client", "Open MPI", "libopenmpi-dev"},
    {Launcher::OpenMpi, &LaunchFacts::openMpi, "Open MPI's mpirun", "openmpi-bin", "Open MPI", "libopenmpi-dev"},
    {Launcher::Mpich, &LaunchFacts::mpich, "the mpirun of MPICH or Intel MPI", "mpich", "MPICH", "libmpich-dev"}};

void append(Words& to, const Words& more) { to.insert(to.end(), more.begin(), more.end()); }

LaunchError missing(const std::string& message) { return {message, somethingMissing}; }

std::variant<Launcher, LaunchError> wished(const Kind& kind, const LaunchFacts& facts) {
  const LauncherFacts& found = facts.*kind.facts;
  if (!found.hasLibrary)
    return missing(std::string("this Clustrix was built without ") + kind.mpi + "; build it where " + kind.mpiPackage +
                   " is installed");
  if (found.program.empty())
    return missing(std::string(kind.name) + " is not on the PATH; install it (Debian: apt-get install " + kind.package +
                   ")");
  return kind.launcher;
}

std::variant<Launcher, LaunchError> firstThatCan(const LaunchFacts& facts) {
  std::string packages;
  for (const Kind& kind : kinds) {
    const LauncherFacts& found = facts.*kind.facts;
    if (!found.hasLibrary || (kind.launcher == Launcher::Slurm && !facts.inAllocation)) continue;
    if (!found.program.empty()) return kind.launcher;
    // A machine where SLURM runs jobs has srun, or somebody took it away.
    if (kind.launcher != Launcher::Slurm) packages += (packages.empty() ? "" : ", or ") + std::string(kind.package);
  }
  if (packages.empty())
    return missing("this Clustrix was built without MPI; build it where libopenmpi-dev or libmpich-dev is installed");
  return missing(
      "no launcher of the MPI that this Clustrix was built with is on the PATH; install one (Debian: apt-get "
      "install " +
      packages + ")");
}

std::variant<Launcher, LaunchError> choose(const LaunchWish& wish, const LaunchFacts& facts) {
  for (const Kind& kind : kinds)
    if (kind.launcher == wish.launcher) return wished(kind, facts);
  return firstThatCan(facts);
}

Words ranks(const LaunchWish& wish) { return wish.ranks ? Words{"-n", std::to_string(*wish.ranks)} : Words{}; }

Words slurmWords(const LaunchWish& wish, const LaunchFacts& facts) {
  Words words{facts.slurm.program, "--mpi=pmix"};
  if (wish.oversubscribe) words.emplace_back("--overcommit");
  append(words, ranks(wish));
  return words;
}

Words openMpiWords(const LaunchWish& wish, const LaunchFacts& facts) {
  Words words{facts.openMpi.program};
  if (facts.root) words.emplace_back("--allow-run-as-root");
  if (wish.oversubscribe) words.emplace_back("--oversubscribe");
  // By itself it binds a rank to one core, though it be the only one of its machine: loops on the host's threads would
  // have that core alone. The runtime divides the cores of a machine among ranks that are not bound.
  append(words, {"--bind-to", "none"});
  append(words, wish.ranks ? ranks(wish) : Words{"--map-by", "ppr:1:node"});
  for (const std::string& name : facts.variables) append(words, {"-x", name});
  return words;
}

Words mpichWords(const LaunchWish& wish, const LaunchFacts& facts) {
  Words words{facts.mpich.program};
  append(words, ranks(wish));
  return words;
}

}  // namespace

std::variant<Words, LaunchError> launchCommand(const LaunchWish& wish, const LaunchFacts& facts) {
  const auto chosen = choose(wish, facts);
  if (const auto* error = std::get_if<LaunchError>(&chosen)) return *error;
  const Launcher launcher = std::get<Launcher>(chosen);
  if (launcher == Launcher::Mpich && !wish.ranks)
    return LaunchError{
        "the launcher of MPICH and Intel MPI starts no rank on each machine by itself; say how many "
        "ranks: clustrix-run -n RANKS",
        wrongUsage};
  Words words = launcher == Launcher::Slurm     ? slurmWords(wish, facts)
                : launcher == Launcher::OpenMpi ? openMpiWords(wish, facts)
                                                : mpichWords(wish, facts);
  append(words, wish.program);
  return words;
}

}  // namespace clustrix::tools

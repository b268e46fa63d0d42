// clustrix-run: starts the ranks of a rewritten program by the launcher that is there.
//
//     clustrix-run -n 4 ./app    ->    mpirun.openmpi ... -n 4 ./app
//
// It becomes the launcher: signals and the exit status are that one's. It needs no library but the standard's.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string_view>

#include "clustrix-run/LaunchCommand.h"
#include "clustrix-run/LaunchOptions.h"
#include "clustrix-run/Launchers.h"
#include "layout/Layout.h"

namespace {

using namespace clustrix::tools;

constexpr std::string_view usage =
    "usage: clustrix-run [OPTIONS] [--] PROGRAM [ARGUMENTS...]\n"
    "\n"
    "Starts the ranks of a rewritten program, on as many machines as the launcher has.\n"
    "\n"
    "The first rank runs the program with the devices of all; the others lend it theirs. In an allocation of SLURM\n"
    "srun starts them, else mpirun of Open MPI, else that of MPICH or Intel MPI. They see all variables CLUSTRIX_*.\n"
    "  -n RANKS         so many; without it those of SLURM's allocation, or with Open MPI one for each machine\n"
    "  --launcher NAME:{openmpi,mpich,slurm}\n"
    "                   start them by this one\n"
    "  --oversubscribe  more ranks than there are slots or cores, too\n"
    "  --dry-run        print the command, and start nothing\n"
    "  --version        the version\n"
    "  --help           this text\n"
    "\n"
    "Without SLURM the machines are those of a file, one a line, that OMPI_MCA_orte_default_hostfile names for Open\n"
    "MPI 4 and HYDRA_HOST_FILE for MPICH. The exit status is the launcher's; 2 for wrong usage, 3 for what is "
    "missing.\n";

constexpr const char* variable = "CLUSTRIX_CLUSTER";

int fail(const std::string& message, int status) {
  std::cerr << "clustrix-run: error: " << message << '\n';
  return status;
}

int print(std::string_view text) {
  std::cout << text;
  return std::cout.flush() ? 0 : 3;
}

// Returns where it fails.
int become(const std::vector<std::string>& command) {
  if (setenv(variable, "mpi", 1) != 0) return fail(std::string("cannot set ") + variable, 3);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  return fail("cannot start " + command[0] + ": " + std::strerror(errno), 3);
}

}  // namespace

int main(int argc, char** argv) {
  const auto parsed = parseLaunch(std::vector<std::string>(argv + 1, argv + argc));
  if (const auto* wrong = std::get_if<LaunchError>(&parsed)) return fail(wrong->message, wrong->status);
  const LaunchOptions& options = std::get<LaunchOptions>(parsed);
  if (options.help) return print(usage);
  if (options.version) return print("clustrix-run " + version() + '\n');

  const std::string missing = programMissing(options.wish.program[0]);
  if (!missing.empty()) return fail(missing, 3);
  const auto found = launchCommand(options.wish, findLaunchers(ranksFolder(), environ));
  if (const auto* error = std::get_if<LaunchError>(&found)) return fail(error->message, error->status);
  const auto& command = std::get<std::vector<std::string>>(found);
  if (options.dryRun) return print(std::string(variable) + "=mpi " + joinForShell(command) + '\n');
  return become(command);
}

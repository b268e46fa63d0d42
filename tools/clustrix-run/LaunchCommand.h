// The command that starts a program's ranks: which launcher, and its words.
//
//     clustrix-run -n 4 ./app x    ->    srun --mpi=pmix -n 4 ./app x
//                                        mpirun.openmpi --bind-to none -n 4 -x CLUSTRIX_CLUSTER ./app x
//                                        mpirun.mpich -n 4 ./app x
//
// A function of what is asked for and of what there is: nothing is looked at here.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clustrix::tools {

enum class Launcher { Slurm, OpenMpi, Mpich };

/// What is to be started, and how.
struct LaunchWish {
  std::vector<std::string> program;  // and its arguments
  std::optional<int> ranks;          // none: what the launcher takes
  std::optional<Launcher> launcher;  // none: the first that can
  bool oversubscribe = false;
};

/// What there is of one launcher.
struct LauncherFacts {
  std::string program;      // by which it is called; "" where it is not on the PATH
  bool hasLibrary = false;  // of ours, for the MPI that it starts
};

struct LaunchFacts {
  LauncherFacts slurm, openMpi, mpich;
  bool inAllocation = false;           // of SLURM's
  bool root = false;                   // whom Open MPI's launcher refuses
  std::vector<std::string> variables;  // those that the ranks have to see, by name
};

struct LaunchError {
  std::string message;  // says what to do
  int status = 0;       // of clustrix-run: 2 for wrong usage, 3 for what is missing
};

/// The launcher that is wished for; else SLURM's in an allocation, Open MPI's, that of MPICH or Intel MPI, the first
/// that is there with our library for it.
std::variant<std::vector<std::string>, LaunchError> launchCommand(const LaunchWish& wish, const LaunchFacts& facts);

}  // namespace clustrix::tools

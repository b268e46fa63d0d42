#include "clustrix-run/Launchers.h"

#include <unistd.h>

#include <initializer_list>
#include <set>
#include <string_view>
#include <system_error>

#include "layout/Programs.h"

namespace clustrix::tools {
namespace {

namespace fs = std::filesystem;

bool isThere(const fs::path& file) {
  std::error_code failed;
  return fs::exists(file, failed);
}

// By its name and not by its path, by which Open MPI would be looked for on the other machines.
std::string firstOnPath(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (!findOnPath(name).empty()) return name;
  return "";
}

// `mpirun` is somebody's: what it says of itself tells whose.
std::string mpirunOf(std::initializer_list<const char*> names) {
  if (findOnPath("mpirun").empty()) return "";
  const std::string told = outputOf({"mpirun", "--version"});
  for (const char* name : names)
    if (told.find(name) != std::string::npos) return "mpirun";
  return "";
}

}  // namespace

LaunchFacts findLaunchers(const fs::path& libraries, const char* const* environment) {
  const auto has = [&](const char* mpi) {
    return !libraries.empty() && isThere(libraries / (std::string("libclustrix_mpi_") + mpi + ".so"));
  };
  LaunchFacts facts;
  facts.openMpi = {firstOnPath({"mpirun.openmpi"}), has("openmpi")};
  if (facts.openMpi.program.empty()) facts.openMpi.program = mpirunOf({"Open MPI"});
  facts.mpich = {firstOnPath({"mpirun.mpich", "mpiexec.hydra"}), has("mpich")};
  if (facts.mpich.program.empty()) facts.mpich.program = mpirunOf({"HYDRA", "Intel(R) MPI"});
  facts.slurm = {firstOnPath({"srun"}), has("openmpi")};
  facts.root = geteuid() == 0;

  std::set<std::string> variables{"CLUSTRIX_CLUSTER"};  // which we set
  for (; *environment != nullptr; ++environment) {
    const std::string_view one = *environment;
    const std::string_view name = one.substr(0, one.find('='));
    if (name.starts_with("CLUSTRIX_")) variables.emplace(name);
    if (name == "SLURM_JOB_ID") facts.inAllocation = true;
  }
  facts.variables.assign(variables.begin(), variables.end());
  return facts;
}

std::string programMissing(const std::string& program) {
  if (!findOnPath(program).empty()) return "";
  if (program.find('/') != std::string::npos)
    return program + (isThere(program) ? " is no program, or may not be executed" : " is not there");
  return program + " is not on the PATH" +
         (findOnPath("./" + program).empty() ? "" : "; did you mean ./" + program + "?");
}

}  // namespace clustrix::tools

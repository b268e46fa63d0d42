#include "clustrix-run/Launchers.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <string>

using namespace clustrix::tools;
namespace fs = std::filesystem;

namespace {

/// A machine with a folder of programs, which is its PATH but for the system's, and one of libraries.
class Machine {
 public:
  Machine() {
    std::string pattern = (fs::temp_directory_path() / "clustrix-launchers.XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    for (const char* folder : {"bin", "lib"}) fs::create_directory(folder_ / folder);
    setenv("PATH", path("bin").c_str(), 1);
  }
  ~Machine() {
    setenv("PATH", before_.c_str(), 1);
    fs::remove_all(folder_);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::string path(const std::string& file) const { return (folder_ / file).string(); }

  /// A program that calls itself by `version`.
  void has(const std::string& file, const std::string& version = "") const {
    std::ofstream(path(file)) << "#!/bin/sh\necho '" << version << "'\n";
    fs::permissions(path(file), fs::perms::owner_all);
  }

  LaunchFacts facts(std::initializer_list<const char*> environment = {}) const {
    std::vector<const char*> all(environment);
    all.push_back(nullptr);
    return findLaunchers(path("lib"), all.data());
  }

 private:
  std::string before_ = std::getenv("PATH");
  fs::path folder_;
};

}  // namespace

TEST_CASE("launchers are told by their names") {
  const Machine machine;
  CHECK(machine.facts().openMpi.program.empty());
  CHECK(machine.facts().mpich.program.empty());
  CHECK(machine.facts().slurm.program.empty());
  for (const char* name : {"bin/mpirun.openmpi", "bin/mpiexec.hydra", "bin/srun"}) machine.has(name);
  CHECK(machine.facts().openMpi.program == "mpirun.openmpi");
  CHECK(machine.facts().mpich.program == "mpiexec.hydra");
  CHECK(machine.facts().slurm.program == "srun");
  machine.has("bin/mpirun.mpich");
  CHECK(machine.facts().mpich.program == "mpirun.mpich");
}

TEST_CASE("an mpirun is told by what it says of itself") {
  const Machine machine;
  machine.has("bin/mpirun", "mpirun (Open MPI) 5.0.3");
  CHECK(machine.facts().openMpi.program == "mpirun");
  CHECK(machine.facts().mpich.program.empty());
  for (const char* version : {"HYDRA build details:", "Intel(R) MPI Library for Linux* OS, Version 2021.13"}) {
    machine.has("bin/mpirun", version);
    CHECK(machine.facts().openMpi.program.empty());
    CHECK(machine.facts().mpich.program == "mpirun");
  }
  machine.has("bin/mpirun", "something else");
  CHECK(machine.facts().mpich.program.empty());
}

TEST_CASE("a library of ours is there or not; SLURM's ranks take Open MPI's") {
  const Machine machine;
  CHECK_FALSE(machine.facts().openMpi.hasLibrary);
  machine.has("lib/libclustrix_mpi_openmpi.so");
  CHECK(machine.facts().openMpi.hasLibrary);
  CHECK(machine.facts().slurm.hasLibrary);
  CHECK_FALSE(machine.facts().mpich.hasLibrary);
  machine.has("lib/libclustrix_mpi_mpich.so");
  CHECK(machine.facts().mpich.hasLibrary);
  const char* const nothing = nullptr;
  CHECK_FALSE(findLaunchers("", &nothing).mpich.hasLibrary);
}

TEST_CASE("the ranks see all of Clustrix's variables and the one that is set for them, each once, in order") {
  const Machine machine;
  CHECK(machine.facts().variables == std::vector<std::string>{"CLUSTRIX_CLUSTER"});
  const LaunchFacts facts =
      machine.facts({"CLUSTRIX_LOG=a=b", "CLUSTRIX=1", "HOME=/", "CLUSTRIX_CLUSTER=off", "CLUSTRIX_ARRAYS="});
  CHECK(facts.variables == std::vector<std::string>{"CLUSTRIX_ARRAYS", "CLUSTRIX_CLUSTER", "CLUSTRIX_LOG"});
}

TEST_CASE("an allocation of SLURM is told by its variable") {
  const Machine machine;
  CHECK_FALSE(machine.facts({"SLURM_CONF=/x"}).inAllocation);
  CHECK(machine.facts({"SLURM_JOB_ID=12"}).inAllocation);
}

TEST_CASE("why a program cannot be started is said before it is tried") {
  const Machine machine;
  machine.has("bin/app");
  std::ofstream(machine.path("text")) << "text";
  CHECK(programMissing("app").empty());
  CHECK(programMissing(machine.path("bin/app")).empty());
  CHECK(programMissing("other") == "other is not on the PATH");
  CHECK(programMissing(machine.path("other")) == machine.path("other") + " is not there");
  CHECK(programMissing(machine.path("text")) == machine.path("text") + " is no program, or may not be executed");
  CHECK(programMissing(machine.path("bin")) == machine.path("bin") + " is no program, or may not be executed");
}

TEST_CASE("a program of the current folder is called by its path") {
  const Machine machine;
  machine.has("app");
  const fs::path before = fs::current_path();
  fs::current_path(machine.path("."));
  const std::string missing = programMissing("app");
  fs::current_path(before);
  CHECK(missing == "app is not on the PATH; did you mean ./app?");
}

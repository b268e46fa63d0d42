#include "clustrix-run/LaunchCommand.h"

#include <catch2/catch.hpp>

using namespace clustrix::tools;

namespace {

using Words = std::vector<std::string>;

LaunchFacts all() {
  return {{"srun", true}, {"mpirun.openmpi", true}, {"mpirun.mpich", true}, false, false, {"CLUSTRIX_CLUSTER"}};
}

LaunchWish app(std::optional<int> ranks = std::nullopt, std::optional<Launcher> launcher = std::nullopt) {
  return {{"./app", "-n", "x"}, ranks, launcher, false};
}

Words words(const LaunchWish& wish, const LaunchFacts& facts) {
  const auto made = launchCommand(wish, facts);
  const auto* error = std::get_if<LaunchError>(&made);
  INFO((error ? error->message : ""));
  REQUIRE_FALSE(error);
  return std::get<Words>(made);
}

std::string error(const LaunchWish& wish, const LaunchFacts& facts, int status = 3) {
  const auto made = launchCommand(wish, facts);
  REQUIRE(std::holds_alternative<LaunchError>(made));
  CHECK(std::get<LaunchError>(made).status == status);
  return std::get<LaunchError>(made).message;
}

}  // namespace

TEST_CASE("in an allocation of SLURM srun starts the ranks, as many as the allocation says") {
  LaunchFacts facts = all();
  facts.inAllocation = true;
  CHECK(words(app(), facts) == Words{"srun", "--mpi=pmix", "./app", "-n", "x"});
  CHECK(words(app(4), facts) == Words{"srun", "--mpi=pmix", "-n", "4", "./app", "-n", "x"});
}

TEST_CASE("Open MPI starts a rank on each machine, bound to no core, and is told of each variable") {
  CHECK(words(app(), all()) == Words{"mpirun.openmpi", "--bind-to", "none", "--map-by", "ppr:1:node", "-x",
                                     "CLUSTRIX_CLUSTER", "./app", "-n", "x"});
  LaunchFacts facts = all();
  facts.variables = {"CLUSTRIX_CLUSTER", "CLUSTRIX_DEVICES"};
  CHECK(words(app(3), facts) == Words{"mpirun.openmpi", "--bind-to", "none", "-n", "3", "-x", "CLUSTRIX_CLUSTER", "-x",
                                      "CLUSTRIX_DEVICES", "./app", "-n", "x"});
}

TEST_CASE("Open MPI's launcher is told that root may call it") {
  LaunchFacts facts = all();
  facts.root = true;
  CHECK(words(app(3), facts)[1] == "--allow-run-as-root");
  CHECK(words(app(3, Launcher::Mpich), facts) == words(app(3, Launcher::Mpich), all()));
}

TEST_CASE("more ranks than slots or cores are started where that is asked for, as each launcher calls it") {
  LaunchWish wish = app(9);
  wish.oversubscribe = true;
  CHECK(words(wish, all())[1] == "--oversubscribe");
  wish.launcher = Launcher::Slurm;
  CHECK(words(wish, all())[2] == "--overcommit");
  wish.launcher = Launcher::Mpich;
  CHECK(words(wish, all()) == words(app(9, Launcher::Mpich), all()));
}

TEST_CASE("MPICH's launcher is taken where Open MPI's is not there, and has to be told how many ranks") {
  LaunchFacts facts = all();
  facts.openMpi.program = "";
  CHECK(words(app(4), facts) == Words{"mpirun.mpich", "-n", "4", "./app", "-n", "x"});
  CHECK(error(app(), facts, 2).find("-n RANKS") != std::string::npos);
}

TEST_CASE("a launcher whose MPI this build has no library for is passed over") {
  LaunchFacts facts = all();
  facts.openMpi.hasLibrary = facts.slurm.hasLibrary = false;
  facts.inAllocation = true;
  CHECK(words(app(4), facts)[0] == "mpirun.mpich");
}

TEST_CASE("SLURM's launcher is taken outside of an allocation where somebody says so, and never else") {
  CHECK(words(app(2, Launcher::Slurm), all())[0] == "srun");
  LaunchFacts facts = all();
  facts.openMpi.program = facts.mpich.program = "";
  error(app(2), facts);
  facts.inAllocation = true;
  CHECK(words(app(2), facts)[0] == "srun");
}

TEST_CASE("a build without MPI says how to get one with it") {
  LaunchFacts facts = all();
  facts.slurm.hasLibrary = facts.openMpi.hasLibrary = facts.mpich.hasLibrary = false;
  CHECK(error(app(2), facts) ==
        "this Clustrix was built without MPI; build it where libopenmpi-dev or libmpich-dev is installed");
  CHECK(error(app(2, Launcher::Mpich), facts) ==
        "this Clustrix was built without MPICH; build it where libmpich-dev is installed");
  CHECK(error(app(2, Launcher::Slurm), facts) ==
        "this Clustrix was built without Open MPI; build it where libopenmpi-dev is installed");
}

TEST_CASE("where no launcher is on the PATH it is said what to install, and nothing that would be of no use") {
  LaunchFacts facts = all();
  facts.slurm.program = facts.openMpi.program = facts.mpich.program = "";
  CHECK(error(app(2), facts).find("(Debian: apt-get install openmpi-bin, or mpich)") != std::string::npos);
  CHECK(error(app(2, Launcher::Slurm), facts).find("apt-get install slurm-client") != std::string::npos);
  facts.openMpi.hasLibrary = facts.slurm.hasLibrary = false;
  CHECK(error(app(2), facts).find("(Debian: apt-get install mpich)") != std::string::npos);
}

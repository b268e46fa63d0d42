// Start: how the processes that a launcher has started become the ranks of one program.
//
//     mpirun -n 3 ./app     rank 0: main, with the devices of all three
//                           rank 1, 2: serve their devices, never reach main, and end with rank 0
//
// It happens before main, where the launcher's variables name several ranks, the program does not use MPI itself, and
// CLUSTRIX_CLUSTER does not say `off`. MPI is a library of its own, libclustrix_mpi_openmpi.so or
// libclustrix_mpi_mpich.so, and loaded then and never else. Without it each process is a program of its own, as without
// us.
#pragma once

#include <string>
#include <vector>

#include "devices/DeviceSet.h"

namespace clustrix::runtime {

/// What the environment asks for.
struct ClusterWish {
  bool wanted = false;  // ranks are to be one program
  bool said = false;    // by CLUSTRIX_CLUSTER
};
/// `value`: of CLUSTRIX_CLUSTER, or null. `usesMpi`: whether the program calls MPI itself.
ClusterWish clusterWish(const char* value, bool usesMpi, int ranks);

/// Whether this is the first of several ranks, the others serving.
bool otherRanksServe();
/// The devices of all ranks where they do; else `own`.
/// `cacheFolder`: of what is known of the links between machines; empty: nothing is.
DeviceSet withOtherRanks(DeviceSet own, const std::string& cacheFolder);
/// Before this rank ends without MPI's leave: what it has written last is on its way through the launcher, which may
/// forget it then. Nothing where there are no other ranks.
void waitForLauncher() noexcept;
/// Of all that has gone from rank to rank: a line for the summary; empty where there are no others.
std::string rankTraffic();

}  // namespace clustrix::runtime

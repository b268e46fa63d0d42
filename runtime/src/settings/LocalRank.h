// LocalRank: which of the processes that a launcher has started on this machine this one is.
//
//     mpirun -n 3 ./app    ranks 0, 1, 2 of 3    8 GPUs: [0, 2) [2, 5) [5, 8)    2 GPUs: [0, 1) [0, 1) [1, 2)
//
// Each rank of a program that uses MPI is a program of its own. They share the machine's devices and cores: were each
// to take all of them, they would get in each other's way.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace clustrix::runtime {

struct LocalRank {
  int rank = 0, size = 1;
  const char* variable = nullptr;  // that says so; null: no launcher has started it
  bool ownGpus = false;            // the launcher shows each rank only those that are its own
};

/// Some of a number of devices or cores: [begin, end).
struct RankShare {
  int begin = 0, end = 0;
};

/// Neighbours for each rank, as many as for any other or one more; where there are fewer than ranks, some share one.
inline RankShare shareOf(int count, const LocalRank& of) {
  const auto begin = [&](long long rank) { return static_cast<int>(rank * count / of.size); };
  const int first = begin(of.rank), last = begin(of.rank + 1LL);
  return {first, last > first ? last : count > first ? first + 1 : first};
}

namespace launchers {

/// A whole number from 0 on, or -1.
inline int number(const char* text) {
  if (text == nullptr || *text < '0' || *text > '9') return -1;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return *end == '\0' && value <= 1000000 ? static_cast<int>(value) : -1;
}

/// Of SLURM's "2(x3),1": how many tasks run on the node of that number. -1: it does not say.
inline int tasksOn(const char* list, int node) {
  while (list != nullptr && node >= 0 && *list >= '0' && *list <= '9') {
    char* end = nullptr;
    const long tasks = std::strtol(list, &end, 10);
    long nodes = 1;
    if (end[0] == '(' && end[1] == 'x') {
      nodes = std::strtol(end + 2, &end, 10);
      if (*end++ != ')') return -1;
    }
    if (node < nodes) return tasks <= 1000000 ? static_cast<int>(tasks) : -1;
    node -= static_cast<int>(nodes);
    list = *end == ',' ? end + 1 : nullptr;
  }
  return -1;
}

}  // namespace launchers

/// `get`: a variable's value or null. Open MPI, MPICH and Intel MPI (Hydra), MVAPICH, and steps of SLURM. A batch
/// script of SLURM's is no rank, nor what it calls without srun. Takes no memory from the heap.
template <class Get>
LocalRank localRank(const Get& get) {
  struct Launcher {
    const char *rank, *size;
  };
  constexpr Launcher all[] = {{"OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"},
                              {"MPI_LOCALRANKID", "MPI_LOCALNRANKS"},
                              {"MV2_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_SIZE"}};
  LocalRank found;
  const auto is = [&](const char* variable, int rank, int size) {
    if (rank < 0 || size <= rank) return false;
    found.rank = rank;
    found.size = size;
    found.variable = variable;
    return true;
  };
  const char* const ofTask = get("SLURM_TRES_PER_TASK");
  found.ownGpus = get("SLURM_GPUS_PER_TASK") != nullptr || get("SLURM_NTASKS_PER_GPU") != nullptr ||
                  (ofTask != nullptr && std::strstr(ofTask, "gpu") != nullptr);
  for (const Launcher& one : all)
    if (is(one.rank, launchers::number(get(one.rank)), launchers::number(get(one.size)))) return found;
  const int node = launchers::number(get("SLURM_NODEID"));
  is("SLURM_LOCALID", launchers::number(get("SLURM_LOCALID")),
     launchers::tasksOn(get("SLURM_STEP_TASKS_PER_NODE"), node));
  return found;
}

/// Which of all the processes that the launcher has started, on whichever machines, and by what they may reach each
/// other.
struct GlobalRank {
  int rank = 0, size = 1;
  const char* mpi = nullptr;  // "openmpi", "mpich"; null: nothing that we know, or nobody else
};

/// Open MPI's launcher, or SLURM's with PMIx; MPICH's or Intel MPI's, or SLURM's with PMI-2.
template <class Get>
GlobalRank globalRank(const Get& get) {
  struct Launcher {
    const char *rank, *size, *mpi, *needs;
  };
  constexpr Launcher all[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "openmpi", nullptr},
                              {"PMI_RANK", "PMI_SIZE", "mpich", nullptr},
                              {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "openmpi", "PMIX_RANK"},
                              {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", nullptr, nullptr}};
  for (const Launcher& one : all) {
    const int rank = launchers::number(get(one.rank)), size = launchers::number(get(one.size));
    if (rank < 0 || size <= rank || (one.needs != nullptr && get(one.needs) == nullptr)) continue;
    return {rank, size, size > 1 ? one.mpi : nullptr};
  }
  return {};
}

/// Of this process. Alone where it has other rights than its user, who must not decide then what it uses.
inline LocalRank localRank() {
  return localRank([](const char* variable) { return secure_getenv(variable); });
}
inline GlobalRank globalRank() {
  return globalRank([](const char* variable) { return secure_getenv(variable); });
}

}  // namespace clustrix::runtime

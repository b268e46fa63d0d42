#include "settings/LocalRank.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>

using namespace clustrix::runtime;

namespace {

LocalRank rankIn(const std::map<std::string, std::string>& variables) {
  return localRank([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

bool isRank(const LocalRank& found, int rank, int size) {
  return found.rank == rank && found.size == size && found.variable != nullptr;
}
bool isAlone(const LocalRank& found) { return found.rank == 0 && found.size == 1 && found.variable == nullptr; }

}  // namespace

TEST_CASE("launchers say which rank of a machine a process is") {
  CHECK(isRank(rankIn({{"OMPI_COMM_WORLD_LOCAL_RANK", "1"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}}), 1, 4));
  CHECK(isRank(rankIn({{"MPI_LOCALRANKID", "0"}, {"MPI_LOCALNRANKS", "2"}}), 0, 2));
  CHECK(isRank(rankIn({{"MV2_COMM_WORLD_LOCAL_RANK", "2"}, {"MV2_COMM_WORLD_LOCAL_SIZE", "3"}}), 2, 3));
  CHECK(isAlone(rankIn({})));
}

TEST_CASE("of SLURM a step's tasks are ranks, and the batch script is none") {
  const std::map<std::string, std::string> batch = {
      {"SLURM_LOCALID", "0"}, {"SLURM_NODEID", "0"}, {"SLURM_TASKS_PER_NODE", "4"}, {"SLURM_NTASKS", "4"}};
  CHECK(isAlone(rankIn(batch)));
  const auto step = [](const std::string& node, const std::string& local, const std::string& tasks) {
    return rankIn({{"SLURM_NODEID", node}, {"SLURM_LOCALID", local}, {"SLURM_STEP_TASKS_PER_NODE", tasks}});
  };
  CHECK(isRank(step("0", "3", "4"), 3, 4));
  CHECK(isRank(step("1", "1", "4,2"), 1, 2));
  CHECK(isRank(step("2", "0", "3(x2),1(x5)"), 0, 1));
  CHECK(isRank(step("1", "2", "3(x2),1(x5)"), 2, 3));
  CHECK(isAlone(step("7", "0", "3(x2),1(x5)")));
  CHECK(isAlone(step("0", "0", "some")));
  CHECK(isAlone(step("0", "0", "2(x")));
}

TEST_CASE("what makes no sense is nobody's rank") {
  for (const char* rank : {"", "-1", "x", "2", "1x", "99999999999999999999"})
    CHECK(isAlone(rankIn({{"OMPI_COMM_WORLD_LOCAL_RANK", rank}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}})));
  CHECK(isAlone(rankIn({{"OMPI_COMM_WORLD_LOCAL_RANK", "0"}})));
}

TEST_CASE("a launcher may give each task GPUs of its own") {
  CHECK(rankIn({{"SLURM_GPUS_PER_TASK", "2"}}).ownGpus);
  CHECK(rankIn({{"SLURM_NTASKS_PER_GPU", "1"}}).ownGpus);
  CHECK(rankIn({{"SLURM_TRES_PER_TASK", "cpu:4,gres/gpu:1"}}).ownGpus);
  CHECK_FALSE(rankIn({{"SLURM_TRES_PER_TASK", "cpu:4"}}).ownGpus);
}

TEST_CASE("ranks have all devices between them, and each at least one") {
  for (int count = 0; count <= 20; ++count)
    for (int size = 1; size <= 20; ++size) {
      int covered = 0;
      for (int rank = 0; rank < size; ++rank) {
        const RankShare share = shareOf(count, {rank, size});
        CHECK(share.begin <= covered);
        CHECK(share.end <= count);
        CHECK((share.end > share.begin || count == 0));
        CHECK(share.end - share.begin <= count / size + 1);
        covered = std::max(covered, share.end);
      }
      CHECK(covered == count);
    }
  CHECK(shareOf(8, {1, 3}).begin == 2);
  CHECK(shareOf(8, {1, 3}).end == 5);
  CHECK(shareOf(1000000, {999999, 1000000}).begin == 999999);
}

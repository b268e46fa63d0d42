// A program that uses MPI: each rank has a part of a field, and its loops are spread over its own devices.
#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <vector>

[[clustrix::cluster]]
double smooth(const std::vector<double>& in, std::vector<double>& out) {
  double change = 0;
  for (std::size_t i = 1; i + 1 < in.size(); ++i) {
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 4;
    change += std::fabs(out[i] - in[i]);
  }
  return change;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int each = 12000 / size, left = rank > 0 ? rank - 1 : MPI_PROC_NULL,
            right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  std::vector<double> field(each + 2), next(each + 2);
  for (int i = 0; i < each; ++i) field[i + 1] = (rank * each + i) % 64;
  double total = 0;
  for (int step = 0; step < 20; ++step) {
    MPI_Sendrecv(&field[1], 1, MPI_DOUBLE, left, 0, &field[each + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&field[each], 1, MPI_DOUBLE, right, 1, &field[0], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    const double change = smooth(field, next);
    field.swap(next);
    double all = 0;
    MPI_Allreduce(&change, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    total += all;
  }
  if (rank == 0) std::printf("ranks %d change %.6f\n", size, total);
  MPI_Finalize();
}

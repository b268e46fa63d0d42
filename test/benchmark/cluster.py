"""The suite `cluster`: one program on the devices of two ranks under Open MPI, over the same on one."""
import shutil

MPIRUN = ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe"]
FORCED = ["-x", "CLUSTRIX_CLUSTER=mpi", "-x", "CLUSTRIX_FORCE=1"]

# A byte there and back, as often as a launch is repeated: what MPI itself takes.
ROUND_TRIP = """
#include <mpi.h>
#include <cstdio>
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  char byte = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int times = 20000;
  double begin = 0;
  for (int i = -1000; i < times; ++i) {
    if (i == 0) begin = MPI_Wtime();
    if (rank == 0) MPI_Send(&byte, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&byte, 1, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(&byte, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
  if (rank == 0) std::printf("seconds %.9g\\ncheck 0\\n", (MPI_Wtime() - begin) / times);
  MPI_Finalize();
}
"""


def missing():
    """Why nothing can be measured; "" where it can."""
    return "" if shutil.which(MPIRUN[0]) and shutil.which("mpicxx.openmpi") else "there is no Open MPI"


def ranks(*devices, bind="none"):
    """In front of a program: a rank for each value of CLUSTRIX_DEVICES. The program stands behind each."""
    def under(program):
        words = [*MPIRUN, "--bind-to", bind]
        for one in devices:
            words += ["-n", "1", *FORCED, "-x", f"CLUSTRIX_DEVICES={one}", str(program), ":"]
        return words[:-1]
    return under


def kernel_seconds(bench, run, kernel, under):
    printed = dict(line.split(" ", 1) for line in run(under(kernel.ours)).splitlines())
    if abs(float(printed["check"]) - kernel.expected) > 1e-9 * max(1.0, abs(kernel.expected)):
        raise ValueError(f"{kernel.name} computes {printed['check']}, the original {kernel.expected}")
    return float(printed["seconds"])


def measure(bench, kernel_of, run, result, calls):
    """`kernel_of`, `run` and `result`: run.py's; `calls`: launches of the steps."""
    reason = missing()
    if reason:
        print(f"  skipped: {reason}")
        return []
    nbody, steps = kernel_of(bench, "nbody"), kernel_of(bench, "dispatch_steps")
    source = bench.work / "round_trip.cpp"
    source.write_text(ROUND_TRIP)
    run(["mpicxx.openmpi", "-O2", source, "-o", bench.work / "round_trip"])

    def of(kernel, under):
        return lambda: kernel_seconds(bench, run, kernel, under)

    median = bench.interleaved({
        "one rank": of(nbody, ranks("virtual:1", bind="core")),
        "two ranks": of(nbody, ranks("virtual:1", "virtual:1", bind="core")),
        "local": of(steps, ranks("virtual:1")),
        "remote": of(steps, ranks("cpu", "virtual:1")),
        "MPI": lambda: float(run([*MPIRUN, "-n", "2", bench.work / "round_trip"]).split()[1])})
    local, remote = median["local"] / calls, median["remote"] / calls
    return [result("cluster", "nbody, two ranks", "one rank, a core each", median["two ranks"], median["one rank"]),
            result("cluster", "launch on another rank", "launch on this rank", remote, local),
            result("cluster", "launch on another rank", "a round trip of MPI's", remote, median["MPI"])]

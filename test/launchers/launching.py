"""The launchers of MPI that are installed here: how each starts a program, and whether it can."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys

from rewritten import run

SLURM = pathlib.Path(__file__).resolve().parents[3] / "shared" / "slurm" / "one-machine.sh"


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def starts(words):
    try:
        return subprocess.run(words, capture_output=True, timeout=60).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def command(launcher, ranks, environment, *options):
    """In front of a program that is to be started so often. Settings are handed on by name where a launcher wants that."""
    if launcher == "openmpi":
        named = [word for name in environment for word in ("-x", name)]
        return ["mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), *options, *named]
    if launcher == "mpich":
        return ["mpirun.mpich", "-n", str(ranks), *options]
    return ["srun", "--overcommit", "-n", str(ranks), "--mpi=pmix"]


def command_on(machines, launcher, environment):
    """The same, a rank to each of some machines, from the first one."""
    names = ",".join(machines.names)
    options = {"openmpi": ["-mca", "plm_rsh_agent", str(machines.agent), "-H", names, "--map-by", "ppr:1:node"],
               "mpich": ["-launcher", "ssh", "-launcher-exec", str(machines.agent), "-hosts", names, "-ppn", "1"]}
    return machines.on(machines.names[0], command(launcher, len(machines.names), environment, *options[launcher]))


def tried(launcher, ranks, program, preload=None, **environment):
    """However it ends. `preload`: a library in front of the program's."""
    front = ["env", f"LD_PRELOAD={preload}"] if preload else []
    words = [*command(launcher, ranks, environment), *front, *program]
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, env={**os.environ, **environment},
                          timeout=60)


def launched(launcher, ranks, program, **environment):
    return run([*command(launcher, ranks, environment), *program], **environment)


@contextlib.contextmanager
def launcher_ready(launcher, work):
    """While it lasts the launcher starts programs. Ends the test as skipped where it cannot; `work`: a folder."""
    if shutil.which(command(launcher, 1, {})[0]) is None:
        skip(f"{launcher} is not installed")
    if launcher == "slurm":
        if not SLURM.exists() or not starts(["bash", SLURM, "start", work / "slurm"]):
            skip("no SLURM can be started here")
        os.environ["SLURM_CONF"] = str(work / "slurm" / "slurm.conf")
    try:
        if not starts([*command(launcher, 2, {}), "true"]):
            skip(f"{launcher} cannot start a program here")
        yield
    finally:
        if launcher == "slurm":
            subprocess.run(["bash", SLURM, "stop", work / "slurm"], capture_output=True)

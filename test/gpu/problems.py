"""The kernel problems of test/benchmark/cuda: a natural program, rewritten, against an expert's CUDA, on a real GPU."""
import dataclasses
import json
import pathlib
import re
import statistics

REPEATS = 7
TOLERANCE = 1e-4  # relative: an expert groups sums otherwise, some of them of floats

@dataclasses.dataclass
class Sizes:
    """Of a problem: what its programs take from the command line."""
    small: list
    large: list
    middle: list = None  # where `small` is too little for a model of a GPU

    @property
    def modelled(self):
        """For the interpreter: enough to fill a GPU, little enough for minutes."""
        return self.middle or self.small


# Small: the interpreter needs seconds. Large: an expert's kernel takes between 50 microseconds and 20 milliseconds on an
# H100, and the serial original seconds.
PROBLEMS = {
    "saxpy": Sizes([1000000], [67108864]),
    "dot": Sizes([1000000], [67108864]),
    "matmul": Sizes([256], [1024]),
    "matmul_float": Sizes([256], [1024]),
    "stencil2d": Sizes([1000], [8192]),
    "stencil3d": Sizes([100], [400]),
    "transpose": Sizes([1000], [8192]),
    "row_sums": Sizes([1000, 1000], [8192, 8192]),
    "row_update": Sizes([1000, 1000], [8192, 8192]),
    "column_sums": Sizes([1000, 1000], [8192, 8192]),
    "nbody": Sizes([2048], [16384]),
    "mandelbrot": Sizes([512, 512, 100], [2048, 2048, 500]),
    "small_products": Sizes([4096], [65536]),
    "convolution2d": Sizes([512, 512], [8192, 8192]),
    "heat_steps": Sizes([512, 5], [4096, 20]),
    "histogram": Sizes([200000], [400000000]),
    "extreme_place": Sizes([200000], [200000000]),
    "compaction": Sizes([200000], [100000000]),
    "spmv": Sizes([20], [160]),
    "convolution1d": Sizes([50000], [60000000]),
    "jacobi_residual": Sizes([400, 300], [10000, 10000]),
    "black_scholes": Sizes([10000], [20000000]),
    "triangular": Sizes([500], [16000], [2000]),
    "complex_axpy": Sizes([100000], [50000000]),
    "distances": Sizes([300], [16000]),
    "lattice": Sizes([96, 64], [4096, 2048], [256, 192]),
    "softmax_rows": Sizes([100, 500], [100000, 1000]),
    "nearest": Sizes([2000, 16, 8], [8000000, 64, 8]),
    "particles": Sizes([50000, 64], [20000000, 1024]),
    "dft": Sizes([20, 100], [4096, 1024]),
    "tridiagonal": Sizes([300, 100], [400000, 128]),
    "gaussian_rows": Sizes([200, 150], [16384, 8192]),
}


@dataclasses.dataclass
class Times:
    """Microseconds on the device, of all kernels of one repeat; how often a repeat launched."""
    microseconds: float
    launches: int = 0


def of_expert(errors):
    """From what an expert's program prints on standard error."""
    found = re.search(r"^kernel_us (\S+)$", errors, re.M)
    return Times(float(found[1])) if found else None


def of_trace(path, repeats=REPEATS):
    """From the trace of a rewritten program; the median repeat."""
    try:
        events = json.loads(pathlib.Path(path).read_text())["traceEvents"]
    except (OSError, ValueError):
        return None
    kernels = [e for e in sorted((e for e in events if e["ph"] == "X"), key=lambda e: e["ts"])
               if e["name"] == "kernel" and e["tid"] != 0]
    if not kernels or len(kernels) % repeats != 0:
        return Times(sum(e["dur"] for e in kernels) / repeats, -1) if kernels else None
    each = len(kernels) // repeats
    sums = [sum(e["dur"] for e in kernels[i:i + each]) for i in range(0, len(kernels), each)]
    return Times(statistics.median(sums), each)

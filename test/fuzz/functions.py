"""Random annotated functions: everything random comes from one random.Random, so a seed gives the same function."""
from algorithms import Algorithms
from asked import Asked
from boxes import Boxes
from closures import Closures
from companions import Companions
from declarations import Declarations
from declared import Declared
from expressions import Expressions
from first_places import FirstPlaces
from fixable import Fixable
from gathered import Gathered
from idioms import Idioms
from inputs import ARRAYS
from libraries import Libraries
from lists import Lists
from loops import Loops
from moved import Moved
from nests import Nests
from objects import Objects
from placed import Placed
from pointers import Pointers
from records import Records
from repeated import Repeated
from restated import Restated
from scans import Scans
from scope import Scope
from second_names import SecondNames
from sequences import Sequences
from shared import Shared
from spellings import Spellings
from statements import Statements
from steps import Steps
from storage import Storage
from summed import Summed
from surroundings import Surroundings
from tables import Tables
from templates import Templates
from tree import Function
from walks import Walks

GROUPS = {("a", "b", "c"): 52, ("u", "v"): 16, ("x", "y"): 12, ("cells", "right", "tags", "weight"): 8,
          ("wholes", "one", "two", "four", "five"): 6, ("flags", "level", "mid", "on", "plain"): 6}
OPTIONS = ['schedule = "dynamic"', 'schedule = "static"', 'schedule = "weighted"', "gpus = 2", "max_gpu_parallel_jobs = 1",
           "max_gpu_parallel_jobs = 5", "parallel = true, cores = 2", "gpus = 1, min_iterations = 3",
           "complexity_threshold = 5", 'memory = "8GB"', 'memory = "1.5 GiB", parallel = 1', "auto_gpu_parallel = true", "parallel = false", "auto_gpu_parallel = 0"]
SINGLE = ["f", "h", "q", "w", "vec", "wide", "arr", "span", "grid", "rows", "table", "matrix", "field",
          "levels", "set", "z", "imaginary", "hist", "hist"]
EXTENTS = ["128", "n + 128", "n * m + 128", "(n + 1) * 64 + 64", "t + 128", "k + 130", "2 * n - m + 140", "m * (p + 2) + 128"]
SHAPES = {"plain": 66, "member": 8, "template": 6, "derived": 4, "namespace": 4, "bindings": 4, "lambda": 4,
          "overloaded": 4}
DRESS = {"defaults": 10, "unicode": 6, "references": 8, "by macro": 4, "attribute above": 4, "digraphs": 2,
         "arrow": 4, "attribute behind": 40, "gnu attribute": 4, "mutable": 20, "noexcept": 4, "pragma above": 2}


class Generator(Expressions, Loops, Statements, Idioms, Nests, Steps, Objects, Spellings, Sequences, Algorithms, Records,
                Summed, Declared, SecondNames, Repeated, Companions, Fixable, Boxes, Tables, Walks, Lists, Pointers, Surroundings,
                Gathered, Declarations, Closures, Templates, FirstPlaces, Restated, Scans, Storage, Libraries, Placed, Moved, Asked, Shared):
    def __init__(self, random):
        super().__init__(random, [])
        self.scalars, self.helpers, self.made_up, self.appends = [], {}, 0, 0
        self.swapped = self.no_template = False

    def fresh(self, stem):
        self.made_up += 1
        return f"{stem}{self.made_up}"

    def weighted(self, weights):
        return self.random.choices(list(weights), list(weights.values()))[0]

    def choose_palette(self):
        """Few arrays, so that accesses meet."""
        group = self.weighted(GROUPS)
        palette = self.random.sample(group, min(len(group), self.random.randint(1, 3)))
        if self.chance(40):
            palette += self.random.sample(["a", "b", "u", "x"], 1)
        if self.chance(35):
            palette.append(self.random.choice(SINGLE))
        if not any(ARRAYS[a].kind == "int" and not ARRAYS[a].readonly for a in palette):
            palette.append("a")
        return sorted(set(palette))

    def function(self):
        self.palette = self.choose_palette()
        self.regular = self.chance(60)
        body = []
        if self.chance(25):
            body.append(self.time_steps())
        else:
            for _ in range(self.random.choices([1, 2, 3], [55, 33, 12])[0]):
                body.append(self.nest(Scope()))
        unwritten = sorted(self.palette_owners() - self.stored)
        shape = self.weighted(SHAPES)
        return Function(body, self.scalars, self.helpers, apart=self.chance(8) and not self.swapped,
                        constant=frozenset(name for name in unwritten if self.chance(60)),
                        shape="plain" if shape == "template" and self.no_template else shape,
                        dress=frozenset(name for name, percent in DRESS.items() if self.chance(percent)),
                        extent=self.random.choice(EXTENTS) if self.chance(70) else "",
                        options=self.random.choice(OPTIONS) if self.chance(15) else "")


def random_function(random):
    return Generator(random).function()

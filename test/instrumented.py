"""How an audited program is compiled with Clang 19: see docs/decisions/0029."""

# Coverage's hooks for loads and stores; of ThreadSanitizer's pass the copies and fills of memory alone.
HOOKS = ["-fsanitize-coverage=func,trace-loads,trace-stores", "-fsanitize=thread",
         *(word for part in ("memory-accesses", "atomics", "func-entry-exit")
           for word in ("-mllvm", f"-tsan-instrument-{part}=0")), "-mllvm", "-tsan-handle-cxx-exceptions=0"]
COMPILE = ["clang++-19", "-std=c++20", "-O1", "-g1", *HOOKS]

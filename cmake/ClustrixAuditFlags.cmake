# What Clang 19 needs for a program that is audited: CLUSTRIX_AUDIT_FLAGS, behind all other flags (compile only: nothing
# of a sanitizer is linked). Why these: docs/decisions/0029.
#
#   -O1 -g1                      one access for each of the source, none made up or put together; lines for the report
#   -fsanitize-coverage=...      a call in front of each load and store
#   -fsanitize=thread, -mllvm -tsan-...=0
#                                of ThreadSanitizer's pass the copies and fills of memory alone
#   -fopenmp=libgomp             Clang has no code for that library: parallel regions run as the serial program
#   -fno-lto                     the linker optimises nothing anew
include_guard(GLOBAL)

set(CLUSTRIX_AUDIT_FLAGS -O1 -g1 -fsanitize-coverage=func,trace-loads,trace-stores -fsanitize=thread
    -mllvm -tsan-instrument-memory-accesses=0 -mllvm -tsan-instrument-atomics=0
    -mllvm -tsan-instrument-func-entry-exit=0 -mllvm -tsan-handle-cxx-exceptions=0 -fopenmp=libgomp -fno-lto)

# What nvcc needs for a rewritten file: CLUSTRIX_CUDA_FLAGS (compile), CLUSTRIX_CUDA_LINK_FLAGS (link). Without -x cu,
# which nvcc would apply to libraries on the same line too: rewritten files end in .cu, others want -x cu before and
# -x none after them.
#
#   -std=c++20                   the language of the sources that the tool reads
#   --expt-relaxed-constexpr     constexpr library functions (std::max, std::array's operator[]) inside kernels
#   -fmad=false                  no a*b+c in one rounding: a kernel's results have the bits of the host's. Costs up to
#                                half the rate of loops bound by multiply-adds, nothing where memory is the limit;
#                                -fmad=true after it trades the bits for the rate
#   --Werror cross-execution-space-call
#                                nvcc only warns when a kernel calls a function of the host, and then compiles the
#                                call to nothing: a wrong result without a word
#   --diag-suppress=2803         "attribute namespace clustrix is unrecognized"; the host compiler says it too, and
#                                g++ 12 has no narrower switch for attributes of statements
#   -cudart shared               one CUDA runtime in the process, whoever else brings one
include_guard(GLOBAL)

set(CLUSTRIX_CUDA_FLAGS -std=c++20 --expt-relaxed-constexpr -fmad=false --Werror=cross-execution-space-call
    --diag-suppress=2803 -Xcompiler=-Wno-attributes)
set(CLUSTRIX_CUDA_LINK_FLAGS -cudart shared)

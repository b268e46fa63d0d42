/* Loaded in front of a program: an MPI that says that it reaches the memory of CUDA devices. */
int MPIX_Query_cuda_support(void) { return 1; }

// Errors that calls leave to be asked for: behind the loop, in other iterations, and from before it.
#include <cstdio>
#include <vector>

__global__ void raise(int* x, int by, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] += by;
}

/// More threads than a block may have are an error, which nobody asks for here.
[[clustrix::cluster]]
void launchAll(int* out, const int* threads, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    int* x = nullptr;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    raise<<<1, threads[j]>>>(x, j + 1, n);
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void launchAndAsk(int* errors, const int* threads, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {
    int* x = nullptr;
    errors[j] = static_cast<int>(cudaPeekAtLastError());
    cudaMalloc(&x, n * sizeof(int));
    raise<<<1, threads[j]>>>(x, j + 1, n);
    cudaFree(x);
  }
}

int main() {
  const int jobs = 9, n = 16;
  std::vector<int> out(jobs * n), threads(jobs, n), errors(jobs);
  launchAll(out.data(), threads.data(), jobs, n);
  std::printf("well: %d, %d\n", static_cast<int>(cudaGetLastError()), out[jobs * n - 1]);
  threads[5] = 4096;
  launchAll(out.data(), threads.data(), jobs, n);
  std::printf("behind the loop: %d, %d\n", static_cast<int>(cudaGetLastError()), out[5 * n]);
  launchAndAsk(errors.data(), threads.data(), jobs, n);
  for (const int error : errors) std::printf("%d ", error);
  std::printf("and %d\n", static_cast<int>(cudaGetLastError()));
  raise<<<1, 4096>>>(nullptr, 1, 0);
  threads[5] = n;
  launchAndAsk(errors.data(), threads.data(), jobs, n);
  for (const int error : errors) std::printf("%d ", error);
  std::printf("and %d\n", static_cast<int>(cudaGetLastError()));
}

// Loops that drive a GPU themselves: memory, copies and a kernel of the program's own in each iteration.
//
//     nvcc kernels.cu -o kernels && ./kernels
//
// What Clustrix finds: an iteration allocates what its kernels work on, and copies from and to parts of arrays that no
// other iteration writes. It is a task: iterations spread over host threads, and each thread drives a device of its own.
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "kernels: %s\n", cudaGetErrorString(status));
  std::exit(1);
}

/// One step of smoothing: out[i] is the mean of in[i] and its neighbours.
__global__ void smooth(float* out, const float* in, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n) return;
  const float left = in[i > 0 ? i - 1 : 0], right = in[i + 1 < n ? i + 1 : n - 1];
  out[i] = (left + in[i] + right) / 3;
}

/// Smooths each of `count` signals of n samples on a GPU, `steps` times.
[[clustrix::cluster]]
void smoothAll(float* signals, int count, int n, int steps) {
  for (int s = 0; s < count; ++s) {
    float *now = nullptr, *next = nullptr;
    check(cudaMalloc(&now, n * sizeof(float)));
    check(cudaMalloc(&next, n * sizeof(float)));
    check(cudaMemcpy(now, signals + s * n, n * sizeof(float), cudaMemcpyHostToDevice));
    for (int step = 0; step < steps; ++step) {
      smooth<<<(n + 127) / 128, 128>>>(next, now, n);
      smooth<<<(n + 127) / 128, 128>>>(now, next, n);
    }
    check(cudaMemcpy(signals + s * n, now, n * sizeof(float), cudaMemcpyDeviceToHost));
    check(cudaFree(now));
    check(cudaFree(next));
  }
}

/// How rough a signal is: a plain loop, for devices as any other.
[[clustrix::cluster]]
float roughness(const float* signal, int n) {
  float sum = 0;
  for (int i = 1; i < n; ++i) sum += (signal[i] - signal[i - 1]) * (signal[i] - signal[i - 1]);
  return sum;
}

int main() {
  const int count = 12, n = 500, steps = 3;
  std::vector<float> signals(count * n);
  for (int k = 0; k < count * n; ++k) signals[k] = static_cast<float>(k * 7919 % 1000) / 1000;
  smoothAll(signals.data(), count, n, steps);
  for (int s = 0; s < count; s += 4)
    std::printf("signal %d: first %.6f, roughness %.4f\n", s, signals[s * n], roughness(signals.data() + s * n, n));
}

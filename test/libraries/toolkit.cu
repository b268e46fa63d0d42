// Loops that call libraries of the CUDA toolkit: handles, plans and generators are the iteration's own.
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>

#include <cstdio>
#include <vector>

/// c = a b for each of `count` pairs of n by n matrices.
[[clustrix::cluster]]
void products(float* c, const float* a, const float* b, int count, int n) {
  for (int k = 0; k < count; ++k) {
    cublasHandle_t handle;
    cublasCreate(&handle);
    float *da = nullptr, *db = nullptr, *dc = nullptr;
    cudaMalloc(&da, n * n * sizeof(float));
    cudaMalloc(&db, n * n * sizeof(float));
    cudaMalloc(&dc, n * n * sizeof(float));
    cudaMemcpy(da, a + k * n * n, n * n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b + k * n * n, n * n * sizeof(float), cudaMemcpyHostToDevice);
    const float one = 1, zero = 0;
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, db, n, da, n, &zero, dc, n);
    cudaMemcpy(c + k * n * n, dc, n * n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cublasDestroy(handle);
  }
}

[[clustrix::cluster]]
void norms(float* out, const float* in, int count, int n) {
  for (int k = 0; k < count; ++k) {
    cublasHandle_t handle;
    cublasCreate(&handle);
    float *x = nullptr, norm = 0;
    cudaMalloc(&x, n * sizeof(float));
    cublasSetVector(n, sizeof(float), in + k * n, 1, x, 1);
    cublasSnrm2(handle, n, x, 1, &norm);
    out[k] = norm;
    cudaFree(x);
    cublasDestroy(handle);
  }
}

[[clustrix::cluster]]
void transforms(cufftComplex* signals, int count, int n) {
  for (int k = 0; k < count; ++k) {
    cufftHandle plan;
    cufftPlan1d(&plan, n, CUFFT_C2C, 1);
    cufftComplex* x = nullptr;
    cudaMalloc(&x, n * sizeof(cufftComplex));
    cudaMemcpy(x, signals + k * n, n * sizeof(cufftComplex), cudaMemcpyHostToDevice);
    cufftExecC2C(plan, x, x, CUFFT_FORWARD);
    cudaMemcpy(signals + k * n, x, n * sizeof(cufftComplex), cudaMemcpyDeviceToHost);
    cudaFree(x);
    cufftDestroy(plan);
  }
}

[[clustrix::cluster]]
void samples(float* out, int count, int n) {
  for (int k = 0; k < count; ++k) {
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetPseudoRandomGeneratorSeed(generator, 1234 + k);
    float* x = nullptr;
    cudaMalloc(&x, n * sizeof(float));
    curandGenerateUniform(generator, x, n);
    cudaMemcpy(out + k * n, x, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(x);
    curandDestroyGenerator(generator);
  }
}

/// The handle, the plan and the generator are shared: each is for one thread at a time.
[[clustrix::cluster]]
void sharedHandles(cublasHandle_t handle, cufftHandle plan, curandGenerator_t generator, int count, int n) {
  for (int k = 0; k < count; ++k) {
    float* x = nullptr;
    cudaMalloc(&x, n * sizeof(float));
    const float two = 2;
    cublasSscal(handle, n, &two, x, 1);
    cudaFree(x);
  }
  for (int k = 0; k < count; ++k) {
    cufftComplex* x = nullptr;
    cudaMalloc(&x, n * sizeof(cufftComplex));
    cufftExecC2C(plan, x, x, CUFFT_FORWARD);
    cudaFree(x);
  }
  for (int k = 0; k < count; ++k) {
    float* x = nullptr;
    cudaMalloc(&x, n * sizeof(float));
    curandGenerateUniform(generator, x, n);
    cudaFree(x);
  }
}

int main() { return 0; }

// Loops that launch kernels and must stay as they are: what they touch is shared, or of one device. `want` says so.
#include <cstdio>
#include <vector>

__device__ int counted;
__constant__ int factor;

__global__ void raise(int* x, int by, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] += by;
}
__global__ void addTo(int* x, const int* y, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) x[i] += y[i];
}
__global__ void count(const int* x, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n && x[i] > 0) atomicAdd(&counted, 1);
}
__global__ void weigh(int* x, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) x[i] *= factor;
}
__global__ void follow(int** x, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) x[0][i] += 1;
}
struct View {
  int* x;
  int n;
};
__global__ void raiseView(View view) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < view.n) view.x[i] += 1;
}

[[clustrix::cluster]]
void sharedMemory(int* device, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) raise<<<1, n>>>(device, j, n);  // want: serial
}

[[clustrix::cluster]]
void sharedVariable(int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 1, n * sizeof(int));
    count<<<1, n>>>(x, n);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void sharedConstant(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 1, n * sizeof(int));
    weigh<<<1, n>>>(x, n);
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void keptInArray(int** kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    raise<<<1, n>>>(x, 0, n);
    kept[j] = x;
  }
}

[[clustrix::cluster]]
void keptInContainer(std::vector<int*>& kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    kept.push_back(x);
  }
}

[[clustrix::cluster]]
void keptInStructures(View* kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    View view;
    view.x = x;
    view.n = n;
    kept[j] = view;
  }
}

[[clustrix::cluster]]
int* keptInVariable(int jobs, int n) {
  int* x = nullptr;
  for (int j = 0; j < jobs; ++j) cudaMalloc(&x, n * sizeof(int));  // want: serial
  return x;
}

[[clustrix::cluster]]
void givenToElements(int** kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) cudaMalloc(&kept[j], n * sizeof(int));  // want: serial
}

[[clustrix::cluster]]
void oneOfTwo(int* other, int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    int* y = j % 2 != 0 ? other : x;
    raise<<<1, n>>>(y, j, n);
    cudaMemcpy(out + j * n, y, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void readFromOneDevice(const int* weights, int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    addTo<<<1, n>>>(x, weights, n);
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void pointersToPointers(int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int** x;
    cudaMalloc(&x, n * sizeof(int*));
    if (j < 0) follow<<<1, n>>>(x, n);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void structures(int* device, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) raiseView<<<1, n>>>(View{device, n});  // want: serial
}

[[clustrix::cluster]]
void choosesDevices(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaSetDevice(0);
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void overlapping(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemcpy(x, out + j, n * sizeof(int), cudaMemcpyHostToDevice);
    raise<<<1, n>>>(x, 1, n);
    cudaMemcpy(out + j, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
int lastOne(const int* in, int jobs, int n) {
  int last = 0;
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemcpy(x, in + j * n, n * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(&last, x, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
  return last;
}

[[clustrix::cluster]]
void sharedStream(cudaStream_t stream, int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    raise<<<1, n, 0, stream>>>(x, j, n);
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(x);
  }
}

[[clustrix::cluster]]
void keptAsNumbers(unsigned long long* kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    kept[j] = reinterpret_cast<unsigned long long>(x);
  }
}

[[clustrix::cluster]]
void keptAsBytes(int** kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemcpy(kept + j, &x, sizeof(int*), cudaMemcpyHostToHost);
  }
}

[[clustrix::cluster]]
void keptBeforeGiven(int** kept, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x = nullptr;
    for (int k = 0; k < 2; ++k) {
      kept[2 * j + k] = x;
      cudaMalloc(&x, n * sizeof(int));
    }
  }
}

/// A pool of the program's own, with a name of CUDA's.
cudaError_t cudaMalloc(long** p, size_t bytes) {
  static void* pool = nullptr;
  const cudaError_t status = pool == nullptr ? cudaMalloc(&pool, bytes) : cudaSuccess;
  *p = static_cast<long*>(pool);
  return status;
}

[[clustrix::cluster]]
void fromPool(int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    long* x;
    cudaMalloc(&x, n * sizeof(long));
    cudaMemset(x, j, n * sizeof(long));
    cudaMemcpy(out + j * n, x, n * sizeof(int), cudaMemcpyDeviceToHost);
  }
}

struct Counting {
  __device__ ~Counting() { atomicAdd(&counted, 1); }
};
__global__ void countAtTheEnd(int* x) {
  Counting counting;
  x[0] += 1;
}
union Either {
  unsigned long long number;
  int* pointer;
};
__device__ void through(int*& pointer, int value) { *pointer = value; }
__global__ void writeThrough(unsigned long long* x, int value) {
  Either either;
  either.number = x[0];
  through(either.pointer, value);
}

[[clustrix::cluster]]
void kernelsThatReachFurther(int jobs) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x;
    cudaMalloc(&x, sizeof(int));
    countAtTheEnd<<<1, 1>>>(x);
    cudaFree(x);
  }
  for (int j = 0; j < jobs; ++j) {  // want: serial
    unsigned long long* x;
    cudaMalloc(&x, sizeof *x);
    if (jobs < 0) writeThrough<<<1, 1>>>(x, j);
    cudaFree(x);
  }
}

/// Where an element says so, what stands behind it is not there.
[[clustrix::cluster]]
int upToTheEnd(const int* where, int* out, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    if (where[j] < 0) return j;
    int* x;
    cudaMalloc(&x, n * sizeof(int));
    raise<<<1, 1>>>(x + where[j], 1, 1);
    cudaFree(x);
  }
  return jobs;
}

/// It is left where a call has not failed.
[[clustrix::cluster]]
int firstThatFits(const int* where, int jobs, int n) {
  for (int j = 0; j < jobs; ++j) {  // want: serial
    int* x = nullptr;
    const cudaError_t status = cudaMalloc(&x, n * sizeof(int));
    if (status == cudaSuccess) return j;
    raise<<<1, 1>>>(x + where[j], 1, 1);
  }
  return jobs;
}

namespace {

void show(const char* name, const int* numbers, int n) {
  long sum = 0;
  for (int i = 0; i < n; ++i) sum = (sum * 31 + numbers[i]) % 1000003;
  std::printf("%s %ld\n", name, sum);
}

}  // namespace

int main() {
  const int jobs = 7, n = 24;
  std::vector<int> out(jobs * n), back(n);
  int *device = nullptr, three = 3, zero = 0;
  cudaMalloc(&device, n * sizeof(int));
  cudaMemset(device, 0, n * sizeof(int));
  sharedMemory(device, jobs, n);
  cudaMemcpy(back.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  show("memory", back.data(), n);
  cudaMemcpyToSymbol(counted, &zero, sizeof zero);
  sharedVariable(jobs, n);
  cudaMemcpyFromSymbol(&zero, counted, sizeof zero);
  show("variable", &zero, 1);
  cudaMemcpyToSymbol(factor, &three, sizeof three);
  sharedConstant(out.data(), jobs, n);
  show("constant", out.data(), jobs * n);
  std::vector<int*> kept(jobs);
  keptInArray(kept.data(), jobs, n);
  keptInContainer(kept, jobs, n);
  std::vector<View> views(jobs);
  keptInStructures(views.data(), jobs, n);
  kept.push_back(keptInVariable(jobs, n));
  givenToElements(kept.data(), jobs, n);
  for (int* x : kept) cudaMemset(x, 2, n * sizeof(int)), raise<<<1, n>>>(x, 5, n);
  cudaMemcpy(back.data(), kept.back(), n * sizeof(int), cudaMemcpyDeviceToHost);
  show("kept", back.data(), n);
  oneOfTwo(device, out.data(), jobs, n);
  show("one of two", out.data(), jobs * n);
  readFromOneDevice(device, out.data(), jobs, n);
  show("one device", out.data(), jobs * n);
  pointersToPointers(jobs, n);
  structures(device, jobs, n);
  cudaMemcpy(back.data(), device, n * sizeof(int), cudaMemcpyDeviceToHost);
  show("structures", back.data(), n);
  choosesDevices(out.data(), jobs, n);
  overlapping(out.data(), jobs, n);
  show("overlapping", out.data(), jobs * n);
  const int last = lastOne(out.data(), jobs, n);
  show("last", &last, 1);
  std::vector<unsigned long long> numbers(jobs);
  keptAsNumbers(numbers.data(), jobs, n);
  std::vector<int*> pairs(2 * jobs);
  keptAsBytes(pairs.data(), jobs, n);
  keptBeforeGiven(pairs.data(), jobs, n);
  for (int j = 0; j < jobs; ++j) cudaMemset(reinterpret_cast<int*>(numbers[j]), 0, n * sizeof(int));
  fromPool(out.data(), jobs, n);
  show("pool", out.data(), jobs * n);
  cudaMemcpyToSymbol(counted, &zero, sizeof zero);
  kernelsThatReachFurther(jobs);
  cudaMemcpyFromSymbol(&zero, counted, sizeof zero);
  show("destructors", &zero, 1);
  const std::vector<int> where{3, 2, -1, 1 << 28, 1 << 28, 1 << 28, 1 << 28};
  const int end = upToTheEnd(where.data(), out.data(), jobs, n);
  show("end", &end, 1);
  const int fits = firstThatFits(where.data(), jobs, n);
  show("fits", &fits, 1);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  sharedStream(stream, out.data(), jobs, n);
  show("stream", out.data(), jobs * n);
}

// A 7 x 7 filter: the weights in constant memory, a tile of the image with its margin in shared memory, and four pixels
// below each other a thread, so that ten loads of a column serve 28 products.
#include "expert.h"
#include "natural.h"

constexpr int reach = 3;
constexpr int size = 2 * reach + 1;
constexpr int across = 32;
constexpr int down = 8;
constexpr int each = 4;

__constant__ float weights[size * size];

__global__ void filter(const float* __restrict__ image, float* __restrict__ out, int width, int height) {
  constexpr int rows = down * each + 2 * reach;
  constexpr int columns = across + 2 * reach;
  __shared__ float tile[rows][columns];
  const int left = blockIdx.x * across;
  const int top = blockIdx.y * down * each;
  for (int r = threadIdx.y; r < rows; r += down)
    for (int c = threadIdx.x; c < columns; c += across)
      if (top + r < height && left + c < width) tile[r][c] = image[(top + r) * width + left + c];
  __syncthreads();

  float sums[each] = {};
#pragma unroll
  for (int dx = 0; dx < size; ++dx) {
    float column[each + 2 * reach];
#pragma unroll
    for (int r = 0; r < each + 2 * reach; ++r) column[r] = tile[threadIdx.y * each + r][threadIdx.x + dx];
#pragma unroll
    for (int dy = 0; dy < size; ++dy)
#pragma unroll
      for (int e = 0; e < each; ++e) sums[e] += weights[dy * size + dx] * column[e + dy];
  }

  const int x = left + reach + threadIdx.x;
  const int y = top + reach + threadIdx.y * each;
#pragma unroll
  for (int e = 0; e < each; ++e)
    if (x < width - reach && y + e < height - reach) out[(y + e) * width + x] = sums[e];
}

int main(int argc, char** argv) {
  const int width = argument(argc, argv, 1, 512);
  const int height = argument(argc, argv, 2, 512);
  const long repeats = argument(argc, argv, 3, 1);
  std::vector<float> image(width * height), values(size * size), out(width * height);
  for (int i = 0; i < width * height; ++i) image[i] = noise(i);
  for (int i = 0; i < size * size; ++i) values[i] = noise(i + 1000000) / (size * size);
  check(cudaMemcpyToSymbol(weights, values.data(), sizeof(weights)));
  Device<float> from(image), to(out);
  const dim3 grid(blocks(width - 2 * reach, across), blocks(height - 2 * reach, down * each));
  timed(repeats, [&] { filter<<<grid, dim3(across, down)>>>(from, to, width, height); });
  to.download(out);
  show("out", out.data(), width * height);
}

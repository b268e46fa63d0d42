// gaussian_rows.cpp by hand: both passes in one kernel, so that the image is read once and what lies between the passes
// never leaves shared memory. Along rows a thread finds four results from sixteen pixels, along columns sixteen
// from 26.
#include "expert.h"
#include "natural.h"

#include <cmath>

constexpr int radius = 5, threads = 256, tile = 64, deep = 16;
constexpr int border = 8;  // to the left and right: the radius, rounded up to whole float4
constexpr int pitch = tile + 2 * border, tall = tile + 2 * radius;

__constant__ float weight[2 * radius + 1];

__global__ void __launch_bounds__(threads)
    blur(const float* __restrict__ image, float* __restrict__ blurred, int width, int height) {
  __shared__ float4 pixels[tall * pitch / 4];
  __shared__ float4 between[tall * tile / 4];
  const int firstX = blockIdx.x * tile, firstY = blockIdx.y * tile;
  float* pixel = reinterpret_cast<float*>(pixels);
  for (int i = threadIdx.x; i < tall * pitch; i += threads) {
    const int x = min(max(firstX + i % pitch - border, 0), width - 1);
    const int y = min(max(firstY + i / pitch - radius, 0), height - 1);
    pixel[i] = image[y * width + x];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < tall * tile / 4; i += threads) {
    const float4* from = pixels + i / (tile / 4) * (pitch / 4) + i % (tile / 4);
    float near[20];
#pragma unroll
    for (int k = 0; k < 5; ++k) reinterpret_cast<float4*>(near)[k] = from[k];
    float sum[4] = {};
#pragma unroll
    for (int k = 0; k <= 2 * radius; ++k)
#pragma unroll
      for (int r = 0; r < 4; ++r) sum[r] += weight[k] * near[border - radius + k + r];
    between[i] = {sum[0], sum[1], sum[2], sum[3]};
  }
  __syncthreads();
  const int column = threadIdx.x % tile, top = threadIdx.x / tile * deep;
  const float* mine = reinterpret_cast<const float*>(between) + top * tile + column;
  float sum[deep] = {};
#pragma unroll
  for (int k = 0; k < deep + 2 * radius; ++k) {
    const float value = mine[k * tile];
#pragma unroll
    for (int r = 0; r < deep; ++r)
      if (k >= r && k - r <= 2 * radius) sum[r] += weight[k - r] * value;
  }
  const int x = firstX + column;
#pragma unroll
  for (int r = 0; r < deep; ++r)
    if (x < width && firstY + top + r < height) blurred[(firstY + top + r) * width + x] = sum[r];
}

int main(int argc, char** argv) {
  const int width = static_cast<int>(argument(argc, argv, 1, 200));
  const int height = static_cast<int>(argument(argc, argv, 2, 150));
  const long repeats = argument(argc, argv, 3, 1);
  const int pixels = width * height;
  std::vector<float> image(pixels), blurred(pixels), weights(2 * radius + 1);
  for (int i = 0; i < pixels; ++i) image[i] = static_cast<float>(noise(i));
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) sum += weights[k + radius] = std::exp(-k * k / 8.0F);
  for (float& w : weights) w /= sum;
  Device<float> input(image), output(pixels);
  check(cudaMemcpyToSymbol(weight, weights.data(), sizeof(weight)));
  const dim3 grid(blocks(width, tile), blocks(height, tile));
  timed(repeats, [&] { blur<<<grid, threads>>>(input, output, width, height); });
  output.download(blurred);
  show("blurred", blurred.data(), pixels);
}

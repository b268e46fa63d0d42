// How many rounds points stay: a warp is a tile of 8 x 4 pixels, whose numbers of rounds are alike, and squares are
// kept for the next round. No product is fused with a sum: at the set's edge the numbers would differ.
#include "expert.h"
#include "natural.h"

__global__ void mandelbrot(int* __restrict__ rounds, int width, int height, int limit) {
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int column = blockIdx.x * 16 + warp % 2 * 8 + lane % 8;
  const int row = blockIdx.y * 8 + warp / 2 * 4 + lane / 8;
  if (column >= width || row >= height) return;
  const double cx = __dadd_rn(-2.0, 3.0 * column / width);
  const double cy = __dadd_rn(-1.5, 3.0 * row / height);
  double x = 0, y = 0, xx = 0, yy = 0;
  int round = 0;
  while (round < limit && __dadd_rn(xx, yy) <= 4.0) {
    // Doubling is exact, so that (x + x) y is 2 x y.
    y = __dadd_rn(__dmul_rn(x + x, y), cy);
    x = __dadd_rn(__dsub_rn(xx, yy), cx);
    xx = __dmul_rn(x, x);
    yy = __dmul_rn(y, y);
    ++round;
  }
  rounds[row * width + column] = round;
}

int main(int argc, char** argv) {
  const int width = argument(argc, argv, 1, 512);
  const int height = argument(argc, argv, 2, 512);
  const int limit = argument(argc, argv, 3, 100);
  const long repeats = argument(argc, argv, 4, 1);
  std::vector<int> rounds(width * height);
  Device<int> device(rounds.size());
  timed(repeats,
        [&] { mandelbrot<<<dim3(blocks(width, 16), blocks(height, 8)), 128>>>(device, width, height, limit); });
  device.download(rounds);
  show("rounds", rounds.data(), width * height);
}

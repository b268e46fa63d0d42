// Iterations that drive LibTorch: each makes tensors of random numbers, and its result comes back in order.
#include <torch/torch.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static const torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;

[[clustrix::cluster(memory = "8GB")]]
std::vector<float> matrixComputation(int64_t size) {
  std::vector<float> results;
  for (int i = 0; i < 100; ++i) {
    auto a = torch::randn({size, size}, device);
    auto b = torch::randn({size, size}, device);
    results.push_back(torch::mm(a, b).trace().item<float>());
  }
  return results;
}

/// Norms of a product with each power of a weight matrix, which all iterations read.
[[clustrix::cluster]]
void powers(const torch::Tensor& weight, std::vector<double>& norms) {
  for (std::size_t p = 0; p < norms.size(); ++p) {
    torch::Tensor product = torch::eye(weight.size(0), torch::kDouble);
    for (std::size_t k = 0; k < p; ++k) product = torch::mm(product, weight);
    product.div_(static_cast<double>(p + 1));
    norms[p] = product.norm().item<double>();
  }
}

int main(int argc, char** argv) {
  const int64_t size = argc > 1 ? std::atoi(argv[1]) : 256;
  torch::manual_seed(7);
  const auto traces = matrixComputation(size);
  double sum = 0;
  for (const float trace : traces) sum += trace;
  std::printf("traces %zu\nfirst %.6f\nlast %.6f\nsum %.6f\n", traces.size(), traces.front(), traces.back(), sum);

  const torch::Tensor weight = torch::arange(36).reshape({6, 6}).to(torch::kDouble) / 40.0;
  std::vector<double> norms(12);
  powers(weight, norms);
  for (const double norm : norms) std::printf("norm %.9f\n", norm);
}

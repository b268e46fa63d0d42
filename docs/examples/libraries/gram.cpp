// Objects that iterations add to: a Gram matrix, the sum of products of random matrices with themselves.
#include <torch/torch.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static const torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;

[[clustrix::cluster]]
torch::Tensor gram(int64_t size, int batches) {
  torch::Tensor accumulator = torch::zeros({size, size}, device);
  for (int i = 0; i < batches; ++i) {
    auto x = torch::randn({size, 2 * size}, device);
    accumulator += torch::mm(x, x.t());
  }
  return accumulator;
}

/// The same of given rows, and of how often each was there.
[[clustrix::cluster]]
void addRows(torch::Tensor& products, torch::Tensor& counts, const std::vector<int>& rows, const torch::Tensor& table) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto row = table[rows[i]];
    products.add_(torch::outer(row, row));
    counts += torch::one_hot(torch::full({}, rows[i], torch::kLong), table.size(0));
  }
}

int main(int argc, char** argv) {
  const int64_t size = argc > 1 ? std::atoi(argv[1]) : 256;
  torch::manual_seed(11);
  const torch::Tensor sum = gram(size, 40);
  std::printf("random trace %.3f\n", sum.trace().item<double>());
  std::printf("symmetric %d\n", sum.equal(sum.t()) ? 1 : 0);

  const torch::Tensor table = torch::arange(24).reshape({6, 4}).to(torch::kDouble);
  std::vector<int> rows(100);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int>(i * i % 6);
  torch::Tensor products = torch::zeros({4, 4}, torch::kDouble), counts = torch::zeros({6}, torch::kLong);
  addRows(products, counts, rows, table);
  std::printf("products %.0f\n", products.sum().item<double>());
  for (int64_t r = 0; r < 6; ++r) std::printf("row %d: %d times\n", static_cast<int>(r), counts[r].item<int>());
}

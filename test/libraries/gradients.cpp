// A task has the state of the thread that launches it: here, whether gradients are kept.
#include <torch/torch.h>
#include <cstdio>
#include <vector>
[[clustrix::cluster]]
std::vector<float> products(const torch::Tensor& weight) {
  std::vector<float> results;
  for (int i = 0; i < 20; ++i) {
    auto a = torch::full({64, 64}, 0.3f + 0.001f * i);
    auto p = torch::mm(a, weight);
    results.push_back(p.sum().item<float>() + (p.requires_grad() ? 1000.0f : 0.0f));
  }
  return results;
}
int main() {
  torch::Tensor w = torch::full({64, 64}, 0.37f).set_requires_grad(true);
  double s = 0;
  for (float x : products(w)) s += x;
  std::printf("with %.3f\n", s);
  torch::NoGradGuard none;
  s = 0;
  for (float x : products(w)) s += x;
  std::printf("without %.3f\n", s);
}

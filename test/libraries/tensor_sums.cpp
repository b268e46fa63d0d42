// Tensors that iterations add to, and loops that do something else with them: these stay as they are. Sums of small
// whole numbers, which are the same in any order.
#include <torch/torch.h>

#include <iostream>
#include <vector>

torch::Tensor global = torch::zeros({2, 2});
void touch() { global += 1; }
[[clustrix::cluster]] void plain(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) acc += torch::full({2, 2}, i);
}
[[clustrix::cluster]] void minus(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) {
    acc -= torch::full({2, 2}, i);
    acc.add_(torch::ones({2, 2}), 3);
  }
}
[[clustrix::cluster]] void product(torch::Tensor acc, int n) {
  for (int i = 0; i < n; ++i) acc *= torch::full({2, 2}, 1 + i % 2);
}
[[clustrix::cluster]] void nested(torch::Tensor& acc, const std::vector<int>& counts) {
  for (std::size_t i = 0; i < counts.size(); ++i)
    for (int j = 0; j < counts[i]; ++j)
      if (j != 1) acc += torch::full({2, 2}, j);
}
[[clustrix::cluster]] void aliased(torch::Tensor& acc, const torch::Tensor& other, int n) {
  for (int i = 0; i < n; ++i) acc += other * 2;
}
[[clustrix::cluster]] void intoGlobal(int n) {
  for (int i = 0; i < n; ++i) global += torch::full({2, 2}, i);
}
[[clustrix::cluster]] void twoAtOnce(torch::Tensor& a, torch::Tensor& b, int n) {
  for (int i = 0; i < n; ++i) {
    a += torch::full({2, 2}, i);
    b += torch::full({2, 2}, 2 * i);
  }
}
// What stays serial.
[[clustrix::cluster]] void used(torch::Tensor& acc, std::vector<float>& out, int n) {
  for (int i = 0; i < n; ++i) {
    acc += torch::full({2, 2}, i);
    out[i] = acc[0][0].item<float>();
  }
}
[[clustrix::cluster]] void value(torch::Tensor& acc, std::vector<float>& out, int n) {
  for (int i = 0; i < n; ++i) out[i] = (acc += torch::full({2, 2}, i)).sum().item<float>();
}
[[clustrix::cluster]] void kept(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) {
    auto y = acc.add_(torch::full({2, 2}, i));
    y.mul_(2);
  }
}
[[clustrix::cluster]] void mixed(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) {
    acc += torch::full({2, 2}, i);
    acc *= torch::full({2, 2}, 2);
  }
}
[[clustrix::cluster]] void self(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) acc += acc;
}
[[clustrix::cluster]] void reference(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) {
    auto& r = acc;
    acc += torch::ones({2, 2});
    r *= torch::ones({2, 2});
  }
}
[[clustrix::cluster]] void called(int n) {
  for (int i = 0; i < n; ++i) {
    global += torch::ones({2, 2});
    touch();
  }
}
[[clustrix::cluster]] void lambda(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) {
    acc += torch::ones({2, 2});
    auto f = [&] { return acc.sum().item<float>(); };
    if (f() > 5) acc += torch::ones({2, 2});
  }
}
[[clustrix::cluster]] void head(torch::Tensor& acc, int n) {
  for (int i = 0; i < acc.sum().item<float>(); ++i) acc += torch::zeros({2, 2});
}
[[clustrix::cluster(math = "strict")]] void strict(torch::Tensor& acc, int n) {
  for (int i = 0; i < n; ++i) acc += torch::full({2, 2}, i);
}
[[clustrix::cluster]] void stops(torch::Tensor& acc, int n, int m) {
  for (int i = 0; i < n; ++i) {
    acc += torch::full({2, 2}, i);
    if (i == m) break;
  }
}
[[clustrix::cluster]] void many(std::vector<torch::Tensor>& acc, int n) {
  for (int i = 0; i < n; ++i) acc[0] += torch::full({2, 2}, i);
}
int main() {
  auto z = [] { return torch::zeros({2, 2}); };
  auto show = [](const char* name, const torch::Tensor& t) { std::cout << name << ' ' << t.flatten() << '\n'; };
  auto a = z();
  plain(a, 100);
  show("plain", a);
  a = z();
  minus(a, 100);
  show("minus", a);
  a = torch::ones({2, 2});
  product(a, 30);
  show("product", a);
  a = z();
  nested(a, {1, 5, 2, 9});
  show("nested", a);
  a = torch::ones({2, 2});
  auto row = a[0];
  aliased(a, row, 10);
  show("aliased", a);
  auto o = torch::ones({2});
  a = z();
  aliased(a, o, 10);
  show("apart", a);
  intoGlobal(10);
  show("global", global);
  a = z();
  auto b = z();
  twoAtOnce(a, b, 11);
  show("a", a);
  show("b", b);
  a = torch::ones({2, 2});
  twoAtOnce(a, a, 11);
  show("same", a);
  std::vector<float> out(50);
  a = z();
  used(a, out, 50);
  show("used", a);
  std::cout << out[49] << '\n';
  a = z();
  value(a, out, 50);
  show("value", a);
  std::cout << out[49] << '\n';
  a = z();
  kept(a, 8);
  show("kept", a);
  a = z();
  mixed(a, 8);
  show("mixed", a);
  a = torch::ones({2, 2});
  self(a, 8);
  show("self", a);
  a = z();
  reference(a, 8);
  show("reference", a);
  called(9);
  show("called", global);
  a = z();
  lambda(a, 9);
  show("lambda", a);
  a = torch::ones({2, 2});
  head(a, 9);
  show("head", a);
  a = z();
  strict(a, 20);
  show("strict", a);
  a = z();
  stops(a, 20, 7);
  show("stops", a);
  std::vector<torch::Tensor> v{z()};
  many(v, 12);
  show("many", v[0]);
  try {
    a = torch::zeros({3});
    plain(a, 5);
  } catch (const c10::Error& e) {
    std::cout << "error\n";
  }
  a = torch::zeros({2, 2}, torch::kInt);
  plain(a, 5);
  show("ints", a);
  try {
    a = torch::zeros({2, 2}, torch::kInt);
    aliased(a, torch::ones({2}), 5);
    show("float into int", a);
  } catch (const c10::Error& e) {
    std::cout << "no cast\n";
  }
}

// A small network learns sin(x): one hidden layer, Adam, gradients summed over the samples of a batch.
//
//     sine [CURVE.png [SAMPLES_AT_A_TIME]]
//
// What Clustrix finds: samples are independent but for the sums of loss and gradient, which become one all-reduce of
// partial sums in an order that does not hang on the number of devices. Batches follow one another.
#include "curve.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

constexpr int HIDDEN = 32, SAMPLES = 64, BATCH = 16, EPOCHS = 400;
constexpr int WEIGHTS = 3 * HIDDEN + 1;  // in, hidden bias, out; output bias

/// y = b + sum of out_j tanh(in_j x + bias_j): adds the gradient of the squared error to `gradient`, returns the error.
[[clustrix::cluster]]
double learn(const double* weights, const double* x, const double* y, const int* order, int begin, int end,
             double* gradient) {
  double loss = 0;
  for (int i = begin; i < end; ++i) {
    const int sample = order[i];
    double hidden[HIDDEN];
    double predicted = weights[3 * HIDDEN];
    for (int j = 0; j < HIDDEN; ++j) {
      hidden[j] = std::tanh(weights[j] * x[sample] + weights[HIDDEN + j]);
      predicted += weights[2 * HIDDEN + j] * hidden[j];
    }
    const double error = predicted - y[sample];
    loss += error * error;
    for (int j = 0; j < HIDDEN; ++j) {
      const double inner = 2 * error * weights[2 * HIDDEN + j] * (1 - hidden[j] * hidden[j]);
      gradient[j] += inner * x[sample];
      gradient[HIDDEN + j] += inner;
      gradient[2 * HIDDEN + j] += 2 * error * hidden[j];
    }
    gradient[3 * HIDDEN] += 2 * error;
  }
  return loss;
}

/// One step of Adam; `count` is the number of samples that the gradient is a sum of.
[[clustrix::cluster]]
void adam(std::vector<double>& weights, const std::vector<double>& gradient, std::vector<double>& mean,
          std::vector<double>& square, int step, int count) {
  const double rate = 0.01 * std::sqrt(1 - std::pow(0.999, step)) / (1 - std::pow(0.9, step));
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double slope = gradient[k] / count;
    mean[k] = 0.9 * mean[k] + 0.1 * slope;
    square[k] = 0.999 * square[k] + 0.001 * slope * slope;
    weights[k] -= rate * mean[k] / (std::sqrt(square[k]) + 1e-8);
  }
}

/// Epoch by epoch through the samples as `order` has them, `size` at a time; gradients add up until a batch is whole.
[[clustrix::cluster]]
void train(std::vector<double>& weights, const std::vector<double>& x, const std::vector<double>& y,
           const std::vector<int>& order, int size, std::vector<double>& curve) {
  std::vector<double> gradient(WEIGHTS), mean(WEIGHTS), square(WEIGHTS);
  int step = 0;
  for (int epoch = 0; epoch < EPOCHS; ++epoch) {
    double loss = 0;
    for (int begin = 0, end = 0; begin < SAMPLES; begin = end) {
      end = std::min(begin + size, begin / BATCH * BATCH + BATCH);
      const int first = epoch * SAMPLES;
      const double part =
          learn(weights.data(), x.data(), y.data(), order.data(), first + begin, first + end, gradient.data());
      loss += part;
      if (end % BATCH != 0) continue;
      adam(weights, gradient, mean, square, ++step, BATCH);
      for (double& slope : gradient) slope = 0;
    }
    curve[epoch] = loss / SAMPLES;
  }
}

int main(int argc, char** argv) {
  const int size = argc > 2 ? std::max(1, std::atoi(argv[2])) : BATCH;
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  std::vector<double> x, y, weights(WEIGHTS), curve(EPOCHS);
  for (int s = 0; s < SAMPLES; ++s) {
    x.push_back(-3.141592653589793 + 2 * 3.141592653589793 * s / (SAMPLES - 1));
    y.push_back(std::sin(x.back()));
  }
  for (double& weight : weights) weight = 0.5 * normal(random);
  std::vector<int> order(EPOCHS * SAMPLES);
  for (int epoch = 0; epoch < EPOCHS; ++epoch) {
    const auto begin = order.begin() + epoch * SAMPLES;
    std::iota(begin, begin + SAMPLES, 0);
    std::shuffle(begin, begin + SAMPLES, random);
  }
  train(weights, x, y, order, size, curve);
  for (int epoch = 0; epoch < EPOCHS; epoch += 57) std::printf("epoch %d loss %a\n", epoch, curve[epoch]);
  return argc < 2 || picture::curve(argv[1], curve) ? 0 : 1;
}

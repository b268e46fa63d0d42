// Logistic regression on a set in which one sample in twenty is positive, drawn so that both classes come up
// equally often.
//
//     imbalanced [CURVE.png]
//
// What Clustrix finds: a batch's samples are independent but for sums; the last batch of an epoch is smaller than the
// others. Which samples a batch has is drawn on the host, as an index list.
#include "curve.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

constexpr int FEATURES = 24, SAMPLES = 3000, BATCH = 128, EPOCHS = 20;

struct Data {
  std::vector<float> features;  // SAMPLES x FEATURES
  std::vector<int> positive;    // SAMPLES, 0 or 1
};

struct Scores {
  int truePositive = 0, falsePositive = 0, falseNegative = 0, trueNegative = 0;
};

/// The log-likelihood of the drawn samples; adds its gradient (the bias is the last) to `gradient`.
[[clustrix::cluster]]
double learn(const Data& data, const std::vector<int>& drawn, int begin, int end, const std::vector<double>& weights,
             std::vector<double>& gradient) {
  double loss = 0;
  for (int i = begin; i < end; ++i) {
    const float* row = data.features.data() + drawn[i] * FEATURES;
    double score = weights[FEATURES];
    for (int k = 0; k < FEATURES; ++k) score += weights[k] * row[k];
    const double probability = 1 / (1 + std::exp(-score));
    const int target = data.positive[drawn[i]];
    loss -= target != 0 ? std::log(probability + 1e-12) : std::log(1 - probability + 1e-12);
    for (int k = 0; k < FEATURES; ++k) gradient[k] += (probability - target) * row[k];
    gradient[FEATURES] += probability - target;
  }
  return loss;
}

/// Epoch by epoch through what was drawn.
[[clustrix::cluster]]
void train(const Data& data, const std::vector<int>& drawn, std::vector<double>& weights, std::vector<double>& curve) {
  std::vector<double> gradient(FEATURES + 1);
  for (int epoch = 0; epoch < EPOCHS; ++epoch) {
    double loss = 0;
    for (int batch = 0; batch < SAMPLES; batch += BATCH) {
      const int begin = epoch * SAMPLES + batch;
      const int count = std::min(BATCH, SAMPLES - batch);  // the last batch has what is left
      for (double& slope : gradient) slope = 0;
      const double partial = learn(data, drawn, begin, begin + count, weights, gradient);
      loss += partial;
      for (int k = 0; k <= FEATURES; ++k) weights[k] -= 0.5 * gradient[k] / count;
    }
    curve[epoch] = loss / SAMPLES;
  }
}

[[clustrix::cluster]]
Scores judge(const Data& data, const std::vector<double>& weights) {
  Scores scores;
  for (int s = 0; s < SAMPLES; ++s) {
    double score = weights[FEATURES];
    for (int k = 0; k < FEATURES; ++k) score += weights[k] * data.features[s * FEATURES + k];
    const bool predicted = score > 0, positive = data.positive[s] != 0;
    if (predicted && positive) ++scores.truePositive;
    if (predicted && !positive) ++scores.falsePositive;
    if (!predicted && positive) ++scores.falseNegative;
    if (!predicted && !positive) ++scores.trueNegative;
  }
  return scores;
}

/// Positive samples lie a little further along a few of the axes.
Data generate(std::mt19937& random) {
  std::normal_distribution<float> normal;
  std::bernoulli_distribution rare(0.05);
  Data data;
  for (int s = 0; s < SAMPLES; ++s) {
    data.positive.push_back(rare(random) ? 1 : 0);
    for (int k = 0; k < FEATURES; ++k)
      data.features.push_back(normal(random) + (data.positive.back() != 0 && k % 4 == 0 ? 1.0F : 0.0F));
  }
  return data;
}

int main(int argc, char** argv) {
  std::mt19937 random(7);
  const Data data = generate(random);
  int positives = 0;
  for (const int positive : data.positive) positives += positive;
  std::vector<double> chances;  // of each sample: those of a class share one half
  for (const int positive : data.positive) chances.push_back(0.5 / (positive != 0 ? positives : SAMPLES - positives));
  std::discrete_distribution<int> draw(chances.begin(), chances.end());
  std::vector<int> drawn(EPOCHS * SAMPLES);
  for (int& sample : drawn) sample = draw(random);
  std::vector<double> weights(FEATURES + 1), curve(EPOCHS);
  train(data, drawn, weights, curve);
  for (int epoch = 0; epoch < EPOCHS; epoch += 4) std::printf("epoch %d loss %a\n", epoch, curve[epoch]);
  const Scores scores = judge(data, weights);
  std::printf("%d positive samples of %d\nfound %d, missed %d, false alarms %d\n", positives, SAMPLES,
              scores.truePositive, scores.falseNegative, scores.falsePositive);
  return argc < 2 || picture::curve(argv[1], curve) ? 0 : 1;
}

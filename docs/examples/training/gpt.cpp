// A small language model in plain C++: embedding, layer norm, attention, a network per token, AdamW. It learns the text
// of a file, letter by letter.
//
//     gpt TEXT [STEPS [CURVE.png]]
//
// What Clustrix finds: every layer, forward and backward. Activations are independent for each token or head; gradients
// of weights are sums over tokens, for each weight in the order of the source, or all-reduced. The layers follow one
// another, and what one has written on a device stays there for the next.
#include "curve.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

struct Shape {
  int batch = 8, tokens = 64, channels = 64, heads = 4, layers = 2, letters = 0;
};

// ---- Layers: `out` from `in`, then the gradients d... from those of `out`, which add up.

/// out[b, t] = letters[in[b, t]] + places[t]; each row has `c` channels.
[[clustrix::cluster]]
void embed(float* out, const int* in, const float* letters, const float* places, int batch, int tokens, int c) {
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < tokens; ++t)
      for (int i = 0; i < c; ++i)
        out[(b * tokens + t) * c + i] = letters[in[b * tokens + t] * c + i] + places[t * c + i];
}

[[clustrix::cluster]]
void embedBack(float* dletters, float* dplaces, const float* dout, const int* in, int batch, int tokens, int c) {
  for (int b = 0; b < batch; ++b)
    for (int t = 0; t < tokens; ++t)
      for (int i = 0; i < c; ++i) {
        const float slope = dout[(b * tokens + t) * c + i];
        dletters[in[b * tokens + t] * c + i] += slope;
        dplaces[t * c + i] += slope;
      }
}

/// Each row of `c` values is shifted to mean 0 and scaled to variance 1, then weighted; mean and scale are kept.
[[clustrix::cluster]]
void normalise(float* out, float* mean, float* scale, const float* in, const float* weight, const float* bias, int rows,
               int c) {
  for (int r = 0; r < rows; ++r) {
    const float* x = in + r * c;
    float m = 0, v = 0;
    for (int i = 0; i < c; ++i) m += x[i];
    m /= c;
    for (int i = 0; i < c; ++i) v += (x[i] - m) * (x[i] - m);
    const float s = 1 / std::sqrt(v / c + 1e-5F);
    for (int i = 0; i < c; ++i) out[r * c + i] = (x[i] - m) * s * weight[i] + bias[i];
    mean[r] = m;
    scale[r] = s;
  }
}

[[clustrix::cluster]]
void normaliseBack(float* din, float* dweight, float* dbias, const float* dout, const float* in, const float* weight,
                   const float* mean, const float* scale, int rows, int c) {
  for (int r = 0; r < rows; ++r) {
    const float *x = in + r * c, *dy = dout + r * c;
    float slope = 0, inner = 0;
    for (int i = 0; i < c; ++i) {
      const float normal = (x[i] - mean[r]) * scale[r];
      slope += weight[i] * dy[i];
      inner += weight[i] * dy[i] * normal;
    }
    slope /= c;
    inner /= c;
    for (int i = 0; i < c; ++i) {
      const float normal = (x[i] - mean[r]) * scale[r];
      dbias[i] += dy[i];
      dweight[i] += normal * dy[i];
      din[r * c + i] += (weight[i] * dy[i] - slope - normal * inner) * scale[r];
    }
  }
}

/// out[r, o] = bias[o] + sum over i of in[r, i] weight[o, i]; there may be no bias.
[[clustrix::cluster]]
void linear(float* out, const float* in, const float* weight, const float* bias, int rows, int ins, int outs) {
  for (int r = 0; r < rows; ++r)
    for (int o = 0; o < outs; ++o) {
      float sum = bias != nullptr ? bias[o] : 0.0F;
      for (int i = 0; i < ins; ++i) sum += in[r * ins + i] * weight[o * ins + i];
      out[r * outs + o] = sum;
    }
}

[[clustrix::cluster]]
void linearBack(float* din, float* dweight, float* dbias, const float* dout, const float* in, const float* weight,
                int rows, int ins, int outs) {
  for (int r = 0; r < rows; ++r)
    for (int o = 0; o < outs; ++o) {
      const float slope = dout[r * outs + o];
      for (int i = 0; i < ins; ++i) din[r * ins + i] += weight[o * ins + i] * slope;
    }
  for (int o = 0; o < outs; ++o)
    for (int r = 0; r < rows; ++r) {
      const float slope = dout[r * outs + o];
      if (dbias != nullptr) dbias[o] += slope;
      for (int i = 0; i < ins; ++i) dweight[o * ins + i] += in[r * ins + i] * slope;
    }
}

/// Each token looks back: weights from queries and keys, kept in `att`, and their mean of the values. `in` has the
/// three side by side, `c` channels each; heads share the channels.
[[clustrix::cluster]]
void attend(float* out, float* att, const float* in, int batch, int tokens, int c, int heads) {
  const int size = c / heads;
  const float unit = 1 / std::sqrt(static_cast<float>(size));
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < tokens; ++t) {
        const float* query = in + (b * tokens + t) * 3 * c + h * size;
        float* a = att + ((b * heads + h) * tokens + t) * tokens;
        float most = -1e30F, sum = 0;
        for (int u = 0; u <= t; ++u) {
          const float* key = in + (b * tokens + u) * 3 * c + c + h * size;
          float dot = 0;
          for (int i = 0; i < size; ++i) dot += query[i] * key[i];
          a[u] = dot * unit;
          most = std::max(most, a[u]);
        }
        for (int u = 0; u <= t; ++u) {
          a[u] = std::exp(a[u] - most);
          sum += a[u];
        }
        for (int u = 0; u < tokens; ++u) a[u] = u <= t ? a[u] / sum : 0.0F;
        for (int i = 0; i < size; ++i) {
          float mean = 0;
          for (int u = 0; u <= t; ++u) mean += a[u] * in[(b * tokens + u) * 3 * c + 2 * c + h * size + i];
          out[(b * tokens + t) * c + h * size + i] = mean;
        }
      }
}

[[clustrix::cluster]]
void attendBack(float* din, float* datt, const float* dout, const float* in, const float* att, int batch, int tokens,
                int c, int heads) {
  const int size = c / heads;
  const float unit = 1 / std::sqrt(static_cast<float>(size));
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < tokens; ++t) {
        const float* a = att + ((b * heads + h) * tokens + t) * tokens;
        float* da = datt + ((b * heads + h) * tokens + t) * tokens;
        const float* dy = dout + (b * tokens + t) * c + h * size;
        const int from = (b * tokens + t) * 3 * c + h * size;
        float mean = 0;
        for (int u = 0; u <= t; ++u) {
          const int to = (b * tokens + u) * 3 * c + h * size;
          float dot = 0;
          for (int i = 0; i < size; ++i) {
            dot += in[to + 2 * c + i] * dy[i];
            din[to + 2 * c + i] += a[u] * dy[i];
          }
          da[u] = dot;
          mean += a[u] * dot;
        }
        for (int u = 0; u <= t; ++u) {
          const int to = (b * tokens + u) * 3 * c + h * size;
          const float slope = a[u] * (da[u] - mean) * unit;
          for (int i = 0; i < size; ++i) {
            din[from + i] += in[to + c + i] * slope;
            din[to + c + i] += in[from + i] * slope;
          }
        }
      }
}

/// The smooth step x (1 + tanh(...)) / 2.
[[clustrix::cluster]]
void gelu(float* out, const float* in, int count) {
  for (int i = 0; i < count; ++i)
    out[i] = 0.5F * in[i] * (1 + std::tanh(0.7978845608F * (in[i] + 0.044715F * in[i] * in[i] * in[i])));
}

[[clustrix::cluster]]
void geluBack(float* din, const float* in, const float* dout, int count) {
  for (int i = 0; i < count; ++i) {
    const float x = in[i], th = std::tanh(0.7978845608F * (x + 0.044715F * x * x * x));
    din[i] += dout[i] * (0.5F * (1 + th) + 0.5F * x * (1 - th * th) * 0.7978845608F * (1 + 3 * 0.044715F * x * x));
  }
}

/// out += in, in place.
[[clustrix::cluster]]
void add(float* out, const float* in, int count) {
  for (int i = 0; i < count; ++i) out[i] += in[i];
}

/// The mean cross-entropy of `scores` against `targets`, and its gradient.
[[clustrix::cluster]]
float crossEntropy(float* dscores, const float* scores, const int* targets, int rows, int letters) {
  float loss = 0;
  for (int r = 0; r < rows; ++r) {
    const float* score = scores + r * letters;
    float* slope = dscores + r * letters;
    float most = score[0], sum = 0;
    for (int k = 1; k < letters; ++k) most = std::max(most, score[k]);
    for (int k = 0; k < letters; ++k) {
      slope[k] = std::exp(score[k] - most);
      sum += slope[k];
    }
    loss -= std::log(slope[targets[r]] / sum);
    for (int k = 0; k < letters; ++k) slope[k] = (slope[k] / sum - (k == targets[r] ? 1.0F : 0.0F)) / rows;
  }
  return loss / rows;
}

[[clustrix::cluster]]
void adamw(float* weights, const float* slopes, float* mean, float* square, int count, int step) {
  const float meanBias = 1 - std::pow(0.9F, static_cast<float>(step));
  const float squareBias = 1 - std::pow(0.999F, static_cast<float>(step));
  for (int k = 0; k < count; ++k) {
    mean[k] = 0.9F * mean[k] + 0.1F * slopes[k];
    square[k] = 0.999F * square[k] + 0.001F * slopes[k] * slopes[k];
    weights[k] -= 2e-3F * (mean[k] / meanBias / (std::sqrt(square[k] / squareBias) + 1e-8F) + 0.01F * weights[k]);
  }
}

// ---- The model: weights and activations, each in one block with pointers into it; their gradients alike.

struct Layer {
  float *norm1, *bias1, *qkv, *qkvBias, *proj, *projBias, *norm2, *bias2, *up, *upBias, *down, *downBias;
};

struct Weights {
  std::vector<float> all;
  float *letters, *places, *norm, *bias;  // the letters' rows also score them at the end
  std::vector<Layer> layers;

  explicit Weights(const Shape& s) {
    const int c = s.channels;
    all.resize(static_cast<std::size_t>((s.letters + s.tokens + 2) * c + s.layers * (12 * c * c + 13 * c)));
    float* next = all.data();
    const auto take = [&](int count) { return std::exchange(next, next + count); };
    letters = take(s.letters * c), places = take(s.tokens * c), norm = take(c), bias = take(c);
    for (int l = 0; l < s.layers; ++l)
      layers.push_back({take(c), take(c), take(3 * c * c), take(3 * c), take(c * c), take(c), take(c), take(c),
                        take(4 * c * c), take(4 * c), take(4 * c * c), take(c)});
  }
};

struct Block {
  float *in, *norm1, *mean1, *scale1, *qkv, *att, *mixed, *middle, *norm2, *mean2, *scale2, *up, *bent;
};

struct Activations {
  std::vector<float> all;
  std::vector<Block> blocks;  // and one more, of which there is only what the last layer gives
  float *norm, *mean, *scale, *scores;

  explicit Activations(const Shape& s) {
    const int n = s.batch * s.tokens, c = s.channels, att = n * s.heads * s.tokens;
    all.resize(static_cast<std::size_t>(s.layers * (n * (16 * c + 4) + att) + n * (2 * c + 2 + s.letters)));
    float* next = all.data();
    const auto take = [&](int count) { return std::exchange(next, next + count); };
    for (int l = 0; l < s.layers; ++l)
      blocks.push_back({take(n * c), take(n * c), take(n), take(n), take(3 * n * c), take(att), take(n * c),
                        take(n * c), take(n * c), take(n), take(n), take(4 * n * c), take(4 * n * c)});
    blocks.push_back({take(n * c)});
    norm = take(n * c), mean = take(n), scale = take(n), scores = take(n * s.letters);
  }
};

[[clustrix::cluster]]
void forward(const Shape& s, const Weights& w, Activations& a, const int* in) {
  const int n = s.batch * s.tokens, c = s.channels;
  embed(a.blocks[0].in, in, w.letters, w.places, s.batch, s.tokens, c);
  for (int l = 0; l < s.layers; ++l) {
    const Layer& y = w.layers[l];
    const Block &x = a.blocks[l], &next = a.blocks[l + 1];
    normalise(x.norm1, x.mean1, x.scale1, x.in, y.norm1, y.bias1, n, c);
    linear(x.qkv, x.norm1, y.qkv, y.qkvBias, n, c, 3 * c);
    attend(x.mixed, x.att, x.qkv, s.batch, s.tokens, c, s.heads);
    linear(x.middle, x.mixed, y.proj, y.projBias, n, c, c);
    add(x.middle, x.in, n * c);
    normalise(x.norm2, x.mean2, x.scale2, x.middle, y.norm2, y.bias2, n, c);
    linear(x.up, x.norm2, y.up, y.upBias, n, c, 4 * c);
    gelu(x.bent, x.up, 4 * n * c);
    linear(next.in, x.bent, y.down, y.downBias, n, 4 * c, c);
    add(next.in, x.middle, n * c);
  }
  normalise(a.norm, a.mean, a.scale, a.blocks[s.layers].in, w.norm, w.bias, n, c);
  linear(a.scores, a.norm, w.letters, nullptr, n, c, s.letters);
}

/// `d.scores` has the gradient of the scores. Adds the gradients of the weights to `dw`.
[[clustrix::cluster]]
void backward(const Shape& s, const Weights& w, Weights& dw, const Activations& a, Activations& d, const int* in) {
  const int n = s.batch * s.tokens, c = s.channels;
  linearBack(d.norm, dw.letters, nullptr, d.scores, a.norm, w.letters, n, c, s.letters);
  normaliseBack(d.blocks[s.layers].in, dw.norm, dw.bias, d.norm, a.blocks[s.layers].in, w.norm, a.mean, a.scale, n, c);
  for (int l = s.layers - 1; l >= 0; --l) {
    const Layer &y = w.layers[l], &dy = dw.layers[l];
    const Block &x = a.blocks[l], &dx = d.blocks[l], &dnext = d.blocks[l + 1];
    add(dx.middle, dnext.in, n * c);
    linearBack(dx.bent, dy.down, dy.downBias, dnext.in, x.bent, y.down, n, 4 * c, c);
    geluBack(dx.up, x.up, dx.bent, 4 * n * c);
    linearBack(dx.norm2, dy.up, dy.upBias, dx.up, x.norm2, y.up, n, c, 4 * c);
    normaliseBack(dx.middle, dy.norm2, dy.bias2, dx.norm2, x.middle, y.norm2, x.mean2, x.scale2, n, c);
    add(dx.in, dx.middle, n * c);
    linearBack(dx.mixed, dy.proj, dy.projBias, dx.middle, x.mixed, y.proj, n, c, c);
    attendBack(dx.qkv, dx.att, dx.mixed, x.qkv, x.att, s.batch, s.tokens, c, s.heads);
    linearBack(dx.norm1, dy.qkv, dy.qkvBias, dx.qkv, x.norm1, y.qkv, n, c, 3 * c);
    normaliseBack(dx.in, dy.norm1, dy.bias1, dx.norm1, x.in, y.norm1, x.mean1, x.scale1, n, c);
  }
  embedBack(dw.letters, dw.places, d.blocks[0].in, in, s.batch, s.tokens, c);
}

/// One step of AdamW for each batch of text: `places` has where its rows begin in `codes`, `s.batch` for each step.
[[clustrix::cluster]]
void train(const Shape& s, Weights& w, const std::vector<int>& codes, const std::vector<int>& places,
           std::vector<float>& losses) {
  const int n = s.batch * s.tokens, count = static_cast<int>(w.all.size());
  Weights dw(s), mean(s), square(s);
  Activations a(s), d(s);
  std::vector<int> in(n), targets(n);
  for (int step = 0; step < static_cast<int>(losses.size()); ++step) {
    for (int b = 0; b < s.batch; ++b)
      for (int t = 0; t < s.tokens; ++t) {
        in[b * s.tokens + t] = codes[places[step * s.batch + b] + t];
        targets[b * s.tokens + t] = codes[places[step * s.batch + b] + t + 1];
      }
    forward(s, w, a, in.data());
    std::memset(dw.all.data(), 0, dw.all.size() * sizeof(float));
    std::memset(d.all.data(), 0, d.all.size() * sizeof(float));
    const float loss = crossEntropy(d.scores, a.scores, targets.data(), n, s.letters);
    backward(s, w, dw, a, d, in.data());
    adamw(w.all.data(), dw.all.data(), mean.all.data(), square.all.data(), count, step + 1);
    losses[step] = loss;
    if ((step + 1) % 5 == 0 || step == 0) std::printf("step %d loss %a\n", step + 1, loss);
  }
}

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "usage: gpt TEXT [STEPS [CURVE.png]]\n"), 2;
  std::ifstream file(argv[1]);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const int steps = argc > 2 ? std::max(1, std::atoi(argv[2])) : 100;
  Shape s;
  if (text.size() <= static_cast<std::size_t>(s.tokens) + 1)
    return std::fprintf(stderr, "gpt: %s is missing or has no more than %d letters\n", argv[1], s.tokens), 1;
  std::string alphabet;  // of what occurs
  std::vector<int> codes;
  for (const char letter : text) {
    if (alphabet.find(letter) == std::string::npos) alphabet += letter;
    codes.push_back(static_cast<int>(alphabet.find(letter)));
  }
  s.letters = static_cast<int>(alphabet.size());

  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 0.08F);
  Weights w(s);
  for (float& weight : w.all) weight = normal(random);
  const auto ones = [&](float* norm, float* bias) {
    for (int i = 0; i < s.channels; ++i) norm[i] = 1, bias[i] = 0;
  };
  ones(w.norm, w.bias);
  for (const Layer& layer : w.layers) ones(layer.norm1, layer.bias1), ones(layer.norm2, layer.bias2);
  std::uniform_int_distribution<int> anywhere(0, static_cast<int>(text.size()) - s.tokens - 1);
  std::vector<int> places;
  for (int k = 0; k < steps * s.batch; ++k) places.push_back(anywhere(random));

  std::vector<float> losses(steps);
  const auto begin = std::chrono::steady_clock::now();
  train(s, w, codes, places, losses);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::printf("seconds %.4g\n", seconds.count());
  return argc < 4 || picture::curve(argv[3], {losses.begin(), losses.end()}) ? 0 : 1;
}

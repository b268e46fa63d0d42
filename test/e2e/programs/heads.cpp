// Attention's heads share the channels of a row; queries, keys and values lie side by side. What is a row of what hangs on
// numbers of the run.
#include "show.h"

[[clustrix::cluster]]
void spread(int* out, const int* in, int batch, int tokens, int c, int heads, int size) {
  for (int b = 0; b < batch; ++b)         // want: parallel
    for (int h = 0; h < heads; ++h)       // want: parallel
      for (int t = 0; t < tokens; ++t)    // want: parallel
        for (int i = 0; i < size; ++i)    // want: parallel
          out[(b * tokens + t) * c + h * size + i] = in[(b * tokens + t) * c + h * size + i] + 7 * h + i;
}

[[clustrix::cluster]]
void mix(int* out, const int* in, int batch, int tokens, int c, int heads) {
  const int size = c / heads;
  for (int b = 0; b < batch; ++b)       // want: parallel
    for (int h = 0; h < heads; ++h)     // want: parallel
      for (int t = 0; t < tokens; ++t) {  // want: parallel
        const int* query = in + (b * tokens + t) * 3 * c + h * size;
        for (int i = 0; i < size; ++i) {  // want: parallel
          int sum = 0;
          for (int u = 0; u <= t; ++u) sum += query[i] * in[(b * tokens + u) * 3 * c + c + h * size + i];  // want: parallel
          out[(b * tokens + t) * c + h * size + i] = sum;
        }
      }
}

[[clustrix::cluster]]
void mixBack(int* din, const int* in, int batch, int tokens, int c, int heads, int size) {
  for (int b = 0; b < batch; ++b)       // want: parallel
    for (int h = 0; h < heads; ++h)     // want: parallel
      for (int t = 0; t < tokens; ++t) {
        const int from = (b * tokens + t) * 3 * c + h * size;
        for (int u = 0; u <= t; ++u) {
          const int to = (b * tokens + u) * 3 * c + h * size;
          for (int i = 0; i < size; ++i) {
            din[from + i] = (din[from + i] * 3 + in[to + c + i]) % 1009;
            din[to + c + i] = (din[to + c + i] * 5 - in[from + i]) % 1013;
            din[to + 2 * c + i] = (din[to + 2 * c + i] * 7 + in[from + i] * in[to + i]) % 1019;
          }
        }
      }
}

int main() {
  Random random(51);
  std::vector<int> in(9000), out(9000);
  random.fillBelow(in, 1000);
  const int batch = 5, tokens = 7;
  spread(out.data(), in.data(), batch, tokens, 24, 4, 6);
  show("whole", out);
  spread(out.data(), in.data(), batch, tokens, 31, 4, 6);
  show("gaps", out);
  spread(out.data(), in.data(), batch, tokens, 11, 4, 6);  // heads lie over those of the next token
  show("over", out);
  spread(out.data(), in.data(), batch, tokens, 0, 4, 6);
  spread(out.data(), in.data(), batch, tokens, 24, 4, 0);
  spread(out.data() + 4000, in.data() + 4000, batch, tokens, -24, 4, 6);
  show("odd", out);
  for (int heads : {1, 3, 4, 24}) {
    mix(out.data(), in.data(), batch, tokens, 24, heads);
    show("mixed", out);
  }
  for (int size : {6, 8, 13, 24, 1}) {  // from 8 on, heads lie over each other and over keys
    std::vector<int> din(9000);
    mixBack(din.data(), in.data(), batch, tokens, 24, 4, size);
    show("back", din);
  }
}

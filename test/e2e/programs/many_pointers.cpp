// Many pointers in one loop: one guard for all of them. Calls in which two of them overlap must find the loop as written.
#include "show.h"

[[clustrix::cluster]]
void spread(const double* a, double* p0, double* p1, double* p2, double* p3, double* p4, double* p5, double* p6,
            double* p7, double* p8, double* p9, double* p10, double* p11, double* p12, double* p13, double* p14,
            double* p15, double* p16, double* p17, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    p0[i] = a[i];
    p1[i] = a[i] + 1;
    p2[i] = a[i] + 2;
    p3[i] = a[i] + 3;
    p4[i] = a[i] + 4;
    p5[i] = a[i] + 5;
    p6[i] = a[i] + 6;
    p7[i] = a[i] + 7;
    p8[i] = a[i] + 8;
    p9[i] = a[i] + 9;
    p10[i] = a[i] + 10;
    p11[i] = a[i] + 11;
    p12[i] = a[i] + 12;
    p13[i] = a[i] + 13;
    p14[i] = a[i] + 14;
    p15[i] = a[i] + 15;
    p16[i] = a[i] + 16;
    p17[i] = p0[i] * p16[i];
  }
}

[[clustrix::cluster]]
void add_up(const double* a, double& s0, double& s1, double& s2, double& s3, double& s4, double& s5, double& s6,
            double& s7, double& s8, double& s9, double& s10, double& s11, double& s12, double& s13, double& s14,
            double& s15, double& s16, double& s17, double& s18, double& s19, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    s0 += a[i];
    s1 += a[i] * 1;
    s2 += a[i] * 2;
    s3 += a[i] * 3;
    s4 += a[i] * 4;
    s5 += a[i] * 5;
    s6 += a[i] * 6;
    s7 += a[i] * 7;
    s8 += a[i] * 8;
    s9 += a[i] * 9;
    s10 += a[i] * 10;
    s11 += a[i] * 11;
    s12 += a[i] * 12;
    s13 += a[i] * 13;
    s14 += a[i] * 14;
    s15 += a[i] * 15;
    s16 += a[i] * 16;
    s17 += a[i] * 17;
    s18 += a[i] * 18;
    s19 += a[i] * 19;
  }
}

static void spread_over(const char* name, const std::vector<int>& begins, int source, int n) {
  std::vector<double> memory(4000);
  for (int i = 0; i < 4000; ++i) memory[i] = i % 17;
  double* const m = memory.data();
  const std::vector<int>& b = begins;
  spread(m + source, m + b[0], m + b[1], m + b[2], m + b[3], m + b[4], m + b[5], m + b[6], m + b[7], m + b[8],
         m + b[9], m + b[10], m + b[11], m + b[12], m + b[13], m + b[14], m + b[15], m + b[16], m + b[17], n);
  show(name, memory);
}

static void add_up_into(const char* name, int source, int same, int n) {
  std::vector<double> memory(400);
  for (int i = 0; i < 400; ++i) memory[i] = i % 7;
  double* const m = memory.data();
  double* const s = m + 300;
  add_up(m + source, s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10], s[11], s[12], s[13], s[14],
         s[15], s[16], s[17], s[18], s[same], n);
  show(name, memory);
}

int main() {
  std::vector<int> apart;
  for (int k = 0; k < 18; ++k) apart.push_back(200 + k * 200);
  spread_over("apart", apart, 0, 200);
  spread_over("none", apart, 0, 0);
  spread_over("few", apart, 0, 2);
  std::vector<int> meet = apart;
  meet[5] = meet[11] + 100;
  spread_over("two meet", meet, 0, 200);
  spread_over("two touch", meet, 0, 100);
  meet = apart;
  meet[3] = meet[16];
  spread_over("two are one", meet, 0, 200);
  spread_over("source in a target", apart, 3100, 200);
  spread_over("source and a target are one", apart, 200, 200);
  add_up_into("sums", 0, 19, 200);
  add_up_into("sums of one variable", 0, 4, 200);
  add_up_into("sums over a sum", 150, 19, 200);
}

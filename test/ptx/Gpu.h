// The modelled GPU: an H100, unless the environment says otherwise (CLUSTRIX_PTX_SMS and so on, see README.md).
#pragma once

namespace ptx {

struct Gpu {
  int processors = 132;
  double hertz = 1.7e9;
  double dramBytes = 3.35e12;  // a second
  double l2Bytes = 5.5e12;     // a second
  double fp64 = 34e12;         // operations a second, a product and a sum being two
  double fp32 = 67e12;
  int l1Latency = 35;  // cycles
  int l2Latency = 250;
  int dramLatency = 500;
  int sharedLatency = 29;
  double l1KB = 192;
  double l2MB = 50;
};

const Gpu& gpu();

}  // namespace ptx

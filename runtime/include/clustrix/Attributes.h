// The macros of the project: CLUSTRIX_HD marks code for host and device, CLUSTRIX_UNROLL loops that device code has
// written out, CLUSTRIX_CLUSTER writes the annotation.
//
// `[[clustrix::cluster]]` is an attribute that every C++ compiler may ignore, and some warn when they do. The macro
// spells it for Clang, which the rewriting tool is built on, without that warning, and vanishes elsewhere.
#pragma once

#ifdef __CUDACC__
#define CLUSTRIX_HD __host__ __device__
#else
#define CLUSTRIX_HD
#endif

#if defined(__CUDA_ARCH__)
#define CLUSTRIX_UNROLL _Pragma("unroll")
#else
#define CLUSTRIX_UNROLL
#endif

#if defined(__clang__) && !defined(__CUDACC__)
#define CLUSTRIX_CLUSTER(...)                                                                   \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wunknown-attributes\"") \
      [[clustrix::cluster(__VA_ARGS__)]] _Pragma("clang diagnostic pop")
#else
#define CLUSTRIX_CLUSTER(...)
#endif

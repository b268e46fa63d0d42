// Subscripts as people mean them: from one polynomial to a position in each dimension.
//
//     a[i*m + j], a[(i-1)*m + j + 1]     strides {m, 1}, sizes {m}     positions (i, j), (i-1, j+1)
//
// A pair of subscripts denotes the same element exactly when all positions agree, provided that every position but the
// outermost lies in 0 .. size-1. That proviso is the caller's to prove or to guard. After: Grosser et al. 2015.
#pragma once

#include "Analysis/Facts.h"

#include <vector>

namespace clustrix::compiler {

struct Dimensions {
  /// sizes[d] is the extent of dimension d + 1; the outermost has none. Over parameters.
  std::vector<Polynomial> sizes;
  /// For each subscript its position in each dimension, outermost first: sizes.size() + 1 of them.
  std::vector<std::vector<Polynomial>> positions;
};

/// Ways to read `subscripts` of one array, the likeliest first. Subscripts that are affine over the counters have one
/// dimension and no sizes. Empty when no way is found.
std::vector<Dimensions> delinearise(const Facts& facts, const std::vector<Polynomial>& subscripts);

/// Further ways for subscripts that are affine over the counters: rows whose length is a coefficient. Empty when no
/// coefficient suggests one.
std::vector<Dimensions> inFixedRows(const Facts& facts, const std::vector<Polynomial>& subscripts);

/// Strides of which none is known to be a multiple of the next: `a[k*sz + j*sy + i]` has sz, sy and 1. Two subscripts
/// denote the same element exactly when all positions agree, provided that what lies inside each stride, `j*sy + i` and
/// `i`, keeps to 0 .. stride-1.
struct FreeStrides {
  std::vector<Polynomial> strides;  // outermost first, the last one is 1
  std::vector<std::vector<Polynomial>> positions;
};

/// First in the order of the loops: the outermost has the longest stride, or the shortest where it steps by elements.
/// Then in the other orders in which multiples come first: of `a[(b*n + t)*c + h*size + i]`, loops b, h, t, i, the
/// strides may be n*c, size, c, 1 or n*c, c, size, 1.
std::vector<FreeStrides> inFreeStrides(const Facts& facts, const std::vector<Polynomial>& subscripts);

/// The same with planes, so many numbers apart as a parameter says that multiplies no counter: of `a[y*w + x]` and
/// `a[2*s + y*w + x]` they are s, w and 1, of `a[t*3*c + h*size + i]` and `a[t*3*c + c + h*size + i]` 3*c, c, size
/// and 1.
std::vector<FreeStrides> inPlanes(const Facts& facts, const std::vector<Polynomial>& subscripts);

}  // namespace clustrix::compiler

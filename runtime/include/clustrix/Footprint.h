// Footprint: which elements of which arrays a chunk of iterations touches, told by the rewritten file.
//
//     touched.writes(a_).box(chunk.begin * m, {m, chunk.size()}, {1, trips(m, 1)});
//
// means the elements { chunk.begin * m + r * m + c : 0 <= r < chunk.size(), 0 <= c < m } of `a`: rows of a matrix.
// The members are implemented in the runtime's library, so that these headers need no container.
#pragma once

#include "clustrix/Array.h"
#include "clustrix/Index.h"
#include "clustrix/Inspection.h"

namespace clustrix {

/// `count` positions, `stride` elements apart; either may be negative, and no position is meant when count <= 0.
struct Dimension {
  constexpr Dimension() = default;
  template <class Stride, class Count>
  constexpr Dimension(Stride stride_, Count count_)
      : stride(static_cast<Index>(stride_)), count(static_cast<Index>(count_)) {}

  Index stride = 1;
  Index count = 1;
};

/// The positions from `from` to `to`, both inclusive, `stride` elements apart; none when from > to.
struct Positions {
  constexpr Positions() = default;
  template <class Stride, class From, class To>
  constexpr Positions(Stride stride_, From from_, To to_)
      : stride(static_cast<Index>(stride_)), from(static_cast<Index>(from_)), to(static_cast<Index>(to_)) {}

  Index stride = 0;
  Index from = 0;
  Index to = 0;
};

/// Element positions of one array, relative to its base.
class Region {
 public:
  /// Adds { begin + sum(position_d * stride_d) : 0 <= position_d < count_d }. Strides in any order and sign.
  Region& box(Index begin, Dimension d0 = {}, Dimension d1 = {}, Dimension d2 = {}, Dimension d3 = {},
              Dimension d4 = {}, Dimension d5 = {}, Dimension d6 = {}, Dimension d7 = {});
  /// The same for any number of dimensions.
  Region& box(Index begin, const Dimension* dimensions, int count);
  /// Adds { begin + sum(position_p * stride_p) : from_p <= position_p <= to_p }. Strides in any order and sign.
  Region& between(Index begin, Positions p0, Positions p1 = {}, Positions p2 = {}, Positions p3 = {});
  /// What is added is known only where these numbers of a list are: see Inspection.h.
  Region& given(const ListedValues& values);
  /// What is added lies in the array's extent, or it is not known.
  Region& inside();
  /// The array's whole extent. Without one it is not known what of the array is touched, and no device runs the loop.
  Region& whole();

  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

 protected:
  Region() = default;
  ~Region() = default;
};

enum class Access : unsigned char {
  Reads,     // exactly these elements are read by some iteration of the chunk
  MayRead,   // at most these: left out where memory is not readable
  Writes,    // exactly these are written, each certainly: not copied in, and copied back in exact pieces
  MayWrite,  // at most these: copied in, and only bytes that changed go back
  Combines,  // at most these are combined into: blocks of iterations have copies, and nothing is moved
  Owns,      // at most these are each iteration's own: see Workspace.h. Of the program's, the last one may write them
};

class Footprint {
 public:
  template <class T>
  Region& reads(Array<T> array) {
    return region(array.id, Access::Reads);
  }
  template <class T>
  Region& mayRead(Array<T> array) {
    return region(array.id, Access::MayRead);
  }
  template <class T>
  Region& writes(Array<T> array) {
    return region(array.id, Access::Writes);
  }
  template <class T>
  Region& mayWrite(Array<T> array) {
    return region(array.id, Access::MayWrite);
  }
  /// Of an array that Loop::combined has made.
  template <class T>
  Region& combines(Array<T> array) {
    return region(array.id, Access::Combines);
  }
  /// Of an array of which the kernel has a Workspace.
  template <class T>
  Region& owns(Array<T> array) {
    return region(array.id, Access::Owns);
  }

  Footprint(const Footprint&) = delete;
  Footprint& operator=(const Footprint&) = delete;

 protected:
  Footprint() = default;
  ~Footprint() = default;

 private:
  Region& region(int array, Access access);
};

}  // namespace clustrix

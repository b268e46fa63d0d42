#include "Carries.h"

#include "Context.h"

namespace ptx {
namespace {

enum Mode { handsOn = 1, takes = 2, highHalf = 4, signedProduct = 8 };

template <class U>
U halfOfProduct(u64 a, u64 b, int mode) {
  constexpr int bits = sizeof(U) * 8;
  using S = std::make_signed_t<U>;
  const u128 product = mode & signedProduct ? static_cast<u128>(s128(fromBits<S>(a)) * s128(fromBits<S>(b)))
                                            : u128(fromBits<U>(a)) * u128(fromBits<U>(b));
  return static_cast<U>(mode & highHalf ? product >> bits : product);
}

template <class U, Carry operation>
void execute(Context& at, const Instruction& in) {
  constexpr int bits = sizeof(U) * 8;
  u64* d = at.row(in.row[0]);
  const u64* a = at.row(in.row[1]);
  const u64* b = at.row(in.row[2]);
  const u64* c = operation == Carry::productAdd ? at.row(in.row[3]) : nullptr;
  u32 carries = at.warp->carry;
  forEachLane(at.mask, [&](int l) {
    const u128 x = fromBits<U>(a[l]);
    const u128 y = fromBits<U>(b[l]);
    const u32 taken = in.mode & takes ? carries >> l & 1 : 0;
    u128 value;
    if constexpr (operation == Carry::sum) {
      value = x + y + taken;
    } else if constexpr (operation == Carry::difference) {
      value = x - y - taken;
    } else {
      value = u128(halfOfProduct<U>(a[l], b[l], in.mode)) + fromBits<U>(c[l]) + taken;
    }
    d[l] = toBits<U>(static_cast<U>(value));
    if (in.mode & handsOn) carries = (carries & ~(1u << l)) | (static_cast<u32>(value >> bits & 1) << l);
  });
  at.warp->carry = carries;
}

template <Carry operation>
Execute chosen(const Instruction& in) {
  return sizeOf(in.type) == 8 ? &execute<u64, operation> : &execute<u32, operation>;
}

}  // namespace

Execute carried(Carry operation, Instruction& in) {
  in.mode = (in.has("cc") ? handsOn : 0) | (in.words[0].back() == 'c' ? takes : 0) | (in.has("hi") ? highHalf : 0) |
            (isSigned(in.type) ? signedProduct : 0);
  switch (operation) {
    case Carry::sum:
      return chosen<Carry::sum>(in);
    case Carry::difference:
      return chosen<Carry::difference>(in);
    default:
      return chosen<Carry::productAdd>(in);
  }
}

}  // namespace ptx

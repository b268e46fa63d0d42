#include "Words.h"

#include <unordered_map>

namespace ptx {
namespace {

template <class Map>
auto found(const Map& map, const std::string& name) {
  const auto at = map.find(name);
  return at == map.end() ? std::nullopt : std::optional(at->second);
}

}  // namespace

std::optional<Type> typeNamed(const std::string& word) {
  static const std::unordered_map<std::string, Type> names = {
      {"b8", Type::b8},   {"b16", Type::b16}, {"b32", Type::b32}, {"b64", Type::b64}, {"u8", Type::u8},
      {"u16", Type::u16}, {"u32", Type::u32}, {"u64", Type::u64}, {"s8", Type::s8},   {"s16", Type::s16},
      {"s32", Type::s32}, {"s64", Type::s64}, {"f32", Type::f32}, {"f64", Type::f64}, {"pred", Type::pred}};
  return found(names, word);
}

std::optional<SpecialRow> specialRegister(const std::string& name) {
  // Clocks stand still: time is modelled apart from what programs see.
  static const std::unordered_map<std::string, SpecialRow> names = {
      {"%tid.x", tidX},         {"%tid.y", tidY},         {"%tid.z", tidZ},          {"%ctaid.x", ctaX},
      {"%ctaid.y", ctaY},       {"%ctaid.z", ctaZ},       {"%ntid.x", ntidX},        {"%ntid.y", ntidY},
      {"%ntid.z", ntidZ},       {"%nctaid.x", nctaX},     {"%nctaid.y", nctaY},      {"%nctaid.z", nctaZ},
      {"%laneid", laneId},      {"%warpid", warpId},      {"%lanemask_lt", maskLt},  {"%lanemask_le", maskLe},
      {"%lanemask_gt", maskGt}, {"%lanemask_ge", maskGe}, {"%lanemask_eq", maskEq},  {"%clock", zeroRow},
      {"%clock_hi", zeroRow},   {"%clock64", zeroRow},    {"%globaltimer", zeroRow}, {"%smid", zeroRow}};
  return found(names, name);
}

}  // namespace ptx

// The few isl calls whose answers need translation into values; see the header for the rules of errors.
#include "Support/Isl.h"

#include <isl/options.h>

#include <algorithm>
#include <cstdlib>

namespace clustrix::compiler::isl {
namespace {

/// Of a matrix that is small: a step takes a microsecond or two.
constexpr unsigned long kFewNumbers = 100;

Answer toAnswer(isl_bool value) {
  if (value == isl_bool_error) return Answer::Unknown;
  return value == isl_bool_true ? Answer::Yes : Answer::No;
}

std::string takeText(char* text) {
  std::string result = text ? text : "";
  std::free(text);
  return result;
}

}  // namespace

Context::Context(unsigned long operations) : context_(isl_ctx_alloc()), operations_(operations) {
  isl_options_set_on_error(get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(get(), operations);
}

void Context::expect(std::size_t rows, std::size_t columns) const {
  const unsigned long numbers = std::max<unsigned long>(rows, 1) * std::max<unsigned long>(columns, 1);
  const unsigned long most = isl_ctx_get_max_operations(get()), steps = operations_ / (1 + numbers / kFewNumbers);
  // 0 would be no bound at all.
  isl_ctx_set_max_operations(get(), std::min(most, std::max(steps, 1ul)));
}

bool Context::exhausted() const { return isl_ctx_last_error(get()) != isl_error_none; }

Answer isEmpty(const BasicSet& set) { return toAnswer(isl_basic_set_is_empty(set.get())); }
Answer isEmpty(const Set& set) { return toAnswer(isl_set_is_empty(set.get())); }
Answer isSubset(const Set& inner, const Set& outer) { return toAnswer(isl_set_is_subset(inner.get(), outer.get())); }

std::optional<std::int64_t> toInteger(const Val& value) {
  if (!value || isl_val_is_int(value.get()) != isl_bool_true) return std::nullopt;
  // isl_val_get_num_si wraps what does not fit: compare before.
  isl_ctx* const context = isl_val_get_ctx(value.get());
  const Val low(isl_val_int_from_si(context, INT64_MIN));
  const Val high(isl_val_int_from_si(context, INT64_MAX));
  if (isl_val_ge(value.get(), low.get()) != isl_bool_true) return std::nullopt;
  if (isl_val_le(value.get(), high.get()) != isl_bool_true) return std::nullopt;
  return isl_val_get_num_si(value.get());
}

std::string toString(const Set& set) { return set ? takeText(isl_set_to_str(set.get())) : ""; }
std::string toString(const BasicSet& set) { return set ? takeText(isl_basic_set_to_str(set.get())) : ""; }

}  // namespace clustrix::compiler::isl

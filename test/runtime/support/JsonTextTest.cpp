#include "support/JsonText.h"

#include <catch2/catch.hpp>

using clustrix::runtime::jsonText;

TEST_CASE("quotes, backslashes and control characters are escaped, and nothing else") {
  CHECK(jsonText("") == "\"\"");
  CHECK(jsonText("a \"b\" \\ c\n\x1f/") == "\"a \\\"b\\\" \\\\ c\\u000a\\u001f/\"");
  CHECK(jsonText("Größe € 𝄞") == "\"Größe € 𝄞\"");
}

TEST_CASE("bytes that are no UTF-8 are replaced, each by one character") {
  const std::string gone = "\xEF\xBF\xBD";
  CHECK(jsonText("a\xFF"
                 "b") == "\"a" + gone + "b\"");
  CHECK(jsonText("\xC3") == "\"" + gone + "\"");
  CHECK(jsonText("\xE2\x82") == "\"" + gone + gone + "\"");
  CHECK(jsonText("\xC0\x80") == "\"" + gone + gone + "\"");             // overlong
  CHECK(jsonText("\xED\xA0\x80") == "\"" + gone + gone + gone + "\"");  // a surrogate
  CHECK(jsonText("\xF4\x90\x80\x80") == "\"" + gone + gone + gone + gone + "\"");
}

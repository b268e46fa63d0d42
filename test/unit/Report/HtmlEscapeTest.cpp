#include "Report/HtmlEscape.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

TEST_CASE("what means something to HTML is escaped, also within attributes") {
  CHECK(escaped("a < b && c > \"d\" 'e'") == "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(escaped("&lt;") == "&amp;lt;");
  CHECK(escaped("").empty());
}

TEST_CASE("text in UTF-8 stays as it is, up to the last character that there is") {
  for (const char* text : {"\xC2\xA0", "\xDF\xBF", "é", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "∇·u",
                           "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBD"})
    CHECK(escaped(text) == text);
}

TEST_CASE("each byte that is no UTF-8 is replaced, and what follows is read anew") {
  const std::string bad = "\xEF\xBF\xBD";
  CHECK(escaped("\x80") == bad);
  CHECK(escaped("caf\xE9 <") == "caf" + bad + " &lt;");         // Latin 1
  CHECK(escaped("\xE2\x82") == bad + bad);                      // ends too early
  CHECK(escaped("\xE2<\x82") == bad + "&lt;" + bad);            // no byte hides a bracket
  CHECK(escaped("\xC0\xBC") == bad + bad);                      // an overlong `<`
  CHECK(escaped("\xE0\x9F\xBF") == bad + bad + bad);            // overlong
  CHECK(escaped("\xF0\x8F\xBF\xBF") == bad + bad + bad + bad);  // overlong
  CHECK(escaped("\xED\xA0\x80") == bad + bad + bad);            // a surrogate
  CHECK(escaped("\xF4\x90\x80\x80") == bad + bad + bad + bad);  // beyond U+10FFFF
  CHECK(escaped("\xF5\x80\x80\x80") == bad + bad + bad + bad);
  CHECK(escaped("\xFF") == bad);
}

TEST_CASE("control characters are shown by the pictures that Unicode has of them") {
  using namespace std::string_view_literals;
  CHECK(escaped("a\0b"sv) == "a\u2400b");
  CHECK(escaped("\x1b[31m\x7f") == "\u241b[31m\u2421");
  CHECK(escaped("\t1\r\n2") == "\t1\n2");
  CHECK(escaped("\xC2\x85") == "\uFFFD\uFFFD");  // C1, which HTML forbids
}

// What comes from a source, as a page may hold it: names, messages, lines of text.
//
//     a < b && "x"  ──escaped──►  a &lt; b &amp;&amp; &quot;x&quot;
//
// Sources hold any bytes. The page is valid UTF-8 all the same, and has no character that HTML forbids.
#pragma once

#include <string>
#include <string_view>

namespace clustrix::compiler {

/// Good as text and as an attribute's value in quotes. Bytes that are no UTF-8 become U+FFFD, one each; control
/// characters the pictures that Unicode has of them (U+2400 and on). Tabs and newlines stay, `\r` goes.
std::string escaped(std::string_view text);

}  // namespace clustrix::compiler

// Spellings: other ways to write what a file says, put into plain words before it is read. All that looks at the text
// itself then knows one way only.
//
//     <:<:clustrix::cluster:>:>  %:pragma  <% %>        [[clustrix::cluster]]  #pragma  { }
//     gr\u00F6\u00DFe                                     größe
//     to\ (a line)                                      tot\ (a line)
//     t = 1;                                              = 1;
#pragma once

#include "Source/ChangedText.h"

#include <string>
#include <vector>

namespace clustrix::compiler {

/// The changes of digraphs, universal character names and identifiers that go on in the next line, in a text that
/// speaks of Clustrix.
std::vector<TextChange> plainSpellings(const std::string& text);

}  // namespace clustrix::compiler

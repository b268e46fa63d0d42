// What the preprocessor does not see of what becomes of a source: the nearest clustrix.yml, and the rewriter. Caches of
// compilers (ccache) know a source by its preprocessed text, so that is told at its end.
//
//     # 1 "/home/me/code/clustrix.yml"             a file that the text depends on
//     #ident "clustrix 6d0f3a9c5e21b874"           what is in it, and which rewriter it is
#pragma once

#include <filesystem>
#include <string>

namespace clustrix::tools {

/// The lines for a source. Where a nearer clustrix.yml may appear it is named as well: a cache that looks at the named
/// files alone then looks at the text each time.
std::string configurationMarks(const std::filesystem::path& source, const std::filesystem::path& rewriter);

}  // namespace clustrix::tools

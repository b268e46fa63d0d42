// The sample of Sample.h with what would be generated of it, for the tests of the page's parts.
#pragma once

#include "Report/HtmlPage.h"
#include "Sample.h"

namespace clustrix::compiler {

inline const std::string sampleRewritten =
    "#include <clustrix/runtime.h>\n"                                                     // 1
    "#line 1 \"dir/s.cpp\"\n"                                                             // 2
    "namespace clustrix_s_cpp_1 { namespace {\n"                                          // 3
    "// dir/s.cpp:4: for (int i = 0; i < n; ++i)\n"                                       // 4
    "struct step_4 {\n"                                                                   // 5
    "  CLUSTRIX_HD void operator()(clustrix::Index k) const {\n"                          // 6
    "#line 5 \"dir/s.cpp\"\n"                                                             // 7
    "      a[i] = b[i] < 1 && n > 2 ? a[i] : \"&<>'\"[0];\n"                              // 8
    "  }\n"                                                                               // 9
    "};\n"                                                                                // 10
    "} }  // namespace clustrix_s_cpp_1\n"                                                // 11
    "#line 1 \"dir/s.cpp\"\n"                                                             // 12
    "[[clustrix::cluster]]\n"                                                             // 13
    "void step(double* a, const double* b, int n) { clustrix::Residency residency;\n"     // 14
    "  for (int t = 0; t < 9; ++t) {\n"                                                   // 15
    "    {\n"                                                                             // 16
    "      const clustrix::Launch launch = clustrix::Launch([&] {\n"                      // 17
    "        static constexpr clustrix::Site site{\"ns::step\", \"dir/s.cpp\", 4, 5};\n"  // 18
    "      });\n"                                                                         // 19
    "      if (!launch.ran()) {\n"                                                        // 20
    "#line 4 \"dir/s.cpp\"\n"                                                             // 21
    "    for (int i = 0; i < n; ++i)\n"                                                   // 22
    "      a[i] = b[i] < 1 && n > 2 ? a[i] : \"&<>'\"[0];\n"                              // 23
    "      }\n"                                                                           // 24
    "    }\n"                                                                             // 25
    "#line 6 \"dir/s.cpp\"\n"                                                             // 26
    "    for (int i = 1; i < n; ++i)\n"                                                   // 27
    "      a[i] += a[i - 1];\n"                                                           // 28
    "  }\n"                                                                               // 29
    "}\n";                                                                                // 30

/// What a page refers to, kept together with it.
struct SamplePage {
  explicit SamplePage(Report shown = sampleReport(),
                      std::vector<SourceText> texts = {{"dir/s.cpp", sampleText, sampleRewritten}})
      : report(std::move(shown)), sources(std::move(texts)), page(readPage(report, sources)) {}
  SamplePage(const SamplePage&) = delete;
  SamplePage& operator=(const SamplePage&) = delete;

  Report report;
  std::vector<SourceText> sources;
  Page page;
};

inline std::size_t countOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}
inline bool contains(const std::string& text, const std::string& part) { return countOf(text, part) > 0; }

/// Whether they stand in `text` in this order, each behind the one before.
inline bool containsInOrder(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    at = text.find(part, at);
    if (at == std::string::npos) return false;
    at += part.size();
  }
  return true;
}

}  // namespace clustrix::compiler

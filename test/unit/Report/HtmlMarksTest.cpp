#include "Report/HtmlMarks.h"

#include "HtmlSample.h"

#include <catch2/catch.hpp>

#include <set>

using namespace clustrix::compiler;

TEST_CASE("no two verdicts have a class, a sign or a name in common") {
  std::set<std::string> classes, names, shortNames;
  for (const Verdict which : verdicts) {
    classes.insert(className(which));
    names.insert(signOf(which));
    shortNames.insert(shortName(which));
  }
  CHECK(classes.size() == verdicts.size());
  CHECK(names.size() == verdicts.size());
  CHECK(shortNames.size() == verdicts.size());
}

TEST_CASE("the filter knows a loop's verdict, its kinds, and whether an audit has found a fault") {
  LoopReport loop = sampleReport().functions[0].loops[1];
  CHECK(tagsOf(loop) == std::vector<std::string>{"spread", "parallel", "guarded", "reduction"});
  loop.audit = AuditWords{{"1 launch: no fault"}, false};
  CHECK(tagsOf(loop).size() == 4);
  loop.audit->hasFault = true;
  CHECK(tagsOf(loop).back() == "fault");
  CHECK(tagsOf(sampleReport().functions[0].loops[2]) == std::vector<std::string>{"serial"});
}

TEST_CASE("a tag says the verdict in the words of all formats") {
  const LoopReport loop = sampleReport().functions[0].loops[1];
  CHECK(tag(loop) == "<span class=\"tag spread\"><span aria-hidden=\"true\">◆</span> parallelised over devices</span>");
}

TEST_CASE("a function's signs count its loops, and leave out what it has none of") {
  const std::string html = signs(sampleReport().functions[0]);
  CHECK(contains(html, "title=\"1 over devices\">◆1<"));
  CHECK(contains(html, "title=\"2 serial\">✕2<"));
  CHECK(countOf(html, "<span") == 2);
  CHECK(signs({}).empty());
}

TEST_CASE("the legend has every clause that a loop can be described by") {
  const std::string html = legend();
  LoopReport loop;
  for (const bool parallel : {false, true})
    for (const Mapped mapped : {Mapped::Devices, Mapped::Cpu, Mapped::Threads, Mapped::Sequential, Mapped::Host}) {
      loop.parallel = parallel;
      loop.mapped = mapped;
      CHECK(countOf(html, std::string("</span> ") + describe(loop) + "</span>") == 1);
    }
  for (const char* kind : {"reduction", "guarded", "append", "task", "asserted", "scan"})
    CHECK(contains(html, std::string("<dt>") + kind + "</dt>"));
}

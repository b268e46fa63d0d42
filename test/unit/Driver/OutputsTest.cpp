#include "Driver/Outputs.h"

#include "Driver/Stages.h"
#include "FakeRun.h"
#include "Folder.h"

#include <catch2/catch.hpp>

using namespace clustrix::compiler;

namespace {

/// A source on disk whose loop is serial, with these fixes to choose from.
Processed withFixes(const Folder& folder, const std::vector<std::vector<Edit>>& fixes) {
  SourceUnit unit = scaleUnit(folder.put("scale.cpp", scaleText));
  for (const std::vector<Edit>& edits : fixes) {
    addUnknownCall(unit);
    unit.functions[0].loops[0].model.effects.back().edits = edits;
  }
  return processedUnit(unit);
}

}  // namespace

TEST_CASE("an output is named for its source, in the output directory, unless -o names it") {
  Request request;
  CHECK(outputOf(request, "src/heat.cpp") == "heat.clustrix.cu");
  CHECK(outputOf(request, "a.b.cpp") == "a.b.clustrix.cu");
  CHECK(outputOf(request, "plain") == "plain.clustrix.cu");
  request.outputDirectory = "out";
  CHECK(outputOf(request, "/s/heat.cpp") == "out/heat.clustrix.cu");
  request.output = "x.cu";
  CHECK(outputOf(request, "/s/heat.cpp") == "x.cu");
}

TEST_CASE("rewritten files are wanted where nothing else is, or by name") {
  const auto wanted = [](const std::function<void(Request&)>& set, bool named) {
    Request request;
    set(request);
    if (named) request.output = "x.cu";
    return wantsOutputs(request);
  };
  const auto nothing = [](Request&) {};
  const auto check = [](Request& r) { r.check = "c.cu"; };
  const auto emit = [](Request& r) { r.emit = Stage::Cuda; };
  const auto report = [](Request& r) { r.reportFormat = ReportFormat::Json; };
  CHECK((wanted(nothing, false) && wanted(nothing, true)));
  CHECK((wanted(report, false) && wanted(report, true)));
  CHECK((!wanted(check, false) && wanted(check, true)));
  CHECK((!wanted(emit, false) && wanted(emit, true)));
  for (const auto& set : std::vector<std::function<void(Request&)>>{
           [](Request& r) { r.dryRun = true; }, [](Request& r) { r.fix = true; }, [](Request& r) { r.list = true; }})
    CHECK((!wanted(set, false) && !wanted(set, true)));
}

TEST_CASE("of two exit codes the worse is the larger") {
  CHECK(worse(Exit::Done, Exit::CheckFailed) == Exit::CheckFailed);
  CHECK(worse(Exit::FileFailed, Exit::BadInput) == Exit::FileFailed);
  CHECK(worse(Exit::BadInput, Exit::BadInput) == Exit::BadInput);
}

TEST_CASE("reports are merged in the order of the sources, of those that were compiled") {
  Processed wrong = notCompiled("broken.cpp");
  wrong.report = processed("scale.cpp").report;
  const Report merged = mergeReports({processed("print.cpp"), wrong, processed("plain.cpp"), processed("scale.cpp")});
  REQUIRE(merged.functions.size() == 2);
  CHECK(merged.functions[0].at.file == "print.cpp");
  CHECK(merged.functions[1].at.file == "scale.cpp");
}

TEST_CASE("a report tells a header's function once, with the fewest parallel loops, and what became of each file") {
  Processed first = processed("scale.cpp"), second = first;
  for (Processed* one : {&first, &second}) {
    SourceUnit& unit = one->compiled->unit;
    unit.written = {{unit.path, "the source"}, {"grid.h", "the header"}};
    one->compiled->rewritten = "begin\n#line 1 \"grid.h\"\nits launch\n#line 2 \"scale.cpp\"\nrest\n";
    one->report.functions.at(0).at = {"grid.h", 1, 1};
  }
  REQUIRE(first.report.functions[0].loops.at(0).parallel);
  second.report.functions[0].loops[0].parallel = false;
  const Folder folder;
  const auto written = [&](ReportFormat format) {
    Request request;
    request.report = folder / "report";
    request.reportFormat = format;
    Console console;
    CHECK(writeReport(request, {first, second}, console.around) == Exit::Done);
    return folder.get("report");
  };
  const std::string text = written(ReportFormat::Text);
  CHECK(text.find("grid.h:1:1") == text.rfind("grid.h:1:1"));
  CHECK_THAT(text, Catch::Contains("0 of 1 loop parallel"));
  const std::string html = written(ReportFormat::Html);
  CHECK_THAT(html, Catch::Contains("its launch") && Catch::Contains("the header"));
}

TEST_CASE("a text goes to the file that is named, or to standard output") {
  const Folder folder;
  Console console;
  CHECK(deliver(folder / "t", "text", console.around) == Exit::Done);
  CHECK(folder.get("t") == "text");
  CHECK(console.out.str().empty());
  CHECK(deliver("-", "text", console.around) == Exit::Done);
  CHECK(console.out.str() == "text");
  CHECK(console.error.str().empty());
  CHECK(deliver(folder / "no/t", "text", console.around) == Exit::FileFailed);
  CHECK_THAT(console.error.str(), Catch::Contains("cannot write '" + (folder / "no/t")));
  std::ostream closed(nullptr);
  console.error.str("");
  CHECK(deliver("-", "text", {closed, console.error, fakeRead}) == Exit::FileFailed);
  CHECK(console.error.str() == "clustrix-rewrite: error: cannot write standard output\n");
}

TEST_CASE("sources that were compiled are written, into folders that are made") {
  const Folder folder;
  const std::vector<Processed> all{processed("scale.cpp"), notCompiled("broken.cpp"), processed("plain.cpp")};
  Request request;
  request.outputDirectory = folder / "new/out";
  Console console;
  CHECK(writeOutputs(request, all, console.around) == Exit::Done);
  CHECK(folder.get("new/out/scale.clustrix.cu") == all[0].compiled->rewritten);
  CHECK(folder.get("new/out/plain.clustrix.cu") == "int x;\r\n");
  CHECK_FALSE(folder.has("new/out/broken.clustrix.cu"));
  CHECK(console.error.str().empty());
}

TEST_CASE("an output that cannot be written keeps no other from it") {
  const Folder folder;
  std::filesystem::create_directory(folder / "scale.clustrix.cu");
  Request request;
  request.outputDirectory = folder.path();
  Console console;
  CHECK(writeOutputs(request, {processed("scale.cpp"), processed("plain.cpp")}, console.around) == Exit::FileFailed);
  CHECK(folder.get("plain.clustrix.cu") == "int x;\r\n");
  CHECK_THAT(console.error.str(), Catch::Contains("scale.clustrix.cu"));
}

TEST_CASE("a folder that cannot be made is a file error") {
  const Folder folder;
  folder.put("file", "");
  Request request;
  request.outputDirectory = folder / "file/out";
  Console console;
  CHECK(writeOutputs(request, {processed("scale.cpp")}, console.around) == Exit::FileFailed);
  CHECK_THAT(console.error.str(), Catch::Contains("cannot create folder '" + (folder / "file/out")));
}

TEST_CASE("a stage goes to standard output, one source behind the other, or to the file that -o names") {
  const Folder folder;
  const std::vector<Processed> all{processed("scale.cpp"), notCompiled("broken.cpp"), processed("print.cpp")};
  Request request;
  request.emit = Stage::Legality;
  Console console;
  CHECK(writeOutputs(request, all, console.around) == Exit::Done);
  const std::string first = printStage(Stage::Legality, *all[0].compiled);
  CHECK(console.out.str() == first + printStage(Stage::Legality, *all[2].compiled));
  request.output = folder / "stage.txt";
  CHECK(writeOutputs(request, {all[0]}, console.around) == Exit::Done);
  CHECK(folder.get("stage.txt") == first);
}

TEST_CASE("what wants no outputs makes no folder") {
  const Folder folder;
  Request request;
  request.outputDirectory = folder / "out";
  request.dryRun = true;
  Console console;
  CHECK(writeOutputs(request, {processed("scale.cpp")}, console.around) == Exit::Done);
  CHECK(folder.count() == 0);
}

TEST_CASE("a report is written where one is asked for, of the sources that were compiled") {
  const Folder folder;
  const std::vector<Processed> all{processed("scale.cpp"), notCompiled("broken.cpp")};
  Request request;
  Console console;
  CHECK(writeReport(request, all, console.around) == Exit::Done);
  CHECK(console.out.str().empty());
  request.reportFormat = ReportFormat::Text;
  CHECK(writeReport(request, all, console.around) == Exit::Done);
  CHECK(console.out.str().rfind("scale.cpp:2:6: scale:", 0) == 0);
  console.out.str("");
  request.reportFormat = ReportFormat::Html;
  request.report = folder / "r.html";
  CHECK(writeReport(request, all, console.around) == Exit::Done);
  CHECK(console.out.str().empty());
  // Original and rewritten, side by side.
  CHECK_THAT(folder.get("r.html"), Catch::Contains("[[clustrix::cluster]]") && Catch::Contains("clustrix::Loop loop"));
}

TEST_CASE("a dependency file has a rule a source, with what all of them depend on") {
  const Folder folder;
  const std::vector<Processed> all{processed("scale.cpp"), processed("print.cpp")};
  Request request;
  request.outputDirectory = "o";
  Console console;
  CHECK(writeDepfile(request, all, console.around) == Exit::Done);
  request.depfile = folder / "d";
  request.libraryModel = "lib.yml";
  request.lock = "l.json";
  request.dryRun = true;
  CHECK(writeDepfile(request, all, console.around) == Exit::Done);
  CHECK(folder.count() == 0);
  request.dryRun = false;
  CHECK(writeDepfile(request, all, console.around) == Exit::Done);
  CHECK(folder.get("d") ==
        "o/scale.clustrix.cu: \\\n  scale.cpp \\\n  inc/scale.h \\\n  lib.yml \\\n  l.json\n"
        "o/print.clustrix.cu: \\\n  print.cpp \\\n  inc/scale.h \\\n  lib.yml \\\n  l.json\n");
  // A lock that this run writes is no input of it.
  request.updateLock = true;
  CHECK(writeDepfile(request, {all[0]}, console.around) == Exit::Done);
  CHECK(folder.get("d") == "o/scale.clustrix.cu: \\\n  scale.cpp \\\n  inc/scale.h \\\n  lib.yml\n");
}

TEST_CASE("a name that no dependency file can have is told on one line, and nothing is written") {
  const Folder folder;
  Processed odd = processed("scale.cpp");
  odd.inputs.push_back("a\nb.h");
  Request request;
  request.depfile = folder / "d";
  Console console;
  CHECK(writeDepfile(request, {processed("print.cpp"), odd}, console.around) == Exit::FileFailed);
  CHECK(console.error.str() ==
        "clustrix-rewrite: error: no dependency file can name 'a\\nb.h', which has a line break; rename it\n");
  CHECK(folder.count() == 0);
}

TEST_CASE("fixes are applied to the source and told one by one, and those that overlap wait") {
  const Folder folder;
  const Processed source = withFixes(folder, {{{0, 2, "[[ "}}, {{1, 2, "["}}, {{40, 40, " "}}});
  const std::string name = folder / "scale.cpp", what = name + ":4:5: remark: fixed: leave it out [effect.call]\n";
  Console console;
  CHECK(writeFixes({}, {source}, console.around) == Exit::Done);
  CHECK(folder.get("scale.cpp") == "[[ " + scaleText.substr(2, 38) + " " + scaleText.substr(40));
  CHECK(console.error.str() == what + what + name + ": remark: 2 fixes applied; run again to see the result\n" + name +
                                   ": remark: 1 fix waits for another run\n");
  CHECK(console.out.str().empty());
}

TEST_CASE("one fix is one, and two that wait are two") {
  const Folder folder;
  const Processed source = withFixes(folder, {{{0, 3, "[[ c"}}, {{1, 2, ""}}, {{2, 3, "C"}}});
  Console console;
  CHECK(writeFixes({}, {source}, console.around) == Exit::Done);
  CHECK_THAT(console.error.str(), Catch::Contains(": remark: 1 fix applied; run again") &&
                                      Catch::EndsWith(": remark: 2 fixes wait for another run\n"));
}

TEST_CASE("a dry run shows what fixes would change") {
  const Folder folder;
  const Processed source = withFixes(folder, {{{0, 2, "[[ "}}});
  const std::string name = folder / "scale.cpp";
  Request request;
  request.dryRun = true;
  Console console;
  CHECK(writeFixes(request, {source}, console.around) == Exit::Done);
  CHECK(folder.get("scale.cpp") == scaleText);
  CHECK_THAT(console.out.str(), Catch::StartsWith("--- " + name + "\n+++ " + name + "\n@@") &&
                                    Catch::Contains("\n-[[clustrix::cluster]]\n+[[ clustrix::cluster]]\n"));
  CHECK_THAT(console.error.str(), !Catch::Contains("applied"));
}

TEST_CASE("a source without fixes is left as it is, and one that cannot be written keeps no other from it") {
  const Folder folder;
  const Processed source = withFixes(folder, {{{0, 2, "[[ "}}}), none = withFixes(folder, {{}});
  Processed lost = source;
  lost.source = folder / "no/scale.cpp";
  Console console;
  CHECK(writeFixes({}, {none, notCompiled("broken.cpp")}, console.around) == Exit::Done);
  CHECK(console.error.str() == (folder / "scale.cpp") + ": remark: no remark proposes an edit\n");
  CHECK(folder.get("scale.cpp") == scaleText);
  CHECK(writeFixes({}, {lost, source}, console.around) == Exit::FileFailed);
  CHECK(folder.get("scale.cpp") == "[[ " + scaleText.substr(2));
}

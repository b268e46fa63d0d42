#include "observation/Trace.h"

#include <catch2/catch.hpp>

using namespace clustrix::runtime;

TEST_CASE("a run without events is a trace without events") {
  CHECK(Trace().events().empty());
  CHECK(Trace().json() == "{\"traceEvents\":[\n],\"displayTimeUnit\":\"ms\"}\n");
}

TEST_CASE("events are kept as they come, and printed behind the names of their tracks, from the earliest one on") {
  Trace trace;
  trace.add({"loop", 0, 0, 1.0, 1.5, 8});
  trace.add({"copy", 1, 3, 0.5, 0.75, 24});
  trace.add({"loop", 0, 0, 2.0, 2.0000015, 0});
  REQUIRE(trace.events().size() == 3);
  CHECK(trace.events()[1].name == "copy");
  CHECK(trace.json() ==
        R"({"traceEvents":[
{"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"device 0"}},
{"ph":"M","name":"thread_name","pid":1,"tid":0,"args":{"name":"chunks"}},
{"ph":"M","name":"process_name","pid":2,"tid":0,"args":{"name":"device 1"}},
{"ph":"M","name":"thread_name","pid":2,"tid":1,"args":{"name":"stream 1"}},
{"ph":"X","name":"loop","pid":1,"tid":0,"ts":500000.000,"dur":500000.000,"args":{"bytes":8}},
{"ph":"X","name":"copy","pid":2,"tid":1,"ts":0.000,"dur":250000.000,"args":{"bytes":24}},
{"ph":"X","name":"loop","pid":1,"tid":0,"ts":1500000.000,"dur":1.500,"args":{"bytes":0}}
],"displayTimeUnit":"ms"}
)");
}

TEST_CASE("the host has a track of its own, before the devices'") {
  Trace trace;
  trace.add({"chunk", 0, 0, 0, 1, 0});
  trace.add({"gather", -1, 0, 0, 1, 0});
  const std::string json = trace.json();
  const std::size_t host = json.find(R"("pid":0,"tid":0,"args":{"name":"host"})");
  CHECK(host < json.find(R"("pid":1,"tid":0,"args":{"name":"device 0"})"));
  CHECK_THAT(json, Catch::Contains(R"({"ph":"X","name":"gather","pid":0,)"));
}

TEST_CASE("an event that ends before it begins takes no time") {
  Trace trace;
  trace.add({"loop", 0, 0, 1.5, 1.0, 0});
  CHECK_THAT(trace.json(), Catch::Contains(R"("ts":0.000,"dur":0.000)"));
}

TEST_CASE("quotes, backslashes and control characters of names are escaped, and letters beyond ASCII stay") {
  Trace trace;
  trace.add({"a\"b\\c\n\x1f\xc3\xb6", 0, 0, 0, 0, 0});
  CHECK_THAT(trace.json(), Catch::Contains("\"name\":\"a\\\"b\\\\c\\u000a\\u001f\xc3\xb6\","));
}

TEST_CASE("streams of one launch behind the other have one track, those of one time several") {
  Trace trace;
  for (std::size_t launch = 0; launch < 1000; ++launch)
    for (int device = 0; device < 2; ++device)
      for (std::size_t stream = 1; stream <= 2; ++stream)
        trace.add(
            {"copy", device, 10 * launch + stream, static_cast<double>(launch), static_cast<double>(launch) + 0.5, 8});
  const std::string json = trace.json();
  std::size_t names = 0;
  for (std::size_t at = json.find("thread_name"); at != std::string::npos; at = json.find("thread_name", at + 1))
    ++names;
  CHECK(names == 4);
  CHECK_THAT(json, Catch::Contains("\"stream 2\"") && !Catch::Contains("\"stream 3\""));
}

#include "coherence/Baselines.h"

#include <catch2/catch.hpp>

using namespace clustrix;
using namespace clustrix::runtime;

TEST_CASE("only bytes that differ from their baseline are written, however it was cut") {
  Bytes host(64);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<unsigned char>(i);
  const Index base = static_cast<Index>(reinterpret_cast<std::uintptr_t>(host.data()));
  Baselines baselines;
  baselines.keep({base, base + 64}, std::make_shared<Bytes>(host), 0);
  baselines.forget(IntervalSet(Bounds{base + 20, base + 24}));
  CHECK(baselines.kept().size() == 60);
  // Another thread changes bytes 30 and 3; the launch has changed 31, 4 and one whose baseline is forgotten.
  Bytes latest = host;
  host[30] = 200;
  host[3] = 201;
  latest[31] = 100;
  latest[4] = 101;
  latest[21] = 102;
  for (Bounds piece : baselines.kept()) baselines.writeChanged(piece, latest.data() + (piece.begin - base));
  CHECK((host[30] == 200 && host[3] == 201 && host[31] == 100 && host[4] == 101 && host[21] == 21));
  baselines.keep({base + 16, base + 32}, std::make_shared<Bytes>(host), 16);
  CHECK(baselines.kept().size() == 64);
  latest = host;
  latest[22] = 7;
  baselines.writeChanged({base, base + 64}, latest.data());
  CHECK(host[22] == 7);
  baselines.forget(baselines.kept());
  CHECK(baselines.kept().empty());
}

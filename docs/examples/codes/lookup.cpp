// Table look-ups of a Monte Carlo neutron transport code: cross sections of materials at random energies.
//
//     lookup [--time] [LOOKUPS] [NUCLIDES] [POINTS]
//
// Where a neutron flies, the code needs the macroscopic cross sections of the material at the neutron's energy: the sum
// over the material's nuclides of density times microscopic cross section. Three ways to find the latter are common,
// and each is tried on random samples: one grid with the energies of all nuclides and a table of indices (much memory,
// one search), a hash of the energy that bounds a search in each nuclide's own grid (little memory, short searches),
// and resonance poles (hardly any memory, much arithmetic). At last, whole histories of neutrons are followed. The data
// are made up, energies lie between 0 and 1, and each sample has random numbers of its own, whoever computes it.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Complex = std::complex<double>;

constexpr int kReactions = 5;   // total, elastic, absorption, fission, neutrons from fission
constexpr int kMaterials = 12;  // the first is fuel
constexpr int kBins = 4000;     // of the hash
constexpr int kGroups = 64;     // of the spectrum
constexpr int kMomenta = 4;     // angular momenta of the resonances
constexpr int kWindows = 100;   // of energy, for each nuclide's poles

constexpr double kShare[kMaterials] = {0.14, 0.05, 0.28, 0.13, 0.15, 0.06, 0.05, 0.04, 0.02, 0.02, 0.03, 0.03};

struct GridPoint {
  double energy, total, elastic, absorption, fission, nuFission;
};

struct Library {
  int nuclides = 0, points = 0;
  std::vector<GridPoint> grid;    // nuclide by nuclide, by energy
  std::vector<double> unionGrid;  // the energies of all nuclides
  std::vector<int> unionIndex;    // the point at or below an energy of the union, for each nuclide
  std::vector<int> hashIndex;     // the point at or below the lower edge of a bin, for each nuclide
};

struct Pole {
  Complex position, total, absorption, fission;
  int momentum;
};

struct Window {
  double total, absorption, fission;  // what the poles far away add
  int begin, end;                     // the poles nearby
};

struct Multipole {
  std::vector<int> first;            // a nuclide's first pole
  std::vector<Pole> pole;            // nuclide by nuclide
  std::vector<Window> window;        // nuclide by nuclide, by energy
  std::vector<double> radius;        // of scattering, by nuclide and angular momentum
  std::vector<double> inverseWidth;  // of the Doppler broadening
};

struct Materials {
  int count[kMaterials];        // of nuclides
  int most = 0;                 // the largest of these
  std::vector<int> nuclide;     // material m has nuclide[m * most], nuclide[m * most + 1], ...
  std::vector<double> density;  // likewise
};

// Random numbers. Data come from a hash of their place, samples from a generator that can be set ahead.

constexpr std::uint64_t kMultiplier = 6364136223846793005u, kIncrement = 1442695040888963407u, kSeed = 1070;

double hashed(std::uint64_t place) {
  place = (place + 1) * 0x9e3779b97f4a7c15u;
  place = (place ^ (place >> 30)) * 0xbf58476d1ce4e5b9u;
  place = (place ^ (place >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((place ^ (place >> 31)) >> 11) * 0x1p-53;
}

double uniform(std::uint64_t& state) {
  state = kMultiplier * state + kIncrement;
  return static_cast<double>(state >> 11) * 0x1p-53;
}

/// The state after `steps` numbers: with each bit of `steps`, the map of twice as many steps.
[[clustrix::cluster]] std::uint64_t skipAhead(std::uint64_t state, std::uint64_t steps) {
  std::uint64_t multiplier = kMultiplier, increment = kIncrement;
  while (steps > 0) {
    if (steps & 1) state = multiplier * state + increment;
    increment *= multiplier + 1;
    multiplier *= multiplier;
    steps >>= 1;
  }
  return state;
}

[[clustrix::cluster]] int pickMaterial(std::uint64_t& state) {
  const double roll = uniform(state);
  double below = 0;
  for (int m = 0; m < kMaterials; ++m) {
    below += kShare[m];
    if (roll < below) return m;
  }
  return 0;
}

[[clustrix::cluster]] void fillGrids(Library& lib) {
#pragma omp parallel for
  for (int n = 0; n < lib.nuclides; ++n)
    for (int i = 0; i < lib.points; ++i) {
      const long at = static_cast<long>(n) * lib.points + i;
      GridPoint& point = lib.grid[at];
      point.energy = i == 0 ? 0 : i + 1 == lib.points ? 1 : hashed(6 * at);
      point.elastic = hashed(6 * at + 1);
      point.absorption = hashed(6 * at + 2);
      point.fission = n % 3 == 0 ? hashed(6 * at + 3) : 0;
      point.nuFission = 2.4 * point.fission;
      point.total = point.elastic + point.absorption + point.fission;
    }
}

[[clustrix::cluster]] void sortGrids(Library& lib) {
#pragma omp parallel for schedule(dynamic)
  for (int n = 0; n < lib.nuclides; ++n) {
    GridPoint* grid = &lib.grid[static_cast<long>(n) * lib.points];
    std::sort(grid, grid + lib.points, [](const GridPoint& a, const GridPoint& b) { return a.energy < b.energy; });
  }
}

double energyOf(double energy) { return energy; }
double energyOf(const GridPoint& point) { return point.energy; }

/// The last element at or below the energy, of those from `low` on and before `high`; `low` if there is none.
template <class Element>
[[clustrix::cluster]] int search(const Element* sorted, int low, int high, double energy) {
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (energyOf(sorted[middle]) > energy)
      high = middle;
    else
      low = middle;
  }
  return low;
}

[[clustrix::cluster]] void buildUnion(Library& lib) {
  const long all = static_cast<long>(lib.nuclides) * lib.points;
  lib.unionGrid.resize(all);
  lib.unionIndex.resize(all * lib.nuclides);
#pragma omp parallel for
  for (long i = 0; i < all; ++i) lib.unionGrid[i] = lib.grid[i].energy;
  std::sort(lib.unionGrid.begin(), lib.unionGrid.end());
#pragma omp parallel for
  for (long i = 0; i < all; ++i)
    for (int n = 0; n < lib.nuclides; ++n) {
      const GridPoint* grid = &lib.grid[static_cast<long>(n) * lib.points];
      lib.unionIndex[i * lib.nuclides + n] = search(grid, 0, lib.points - 1, lib.unionGrid[i]);
    }
}

[[clustrix::cluster]] void buildHash(Library& lib) {
  lib.hashIndex.resize(static_cast<long>(kBins) * lib.nuclides);
#pragma omp parallel for
  for (int n = 0; n < lib.nuclides; ++n) {
    const GridPoint* grid = &lib.grid[static_cast<long>(n) * lib.points];
    int low = 0;
    for (int bin = 0; bin < kBins; ++bin) {
      const double edge = static_cast<double>(bin) / kBins;
      while (low + 2 < lib.points && grid[low + 1].energy <= edge) ++low;
      lib.hashIndex[static_cast<long>(bin) * lib.nuclides + n] = low;
    }
  }
}

/// Poles lie near the window that they are listed for, more of them in some nuclides than in others.
[[clustrix::cluster]] Multipole buildPoles(int nuclides) {
  Multipole mp;
  mp.first.resize(nuclides + 1);
  for (int n = 0; n < nuclides; ++n) mp.first[n + 1] = mp.first[n] + kWindows * (2 + n % 5);
  mp.pole.resize(mp.first[nuclides]);
  mp.window.resize(nuclides * kWindows);
  mp.radius.resize(nuclides * kMomenta);
  mp.inverseWidth.resize(nuclides);
#pragma omp parallel for
  for (int n = 0; n < nuclides; ++n) {
    std::uint64_t state = skipAhead(kSeed, 100000 * static_cast<std::uint64_t>(n));
    for (int l = 0; l < kMomenta; ++l) mp.radius[n * kMomenta + l] = 2 + uniform(state);
    mp.inverseWidth[n] = 50 + 100 * uniform(state);
    const int each = 2 + n % 5;
    for (int w = 0; w < kWindows; ++w) {
      Window& window = mp.window[n * kWindows + w];
      window.total = 1 + uniform(state);
      window.absorption = 0.3 * uniform(state);
      window.fission = 0.1 * uniform(state);
      window.begin = mp.first[n] + w * each;
      window.end = window.begin + each;
      for (int p = window.begin; p < window.end; ++p) {
        Pole& pole = mp.pole[p];
        const double near = std::sqrt((w + uniform(state)) / kWindows);
        pole.position = Complex(near, -0.01 - 0.02 * uniform(state));
        pole.total = Complex{uniform(state), uniform(state)};
        pole.absorption = 0.5 * pole.total * uniform(state);
        pole.fission = 0.2 * pole.total * uniform(state);
        pole.momentum = static_cast<int>(kMomenta * uniform(state));
      }
    }
  }
  return mp;
}

/// Fuel holds half of all nuclides, the other materials a few each.
[[clustrix::cluster]] Materials buildMaterials(int nuclides) {
  Materials mats;
  for (int m = 0; m < kMaterials; ++m) {
    mats.count[m] = m == 0 ? (nuclides + 1) / 2 : std::min(nuclides, 4 + 5 * m % 17);
    mats.most = std::max(mats.most, mats.count[m]);
  }
  mats.nuclide.resize(kMaterials * mats.most);
  mats.density.resize(kMaterials * mats.most);
  for (int m = 0; m < kMaterials; ++m)
    for (int j = 0; j < mats.count[m]; ++j) {
      mats.nuclide[m * mats.most + j] = (7 * m + j) % nuclides;
      mats.density[m * mats.most + j] = 0.1 + hashed(1000 * m + j);
    }
  return mats;
}

/// Adds what a nuclide contributes, between one grid point and the next.
[[clustrix::cluster]] void interpolate(const GridPoint* low, double energy, double density, double* macro) {
  const GridPoint* high = low + 1;
  const double f = (high->energy - energy) / (high->energy - low->energy);
  const double micro[kReactions] = {
      high->total - f * (high->total - low->total), high->elastic - f * (high->elastic - low->elastic),
      high->absorption - f * (high->absorption - low->absorption), high->fission - f * (high->fission - low->fission),
      high->nuFission - f * (high->nuFission - low->nuFission)};
  for (int r = 0; r < kReactions; ++r) macro[r] += density * micro[r];
}

[[clustrix::cluster]]
void macroByUnion(const Library& lib, const Materials& mats, int material, double energy, double* macro) {
  for (int r = 0; r < kReactions; ++r) macro[r] = 0;
  const long row = search(lib.unionGrid.data(), 0, lib.nuclides * lib.points - 1, energy);
  for (int j = 0; j < mats.count[material]; ++j) {
    const int n = mats.nuclide[material * mats.most + j];
    const double density = mats.density[material * mats.most + j];
    const int low = lib.unionIndex[row * lib.nuclides + n];
    interpolate(&lib.grid[static_cast<long>(n) * lib.points + low], energy, density, macro);
  }
}

[[clustrix::cluster]]
void macroByHash(const Library& lib, const Materials& mats, int material, double energy, double* macro) {
  for (int r = 0; r < kReactions; ++r) macro[r] = 0;
  const int bin = static_cast<int>(energy * kBins);
  for (int j = 0; j < mats.count[material]; ++j) {
    const int n = mats.nuclide[material * mats.most + j];
    const double density = mats.density[material * mats.most + j];
    const GridPoint* grid = &lib.grid[static_cast<long>(n) * lib.points];
    const int low = lib.hashIndex[bin * lib.nuclides + n];
    const int high = bin + 1 < kBins ? lib.hashIndex[(bin + 1) * lib.nuclides + n] + 1 : lib.points - 1;
    interpolate(grid + search(grid, low, high, energy), energy, density, macro);
  }
}

/// The most frequent reaction. The total, which is never less than its parts, does not take part.
[[clustrix::cluster]] int mostFrequent(const double* macro) {
  int at = 1;
  for (int r = 2; r < kReactions; ++r)
    if (macro[r] > macro[at]) at = r;
  return at;
}

[[clustrix::cluster]] long lookUpByUnion(const Library& lib, const Materials& mats, long lookups) {
  long verification = 0;
#pragma omp parallel for schedule(dynamic, 100) reduction(+ : verification)
  for (long i = 0; i < lookups; ++i) {
    std::uint64_t state = skipAhead(kSeed, 2 * i);
    const double energy = uniform(state);
    const int material = pickMaterial(state);
    double macro[kReactions];
    macroByUnion(lib, mats, material, energy, macro);
    verification += mostFrequent(macro) + 1;
  }
  return verification;
}

[[clustrix::cluster]] void tallyByHash(const Library& lib, const Materials& mats, long lookups, long hits[kMaterials],
                                       double rate[kMaterials][kReactions], long spectrum[kGroups]) {
#pragma omp parallel for schedule(dynamic, 100) \
    reduction(+ : hits[ : kMaterials], rate[ : kMaterials], spectrum[ : kGroups])
  for (long i = 0; i < lookups; ++i) {
    std::uint64_t state = skipAhead(kSeed, 2 * i);
    const double energy = uniform(state);
    const int material = pickMaterial(state);
    double macro[kReactions];
    macroByHash(lib, mats, material, energy, macro);
    ++hits[material];
    ++spectrum[static_cast<int>(kGroups * energy)];
    for (int r = 0; r < kReactions; ++r) rate[material][r] += macro[r];
  }
}

// Cross sections by resonance poles.

/// The Faddeeva function in the upper half plane, by a rational approximation.
[[clustrix::cluster]] Complex faddeeva(Complex z) {
  constexpr double above[7] = {122.607931777104326, 214.382388694706425, 181.928533092181549, 93.155580458138441,
                               30.180142196210589,  5.912626209773153,   0.564189583562615};
  constexpr double below[8] = {122.607931773875350, 352.730625110963558, 457.334478783897737, 348.703917719495792,
                               170.354001821091472, 53.992906912940207,  10.479857114260399,  1};
  const Complex t(z.imag(), -z.real());
  Complex p = above[6], q = below[7];
  for (int k = 5; k >= 0; --k) p = p * t + above[k];
  for (int k = 6; k >= 0; --k) q = q * t + below[k];
  return p / q;
}

/// How a potential of this radius turns the phase, roughly, for each angular momentum.
[[clustrix::cluster]] void phaseFactors(const double* radius, double root, Complex* factor) {
  for (int l = 0; l < kMomenta; ++l) {
    const double x = radius[l] * root, phi = x - l * std::atan(x);
    factor[l] = Complex(std::cos(2 * phi), -std::sin(2 * phi));
  }
}

[[clustrix::cluster]]
void macroByPoles(const Multipole& mp, const Materials& mats, int material, double energy, double* macro) {
  const double root = std::sqrt(energy);
  double total = 0, absorption = 0, fission = 0;
  for (int j = 0; j < mats.count[material]; ++j) {
    const int n = mats.nuclide[material * mats.most + j];
    const double density = mats.density[material * mats.most + j], width = mp.inverseWidth[n];
    const Window& window = mp.window[n * kWindows + static_cast<int>(energy * kWindows)];
    Complex factor[kMomenta];
    phaseFactors(&mp.radius[n * kMomenta], root, factor);
    total += density * energy * window.total;
    absorption += density * energy * window.absorption;
    fission += density * energy * window.fission;
    for (int p = window.begin; p < window.end; ++p) {
      const Pole& pole = mp.pole[p];
      const Complex w = density * width * faddeeva((root - pole.position) * width);
      total += std::real(pole.total * w * factor[pole.momentum]);
      absorption += std::real(pole.absorption * w);
      fission += std::real(pole.fission * w);
    }
  }
  macro[0] = total;
  macro[1] = total - absorption;
  macro[2] = absorption - fission;
  macro[3] = fission;
  macro[4] = 2.4 * fission;
}

[[clustrix::cluster]] long lookUpByPoles(const Multipole& mp, const Materials& mats, long lookups) {
  long verification = 0;
#pragma omp parallel for schedule(dynamic, 100) reduction(+ : verification)
  for (long i = 0; i < lookups; ++i) {
    std::uint64_t state = skipAhead(kSeed, 2 * i);
    const double energy = uniform(state);
    const int material = pickMaterial(state);
    double macro[kReactions];
    macroByPoles(mp, mats, material, energy, macro);
    verification += mostFrequent(macro) + 1;
  }
  return verification;
}

// Histories: a neutron loses energy in collisions until it is absorbed, or too slow to matter.

struct Fates {
  long collisions, absorbed;
  double deposited, longest;
};

[[clustrix::cluster]]
Fates followHistories(const Library& lib, const Materials& mats, long histories, std::vector<float>& paths) {
  long collisions = 0, absorbed = 0;
  double deposited = 0, longest = 0;
#pragma omp parallel for schedule(dynamic, 10) reduction(+ : collisions, absorbed, deposited) reduction(max : longest)
  for (long i = 0; i < histories; ++i) {
    std::uint64_t state = skipAhead(kSeed, 1000 * i);
    double energy = uniform(state), path = 0;
    bool alive = true;
    while (alive) {
      const int material = pickMaterial(state);
      double macro[kReactions];
      macroByHash(lib, mats, material, energy, macro);
      path -= std::log(1 - uniform(state)) / macro[0];
      ++collisions;
      if (uniform(state) * macro[0] > macro[1]) {
        ++absorbed;
        deposited += energy;
        alive = false;
      } else {
        energy *= 0.5 + 0.5 * uniform(state);
        alive = energy > 1e-3;
      }
    }
    paths[i] = static_cast<float>(path);
    longest = std::max(longest, path);
  }
  return {collisions, absorbed, deposited, longest};
}

int main(int argc, char** argv) {
  long size[3] = {500000, 60, 1500};
  bool time = false;
  for (int a = 1, given = 0; a < argc; ++a) {
    if (std::strcmp(argv[a], "--time") == 0)
      time = true;
    else if (given < 3)
      size[given++] = std::atol(argv[a]);
  }
  const long lookups = size[0];
  auto begin = std::chrono::steady_clock::now();
  const auto done = [&](const char* what) {
    const auto now = std::chrono::steady_clock::now();
    if (time) std::printf("  %s: %.3f s\n", what, std::chrono::duration<double>(now - begin).count());
    begin = now;
  };

  Library lib;
  lib.nuclides = static_cast<int>(size[1]);
  lib.points = static_cast<int>(size[2]);
  lib.grid.resize(size[1] * size[2]);
  fillGrids(lib);
  sortGrids(lib);
  buildUnion(lib);
  buildHash(lib);
  const Multipole mp = buildPoles(lib.nuclides);
  const Materials mats = buildMaterials(lib.nuclides);
  done("initialisation");

  const long byUnion = lookUpByUnion(lib, mats, lookups);
  done("look-ups by the union of grids");
  long hits[kMaterials] = {}, spectrum[kGroups] = {};
  double rate[kMaterials][kReactions] = {};
  tallyByHash(lib, mats, lookups, hits, rate, spectrum);
  done("look-ups by hash");
  const long byPoles = lookUpByPoles(mp, mats, lookups / 4);
  done("look-ups by poles");
  std::vector<float> paths(lookups / 4);
  const Fates fates = followHistories(lib, mats, lookups / 4, paths);
  done("histories");

  std::printf("%ld look-ups, %d nuclides, %d points each\n", lookups, lib.nuclides, lib.points);
  std::printf("verification by union %ld, by poles %ld\n", byUnion, byPoles);
  for (int m = 0; m < kMaterials; ++m)
    std::printf("material %2d: %ld hits, total %.17g, fission %.17g\n", m, hits[m], rate[m][0], rate[m][3]);
  std::printf("spectrum from %ld to %ld\n", spectrum[0], spectrum[kGroups - 1]);
  std::printf("%ld collisions, %ld absorbed with an energy of %.17g\n", fates.collisions, fates.absorbed,
              fates.deposited);
  std::printf("longest path %.17g, the first %.9g\n", fates.longest, paths[0]);
  return 0;
}

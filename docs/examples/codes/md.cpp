// Molecular dynamics: atoms of a liquid that attract and repel each other (Lennard-Jones) in a box without walls.
//
//     md [cells per side] [steps] [--time]
//
// Atoms that are farther apart than the cutoff do not feel each other. So each atom has a list of its neighbours, which
// holds a few more than needed: those within the cutoff and a skin. It stays good until some atom has moved by half the
// skin. To make the lists, atoms are sorted into cells: neighbours are in the same cell or in one beside it.
//
// The lists are full: a pair is in the lists of both atoms. Each force is computed twice, but each atom sums its own.
//
// During the first half of the steps the velocities are scaled to a given temperature; then the energy is conserved.
// All is in units of the potential: its depth, its width, the mass of an atom.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr double density = 0.8442, temperature = 0.728, timeStep = 0.004;
constexpr double cutoff = 2.5, skin = 0.3;
constexpr int rebuildEvery = 20, maxNeighbours = 160, maxBins = 100;

struct Vec3 {
  double x = 0, y = 0, z = 0;

  Vec3& operator+=(const Vec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
};

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// A cube whose opposite faces are the same: who leaves on one side enters on the other.
class Box {
 public:
  explicit Box(double length) : length_(length) {}

  double length() const { return length_; }
  double volume() const { return length_ * length_ * length_; }

  /// The same place inside the box.
  Vec3 wrap(Vec3 r) const {
    r.x -= length_ * std::floor(r.x / length_);
    r.y -= length_ * std::floor(r.y / length_);
    r.z -= length_ * std::floor(r.z / length_);
    return r;
  }

  /// The shortest way from `b` to `a`.
  Vec3 distance(const Vec3& a, const Vec3& b) const {
    Vec3 d = a - b;
    const double half = 0.5 * length_;
    if (d.x > half) d.x -= length_;
    if (d.x < -half) d.x += length_;
    if (d.y > half) d.y -= length_;
    if (d.y < -half) d.y += length_;
    if (d.z > half) d.z -= length_;
    if (d.z < -half) d.z += length_;
    return d;
  }

 private:
  double length_;
};

struct Atoms {
  std::vector<Vec3> position, velocity, force;

  int count() const { return static_cast<int>(position.size()); }
};

// --- How it starts ---------------------------------------------------------------------------------------------------

[[clustrix::cluster]]
double kineticEnergy(const Atoms& atoms) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < atoms.count(); ++i) sum += 0.5 * dot(atoms.velocity[i], atoms.velocity[i]);
  return sum;
}

/// Scales the velocities to a temperature. (Each atom has three degrees of freedom, and the whole is at rest.)
[[clustrix::cluster]]
void setTemperature(Atoms& atoms, double wanted) {
  const double now = 2 * kineticEnergy(atoms) / (3.0 * (atoms.count() - 1));
  const double scale = std::sqrt(wanted / now);
#pragma omp parallel for
  for (int i = 0; i < atoms.count(); ++i) atoms.velocity[i] = scale * atoms.velocity[i];
}

/// A crystal of four atoms per cell, face-centred cubic, that is warm enough to melt.
[[clustrix::cluster]]
Atoms crystal(int cells, const Box& box) {
  const int n = 4 * cells * cells * cells;
  const double a = box.length() / cells;
  Atoms atoms;
  atoms.position.resize(n);
  atoms.velocity.resize(n);
  atoms.force.resize(n);
#pragma omp parallel for
  for (int c = 0; c < cells * cells * cells; ++c) {
    const double x = c % cells, y = c / cells % cells, z = c / cells / cells;
    const Vec3 inCell[4] = {{0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}};
    for (int k = 0; k < 4; ++k) atoms.position[4 * c + k] = a * (inCell[k] + Vec3{x, y, z});
  }

  unsigned long long state = 4711;
  const auto random = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 40) / 16777216.0 - 0.5;
  };
  for (Vec3& v : atoms.velocity) {
    v.x = random();
    v.y = random();
    v.z = random();
  }
  double sumX = 0, sumY = 0, sumZ = 0;
#pragma omp parallel for reduction(+ : sumX, sumY, sumZ)
  for (int i = 0; i < n; ++i) {
    sumX += atoms.velocity[i].x;
    sumY += atoms.velocity[i].y;
    sumZ += atoms.velocity[i].z;
  }
  const Vec3 mean = (1.0 / n) * Vec3{sumX, sumY, sumZ};
#pragma omp parallel for
  for (int i = 0; i < n; ++i) atoms.velocity[i] = atoms.velocity[i] - mean;
  setTemperature(atoms, temperature);
  return atoms;
}

// --- Who is near whom ------------------------------------------------------------------------------------------------

/// The atoms of each cell of the box, one cell behind the other.
class CellList {
 public:
  CellList(const Box& box, double width)
      : perSide_(static_cast<int>(box.length() / width)), scale_(perSide_ / box.length()) {}

  int perSide() const { return perSide_; }
  int begin(int cell) const { return begin_[cell]; }
  int end(int cell) const { return begin_[cell + 1]; }
  int atom(int place) const { return atom_[place]; }

  /// The number of a cell, whose coordinates may be off by one at either end of the box.
  int cell(int x, int y, int z) const {
    const int n = perSide_;
    return ((z + n) % n * n + (y + n) % n) * n + (x + n) % n;
  }
  int coordinate(double r) const { return std::min(static_cast<int>(r * scale_), perSide_ - 1); }
  int cellOf(const Vec3& r) const { return cell(coordinate(r.x), coordinate(r.y), coordinate(r.z)); }

  /// Sorts the atoms by counting: how many each cell has, where it begins then, and each atom to its place.
  [[clustrix::cluster]]
  void sort(const std::vector<Vec3>& position) {
    const int n = static_cast<int>(position.size()), cells = perSide_ * perSide_ * perSide_;
    cellOf_.resize(n);
    atom_.resize(n);
    begin_.assign(cells + 1, 0);
#pragma omp parallel for
    for (int i = 0; i < n; ++i) cellOf_[i] = cellOf(position[i]);
    for (int i = 0; i < n; ++i) ++begin_[cellOf_[i] + 1];
    for (int c = 0; c < cells; ++c) begin_[c + 1] += begin_[c];
    next_.assign(begin_.begin(), begin_.end() - 1);
    for (int i = 0; i < n; ++i) atom_[next_[cellOf_[i]]++] = i;
  }

 private:
  int perSide_;
  double scale_;
  std::vector<int> begin_, atom_, cellOf_, next_;
};

/// The neighbours of each atom, in rows of the same length.
struct NeighbourList {
  std::vector<int> count, neighbour;
  std::vector<Vec3> madeAt;  // where the atoms were then

  explicit NeighbourList(int atoms) : count(atoms), neighbour(atoms * maxNeighbours), madeAt(atoms) {}
};

[[clustrix::cluster]]
void buildNeighbours(const Box& box, const Atoms& atoms, const CellList& cells, NeighbourList& list) {
  const double reach = (cutoff + skin) * (cutoff + skin);
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < atoms.count(); ++i) {
    const Vec3 r = atoms.position[i];
    const int x = cells.coordinate(r.x), y = cells.coordinate(r.y), z = cells.coordinate(r.z);
    int* row = &list.neighbour[i * maxNeighbours];
    int found = 0;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int cell = cells.cell(x + dx, y + dy, z + dz);
          for (int place = cells.begin(cell); place < cells.end(cell); ++place) {
            const int j = cells.atom(place);
            if (j == i) continue;
            const Vec3 d = box.distance(r, atoms.position[j]);
            if (dot(d, d) >= reach) continue;
            if (found == maxNeighbours) {
              std::fprintf(stderr, "md: atom %d has more than %d neighbours\n", i, maxNeighbours);
              std::exit(1);
            }
            row[found++] = j;
          }
        }
    list.count[i] = found;
    list.madeAt[i] = r;
  }
}

/// How far an atom has moved at most since the lists were made.
[[clustrix::cluster]]
double farthestMove(const Box& box, const Atoms& atoms, const NeighbourList& list) {
  double farthest = 0;
#pragma omp parallel for reduction(max : farthest)
  for (int i = 0; i < atoms.count(); ++i) {
    const Vec3 d = box.distance(atoms.position[i], list.madeAt[i]);
    farthest = std::max(farthest, dot(d, d));
  }
  return std::sqrt(farthest);
}

// --- Forces and motion -----------------------------------------------------------------------------------------------

/// What the forces tell beside the motion: the potential energy, and the virial that makes the pressure.
struct Interaction {
  double energy = 0, virial = 0;
};

[[clustrix::cluster]]
Interaction computeForces(const Box& box, Atoms& atoms, const NeighbourList& list) {
  const double limit = cutoff * cutoff;
  const double s = 1 / (limit * limit * limit), shift = 4 * (s * s - s);  // so that the energy at the cutoff is zero
  double energy = 0, virial = 0;
#pragma omp parallel for reduction(+ : energy, virial)
  for (int i = 0; i < atoms.count(); ++i) {
    const Vec3 r = atoms.position[i];
    const int* row = &list.neighbour[i * maxNeighbours];
    Vec3 force;
    for (int k = 0; k < list.count[i]; ++k) {
      const Vec3 d = box.distance(r, atoms.position[row[k]]);
      const double r2 = dot(d, d);
      if (r2 >= limit) continue;
      const double inverse2 = 1 / r2, inverse6 = inverse2 * inverse2 * inverse2;
      const double strength = 48 * inverse2 * inverse6 * (inverse6 - 0.5);
      force += strength * d;
      energy += 0.5 * (4 * inverse6 * (inverse6 - 1) - shift);
      virial += 0.5 * strength * r2;
    }
    atoms.force[i] = force;
  }
  return {energy, virial};
}

/// Half a step of velocity, then a step of place.
[[clustrix::cluster]]
void kickAndDrift(const Box& box, Vec3* position, Vec3* velocity, const Vec3* force, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    velocity[i] += 0.5 * timeStep * force[i];
    position[i] = box.wrap(position[i] + timeStep * velocity[i]);
  }
}

/// The other half of the velocity's step.
[[clustrix::cluster]]
void kick(Vec3* velocity, const Vec3* force, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) velocity[i] += 0.5 * timeStep * force[i];
}

// --- What comes out --------------------------------------------------------------------------------------------------

/// Counts the pairs by distance: what a liquid looks like from one of its atoms.
[[clustrix::cluster]]
void countPairs(const Box& box, const Atoms& atoms, const NeighbourList& list, long* pairs) {
  const double width = cutoff / maxBins;
#pragma omp parallel for reduction(+ : pairs[ : maxBins])
  for (int i = 0; i < atoms.count(); ++i)
    for (int k = 0; k < list.count[i]; ++k) {
      const Vec3 d = box.distance(atoms.position[i], atoms.position[list.neighbour[i * maxNeighbours + k]]);
      const int bin = static_cast<int>(std::sqrt(dot(d, d)) / width);
      if (bin < maxBins) ++pairs[bin];
    }
}

/// The distance at which an atom finds most others, compared with how many a gas of the same density would have there.
[[clustrix::cluster]]
void printPeak(const std::vector<long>& pairs, int atoms, int samples) {
  const double width = cutoff / maxBins;
  double peak = 0, at = 0;
  for (int b = 0; b < maxBins; ++b) {
    const double inner = b * width, outer = inner + width;
    const double shell = 4.0 / 3.0 * 3.14159265358979323846 * (outer * outer * outer - inner * inner * inner);
    const double ratio = static_cast<double>(pairs[b]) / (shell * density * atoms * samples);
    if (ratio > peak) {
      peak = ratio;
      at = inner + 0.5 * width;
    }
  }
  std::printf("first shell at %.17g, %.17g times a gas\n", at, peak);
}

/// Sums in which the order of the atoms shows.
[[clustrix::cluster]]
void printChecksums(const Atoms& atoms) {
  double position = 0, velocity = 0;
#pragma omp parallel for reduction(+ : position, velocity)
  for (int i = 0; i < atoms.count(); ++i) {
    const Vec3 &r = atoms.position[i], &v = atoms.velocity[i];
    const double weight = i % 17 + 1;
    position += weight * (r.x + 2 * r.y + 3 * r.z);
    velocity += weight * (v.x + 2 * v.y + 3 * v.z);
  }
  std::printf("checksum position %.17g\nchecksum velocity %.17g\n", position, velocity);
}

[[clustrix::cluster]]
int main(int argc, char** argv) {
  int numbers[2] = {12, 200}, given = 0;
  bool timed = false;
  for (int a = 1; a < argc; ++a) {
    if (std::strcmp(argv[a], "--time") == 0)
      timed = true;
    else if (given < 2)
      numbers[given++] = std::atoi(argv[a]);
  }
  const int perSide = numbers[0], steps = numbers[1];
  if (perSide < 6 || steps < 1) {
    std::fprintf(stderr, "usage: md [cells per side, 6 or more] [steps] [--time]\n");
    return 1;
  }
  const auto start = std::chrono::steady_clock::now();

  const Box box(std::cbrt(4.0 * perSide * perSide * perSide / density));
  Atoms atoms = crystal(perSide, box);
  const int n = atoms.count();
  CellList cells(box, cutoff + skin);
  NeighbourList list(n);
  cells.sort(atoms.position);
  buildNeighbours(box, atoms, cells, list);
  Interaction interaction = computeForces(box, atoms, list);
  std::printf("atoms %d, cells %d\n", n, cells.perSide() * cells.perSide() * cells.perSide());

  std::vector<long> pairs(maxBins, 0);
  int builds = 1, age = 0, samples = 0;
  for (int step = 1; step <= steps; ++step) {
    kickAndDrift(box, atoms.position.data(), atoms.velocity.data(), atoms.force.data(), n);
    if (++age == rebuildEvery || farthestMove(box, atoms, list) > 0.5 * skin) {
      cells.sort(atoms.position);
      buildNeighbours(box, atoms, cells, list);
      ++builds;
      age = 0;
    }
    interaction = computeForces(box, atoms, list);
    kick(atoms.velocity.data(), atoms.force.data(), n);
    if (step <= steps / 2) setTemperature(atoms, temperature);
    if (step > steps / 2 && step % 10 == 0) {
      countPairs(box, atoms, list, pairs.data());
      ++samples;
    }
    if (step == 1 || step == steps / 2 || step == steps) {
      const double kinetic = kineticEnergy(atoms);
      std::printf("step %d: kinetic %.17g, potential %.17g, total %.17g\n", step, kinetic / n, interaction.energy / n,
                  (kinetic + interaction.energy) / n);
      std::printf("pressure %.17g\n", (2 * kinetic + interaction.virial) / (3 * box.volume()));
    }
  }
  std::printf("lists made %d times\n", builds);
  if (samples > 0) printPeak(pairs, n, samples);
  printChecksums(atoms);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (timed) std::printf("seconds %.3f\n", seconds.count());
  return 0;
}

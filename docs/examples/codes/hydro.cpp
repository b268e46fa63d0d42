// Shock hydrodynamics on an unstructured mesh of hexahedra: a point blast (Sedov's problem) that runs through a cube.
//
//     hydro [side] [steps] [--time]
//
// A proxy for the codes that follow materials under shocks, with the same loops as LULESH 2.0. Nodes move with the
// material; elements hold its energy, pressure and volume. Everything is found through lists: the nodes of an element,
// the corners around a node, the elements of a material, the neighbours of an element, the nodes of a boundary.
//
// One step goes through the mesh in three parts:
//
//   nodes      stress and hourglass control give forces on corners; a node sums its corners, accelerates and moves
//   elements   new volumes and strain rates, artificial viscosity, then the equation of state, material by material
//   time       the next step's length: a sound wave must not cross an element, a volume must not change too much
//
// An eighth of the blast is computed: three faces of the cube are planes of symmetry, the other three are free. Masses,
// energies and volumes are relative to the initial state, where density and relative volume are 1.
//
// 40 loops have an OpenMP pragma, so that what Clustrix makes of the functions can be compared with what an author of
// such a code would write by hand. Every function with a loop is marked, whatever its loops are.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

/// How the program ends when the mesh is no mesh any more.
enum ExitCode { VolumeError = 11, QStopError = 12 };

/// What lies behind the six faces of an element: two bits for each. No bit is another element.
constexpr int XiMinus = 0x003, XiMinusSymm = 0x001, XiMinusFree = 0x002;
constexpr int XiPlus = 0x00c, XiPlusSymm = 0x004, XiPlusFree = 0x008;
constexpr int EtaMinus = 0x030, EtaMinusSymm = 0x010, EtaMinusFree = 0x020;
constexpr int EtaPlus = 0x0c0, EtaPlusSymm = 0x040, EtaPlusFree = 0x080;
constexpr int ZetaMinus = 0x300, ZetaMinusSymm = 0x100, ZetaMinusFree = 0x200;
constexpr int ZetaPlus = 0xc00, ZetaPlusSymm = 0x400, ZetaPlusFree = 0x800;

/// Small enough to be added to any denominator.
constexpr double tiny = 1e-36;

/// Memory for work arrays that live as long as one phase of a step.
template <class T>
T* Allocate(std::size_t count) {
  return static_cast<T*>(std::malloc(sizeof(T) * count));
}

template <class T>
void Release(T** memory) {
  std::free(*memory);
  *memory = nullptr;
}

/// The mesh and all that is known of it.
class Domain {
 public:
  Domain(int side, int numReg, int balance, int cost);

  // Sizes.
  int side() const { return m_side; }
  int numElem() const { return m_numElem; }
  int numNode() const { return m_numNode; }

  // Nodes: position, velocity, acceleration, force, mass.
  double& x(int i) { return m_x[i]; }
  double& y(int i) { return m_y[i]; }
  double& z(int i) { return m_z[i]; }
  double& xd(int i) { return m_xd[i]; }
  double& yd(int i) { return m_yd[i]; }
  double& zd(int i) { return m_zd[i]; }
  double& xdd(int i) { return m_xdd[i]; }
  double& ydd(int i) { return m_ydd[i]; }
  double& zdd(int i) { return m_zdd[i]; }
  double& fx(int i) { return m_fx[i]; }
  double& fy(int i) { return m_fy[i]; }
  double& fz(int i) { return m_fz[i]; }
  double& nodalMass(int i) { return m_nodalMass[i]; }

  // Nodes on the planes of symmetry.
  int symmX(int i) const { return m_symmX[i]; }
  int symmY(int i) const { return m_symmY[i]; }
  int symmZ(int i) const { return m_symmZ[i]; }
  bool symmXempty() const { return m_symmX.empty(); }
  bool symmYempty() const { return m_symmY.empty(); }
  bool symmZempty() const { return m_symmZ.empty(); }

  // The corners around a node: eight times the element plus the number of the corner.
  int nodeElemCount(int i) const { return m_nodeElemStart[i + 1] - m_nodeElemStart[i]; }
  int* nodeElemCornerList(int i) { return &m_nodeElemCornerList[m_nodeElemStart[i]]; }

  // Elements: their eight nodes, their neighbours, what lies behind their faces.
  int* nodelist(int i) { return &m_nodelist[8 * i]; }
  int& lxim(int i) { return m_lxim[i]; }
  int& lxip(int i) { return m_lxip[i]; }
  int& letam(int i) { return m_letam[i]; }
  int& letap(int i) { return m_letap[i]; }
  int& lzetam(int i) { return m_lzetam[i]; }
  int& lzetap(int i) { return m_lzetap[i]; }
  int& elemBC(int i) { return m_elemBC[i]; }

  // Elements: energy, pressure, viscosity with its linear and quadratic part, speed of sound, mass.
  double& e(int i) { return m_e[i]; }
  double& p(int i) { return m_p[i]; }
  double& q(int i) { return m_q[i]; }
  double& ql(int i) { return m_ql[i]; }
  double& qq(int i) { return m_qq[i]; }
  double& ss(int i) { return m_ss[i]; }
  double& elemMass(int i) { return m_elemMass[i]; }

  // Elements: relative volume before and after the step, its change, its rate; initial volume and a length.
  double& v(int i) { return m_v[i]; }
  double& vnew(int i) { return m_vnew[i]; }
  double& delv(int i) { return m_delv[i]; }
  double& vdov(int i) { return m_vdov[i]; }
  double& volo(int i) { return m_volo[i]; }
  double& arealg(int i) { return m_arealg[i]; }

  // Principal strain rates, for a part of the step only.
  double& dxx(int i) { return m_dxx[i]; }
  double& dyy(int i) { return m_dyy[i]; }
  double& dzz(int i) { return m_dzz[i]; }

  // Differences of velocity and position across an element, for a part of the step only.
  double& delvXi(int i) { return m_delvXi[i]; }
  double& delvEta(int i) { return m_delvEta[i]; }
  double& delvZeta(int i) { return m_delvZeta[i]; }
  double& delxXi(int i) { return m_delxXi[i]; }
  double& delxEta(int i) { return m_delxEta[i]; }
  double& delxZeta(int i) { return m_delxZeta[i]; }

  // Regions: the elements of each material, and how dear its equation of state is.
  int numReg() const { return static_cast<int>(m_regElemSize.size()); }
  int cost() const { return m_cost; }
  int regElemSize(int r) const { return m_regElemSize[r]; }
  int* regElemlist(int r) { return m_regElemlist[r].data(); }

  // Time.
  double& time() { return m_time; }
  double& deltatime() { return m_deltatime; }
  double& dtcourant() { return m_dtcourant; }
  double& dthydro() { return m_dthydro; }
  int& cycle() { return m_cycle; }
  double stoptime() const { return m_stoptime; }
  double dtmax() const { return m_dtmax; }
  double dtGrowthMin() const { return m_dtGrowthMin; }
  double dtGrowthMax() const { return m_dtGrowthMax; }

  // What is smaller than these is zero.
  double eCut() const { return m_eCut; }
  double pCut() const { return m_pCut; }
  double qCut() const { return m_qCut; }
  double uCut() const { return m_uCut; }
  double vCut() const { return m_vCut; }

  // Constants of the material and of the method.
  double hgcoef() const { return m_hgcoef; }
  double qstop() const { return m_qstop; }
  double maxSlope() const { return m_maxSlope; }
  double limiterMult() const { return m_limiterMult; }
  double qlc() const { return m_qlc; }
  double qqc() const { return m_qqc; }
  double qqcCourant() const { return m_qqcCourant; }
  double eosvmax() const { return m_eosvmax; }
  double eosvmin() const { return m_eosvmin; }
  double pmin() const { return m_pmin; }
  double emin() const { return m_emin; }
  double dvovmax() const { return m_dvovmax; }
  double refdens() const { return m_refdens; }

  void AllocateStrains();
  void DeallocateStrains();
  void AllocateGradients();
  void DeallocateGradients();

 private:
  void AllocateFields();
  void BuildMesh();
  void BuildCorners();
  void BuildRegions(int numReg, int balance);
  void BuildSymmetry();
  void BuildNeighbours();
  void BuildBoundary();
  void Fill();

  int m_side, m_numElem, m_numNode, m_cost;

  std::vector<double> m_x, m_y, m_z;
  std::vector<double> m_xd, m_yd, m_zd;
  std::vector<double> m_xdd, m_ydd, m_zdd;
  std::vector<double> m_fx, m_fy, m_fz;
  std::vector<double> m_nodalMass;
  std::vector<int> m_symmX, m_symmY, m_symmZ;
  std::vector<int> m_nodeElemStart, m_nodeElemCornerList;

  std::vector<int> m_nodelist;
  std::vector<int> m_lxim, m_lxip, m_letam, m_letap, m_lzetam, m_lzetap;
  std::vector<int> m_elemBC;
  std::vector<double> m_e, m_p, m_q, m_ql, m_qq, m_ss, m_elemMass;
  std::vector<double> m_v, m_vnew, m_delv, m_vdov, m_volo, m_arealg;
  std::vector<double> m_dxx, m_dyy, m_dzz;
  std::vector<double> m_delvXi, m_delvEta, m_delvZeta;
  std::vector<double> m_delxXi, m_delxEta, m_delxZeta;

  std::vector<int> m_regElemSize;
  std::vector<std::vector<int>> m_regElemlist;

  double m_time = 0, m_deltatime = 0, m_dtcourant = 1e20, m_dthydro = 1e20;
  int m_cycle = 0;
  const double m_stoptime = 1e-2, m_dtmax = 1e-2, m_dtGrowthMin = 1.1, m_dtGrowthMax = 1.2;
  const double m_eCut = 1e-7, m_pCut = 1e-7, m_qCut = 1e-7, m_uCut = 1e-7, m_vCut = 1e-10;
  const double m_hgcoef = 3, m_qstop = 1e12, m_maxSlope = 1, m_limiterMult = 2;
  const double m_qlc = 0.5, m_qqc = 2.0 / 3, m_qqcCourant = 2;
  const double m_eosvmax = 1e9, m_eosvmin = 1e-9, m_pmin = 0, m_emin = -1e15;
  const double m_dvovmax = 0.1, m_refdens = 1;
};

// ---------------------------------------------------------------------------------------------------------------------
// Geometry of one element. Corners are numbered around the lower face, then around the upper one:
//
//          7-------6        zeta  eta
//         /|      /|          |  /
//        4-------5 |          | /
//        | 3-----|-2          |/
//        |/      |/           +----- xi
//        0-------1
// ---------------------------------------------------------------------------------------------------------------------

/// The corners that a corner's derivative of the volume depends on, in the order that VolumeSlope() wants.
constexpr int volumeCorners[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                     {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};

[[clustrix::cluster]]
inline void GatherCoordinates(Domain& domain, const int* nodes, double x[8], double y[8], double z[8]) {
  for (int c = 0; c < 8; ++c) {
    const int node = nodes[c];
    x[c] = domain.x(node);
    y[c] = domain.y(node);
    z[c] = domain.z(node);
  }
}

[[clustrix::cluster]]
inline void GatherVelocities(Domain& domain, const int* nodes, double xd[8], double yd[8], double zd[8]) {
  for (int c = 0; c < 8; ++c) {
    const int node = nodes[c];
    xd[c] = domain.xd(node);
    yd[c] = domain.yd(node);
    zd[c] = domain.zd(node);
  }
}

/// How one coordinate changes along xi, eta and zeta, at the middle of the element.
inline void CentreGradient(const double c[8], double gradient[3]) {
  const double d06 = c[6] - c[0], d17 = c[7] - c[1], d24 = c[4] - c[2], d35 = c[5] - c[3];
  gradient[0] = 0.125 * (d06 + d35 - d17 - d24);
  gradient[1] = 0.125 * (d06 - d35 + d17 - d24);
  gradient[2] = 0.125 * (d06 + d35 + d17 + d24);
}

/// What the corners have of one row of cofactors: opposite corners differ in sign.
inline void SpreadCofactors(double b[8], double xi, double eta, double zeta) {
  b[0] = -xi - eta - zeta;
  b[1] = xi - eta - zeta;
  b[2] = xi + eta - zeta;
  b[3] = -xi + eta - zeta;
  b[4] = -b[2];
  b[5] = -b[3];
  b[6] = -b[0];
  b[7] = -b[1];
}

/// Derivatives of the shape functions at the middle of the element, times its Jacobian.
inline void ShapeDerivatives(const double x[8], const double y[8], const double z[8], double b[3][8], double* volume) {
  double jx[3], jy[3], jz[3];
  CentreGradient(x, jx);
  CentreGradient(y, jy);
  CentreGradient(z, jz);

  // Cofactors.
  const double cxXi = jy[1] * jz[2] - jz[1] * jy[2];
  const double cxEta = jz[0] * jy[2] - jy[0] * jz[2];
  const double cxZeta = jy[0] * jz[1] - jz[0] * jy[1];
  const double cyXi = jz[1] * jx[2] - jx[1] * jz[2];
  const double cyEta = jx[0] * jz[2] - jz[0] * jx[2];
  const double cyZeta = jz[0] * jx[1] - jx[0] * jz[1];
  const double czXi = jx[1] * jy[2] - jy[1] * jx[2];
  const double czEta = jy[0] * jx[2] - jx[0] * jy[2];
  const double czZeta = jx[0] * jy[1] - jy[0] * jx[1];

  SpreadCofactors(b[0], cxXi, cxEta, cxZeta);
  SpreadCofactors(b[1], cyXi, cyEta, cyZeta);
  SpreadCofactors(b[2], czXi, czEta, czZeta);
  *volume = 8 * (jx[1] * cxEta + jy[1] * cyEta + jz[1] * czEta);
}

/// Gives each corner of a face a quarter of the face's area vector.
inline void AddFaceNormal(double nx[8], double ny[8], double nz[8], const double x[8], const double y[8],
                          const double z[8], int a, int b, int c, int d) {
  const double ux = 0.5 * (x[d] + x[c] - x[b] - x[a]), vx = 0.5 * (x[c] + x[b] - x[d] - x[a]);
  const double uy = 0.5 * (y[d] + y[c] - y[b] - y[a]), vy = 0.5 * (y[c] + y[b] - y[d] - y[a]);
  const double uz = 0.5 * (z[d] + z[c] - z[b] - z[a]), vz = 0.5 * (z[c] + z[b] - z[d] - z[a]);
  const double areaX = 0.25 * (uy * vz - uz * vy);
  const double areaY = 0.25 * (uz * vx - ux * vz);
  const double areaZ = 0.25 * (ux * vy - uy * vx);

  nx[a] += areaX;
  nx[b] += areaX;
  nx[c] += areaX;
  nx[d] += areaX;

  ny[a] += areaY;
  ny[b] += areaY;
  ny[c] += areaY;
  ny[d] += areaY;

  nz[a] += areaZ;
  nz[b] += areaZ;
  nz[c] += areaZ;
  nz[d] += areaZ;
}

/// The area vectors of an element's surface, shared out to its corners.
[[clustrix::cluster]]
inline void NodeNormals(double nx[8], double ny[8], double nz[8], const double x[8], const double y[8],
                        const double z[8]) {
  for (int c = 0; c < 8; ++c) {
    nx[c] = 0;
    ny[c] = 0;
    nz[c] = 0;
  }
  AddFaceNormal(nx, ny, nz, x, y, z, 0, 1, 2, 3);
  AddFaceNormal(nx, ny, nz, x, y, z, 0, 4, 5, 1);
  AddFaceNormal(nx, ny, nz, x, y, z, 1, 5, 6, 2);
  AddFaceNormal(nx, ny, nz, x, y, z, 2, 6, 7, 3);
  AddFaceNormal(nx, ny, nz, x, y, z, 3, 7, 4, 0);
  AddFaceNormal(nx, ny, nz, x, y, z, 4, 7, 6, 5);
}

/// How the volume grows with one coordinate of a corner, given the other two coordinates of the corners around it.
inline double VolumeSlope(const double u[8], const double w[8], const int n[6]) {
  return ((u[n[1]] + u[n[2]]) * (w[n[0]] + w[n[1]]) - (u[n[0]] + u[n[1]]) * (w[n[1]] + w[n[2]]) +
          (u[n[0]] + u[n[4]]) * (w[n[3]] + w[n[4]]) - (u[n[3]] + u[n[4]]) * (w[n[0]] + w[n[4]]) -
          (u[n[2]] + u[n[5]]) * (w[n[3]] + w[n[5]]) + (u[n[3]] + u[n[5]]) * (w[n[2]] + w[n[5]])) *
         (1.0 / 12.0);
}

[[clustrix::cluster]]
inline void VolumeDerivative(double dvdx[8], double dvdy[8], double dvdz[8], const double x[8], const double y[8],
                             const double z[8]) {
  for (int c = 0; c < 8; ++c) {
    const int* n = volumeCorners[c];
    dvdx[c] = VolumeSlope(y, z, n);
    dvdy[c] = VolumeSlope(z, x, n);
    dvdz[c] = VolumeSlope(x, y, n);
  }
}

inline double TripleProduct(double ax, double ay, double az, double bx, double by, double bz, double cx, double cy,
                            double cz) {
  return ax * (by * cz - bz * cy) + bx * (az * cy - ay * cz) + cx * (ay * bz - az * by);
}

/// The volume of a hexahedron whose faces may be bent.
inline double ElementVolume(const double x[8], const double y[8], const double z[8]) {
  const double dx20 = x[2] - x[0], dy20 = y[2] - y[0], dz20 = z[2] - z[0];
  const double dx50 = x[5] - x[0], dy50 = y[5] - y[0], dz50 = z[5] - z[0];
  const double dx70 = x[7] - x[0], dy70 = y[7] - y[0], dz70 = z[7] - z[0];
  const double dx61 = x[6] - x[1], dy61 = y[6] - y[1], dz61 = z[6] - z[1];
  const double dx63 = x[6] - x[3], dy63 = y[6] - y[3], dz63 = z[6] - z[3];
  const double dx64 = x[6] - x[4], dy64 = y[6] - y[4], dz64 = z[6] - z[4];
  const double dx31 = x[3] - x[1], dy31 = y[3] - y[1], dz31 = z[3] - z[1];
  const double dx72 = x[7] - x[2], dy72 = y[7] - y[2], dz72 = z[7] - z[2];
  const double dx43 = x[4] - x[3], dy43 = y[4] - y[3], dz43 = z[4] - z[3];
  const double dx57 = x[5] - x[7], dy57 = y[5] - y[7], dz57 = z[5] - z[7];
  const double dx14 = x[1] - x[4], dy14 = y[1] - y[4], dz14 = z[1] - z[4];
  const double dx25 = x[2] - x[5], dy25 = y[2] - y[5], dz25 = z[2] - z[5];

  const double sum = TripleProduct(dx31 + dx72, dy31 + dy72, dz31 + dz72, dx63, dy63, dz63, dx20, dy20, dz20) +
                     TripleProduct(dx43 + dx57, dy43 + dy57, dz43 + dz57, dx64, dy64, dz64, dx70, dy70, dz70) +
                     TripleProduct(dx14 + dx25, dy14 + dy25, dz14 + dz25, dx61, dy61, dz61, dx50, dy50, dz50);
  return sum * (1.0 / 12.0);
}

/// Sixteen times the square of the area of a face.
inline double FaceArea(const double x[8], const double y[8], const double z[8], int a, int b, int c, int d) {
  const double fx = (x[c] - x[a]) - (x[d] - x[b]), gx = (x[c] - x[a]) + (x[d] - x[b]);
  const double fy = (y[c] - y[a]) - (y[d] - y[b]), gy = (y[c] - y[a]) + (y[d] - y[b]);
  const double fz = (z[c] - z[a]) - (z[d] - z[b]), gz = (z[c] - z[a]) + (z[d] - z[b]);
  const double mixed = fx * gx + fy * gy + fz * gz;
  return (fx * fx + fy * fy + fz * fz) * (gx * gx + gy * gy + gz * gz) - mixed * mixed;
}

/// The volume over its largest face: how far a wave has to go at least.
inline double CharacteristicLength(const double x[8], const double y[8], const double z[8], double volume) {
  double largest = 0;
  largest = std::max(largest, FaceArea(x, y, z, 0, 1, 2, 3));
  largest = std::max(largest, FaceArea(x, y, z, 4, 5, 6, 7));
  largest = std::max(largest, FaceArea(x, y, z, 0, 1, 5, 4));
  largest = std::max(largest, FaceArea(x, y, z, 1, 2, 6, 5));
  largest = std::max(largest, FaceArea(x, y, z, 2, 3, 7, 6));
  largest = std::max(largest, FaceArea(x, y, z, 3, 0, 4, 7));
  return 4 * volume / std::sqrt(largest);
}

/// One component of the velocity gradient: opposite corners share a derivative.
inline double GradientComponent(const double b[8], const double velocity[8]) {
  return b[0] * (velocity[0] - velocity[6]) + b[1] * (velocity[1] - velocity[7]) + b[2] * (velocity[2] - velocity[4]) +
         b[3] * (velocity[3] - velocity[5]);
}

/// The symmetric part of the velocity gradient: xx, yy, zz, yz, xz, xy.
inline void VelocityGradient(const double* xd, const double* yd, const double* zd, const double b[][8], double detJ,
                             double* d) {
  const double inverse = 1 / detJ;
  const double* const bx = b[0];
  const double* const by = b[1];
  const double* const bz = b[2];
  d[0] = inverse * GradientComponent(bx, xd);
  d[1] = inverse * GradientComponent(by, yd);
  d[2] = inverse * GradientComponent(bz, zd);
  d[3] = 0.5 * inverse * (GradientComponent(by, zd) + GradientComponent(bz, yd));
  d[4] = 0.5 * inverse * (GradientComponent(bz, xd) + GradientComponent(bx, zd));
  d[5] = 0.5 * inverse * (GradientComponent(by, xd) + GradientComponent(bx, yd));
}

// From the middle of one face to the middle of the opposite one, in one coordinate.
inline double AcrossXi(const double c[8]) { return 0.25 * ((c[1] + c[2] + c[6] + c[5]) - (c[0] + c[3] + c[7] + c[4])); }

inline double AcrossEta(const double c[8]) {
  return 0.25 * ((c[3] + c[2] + c[6] + c[7]) - (c[0] + c[1] + c[5] + c[4]));
}

inline double AcrossZeta(const double c[8]) {
  return 0.25 * ((c[4] + c[5] + c[6] + c[7]) - (c[0] + c[1] + c[2] + c[3]));
}

/// What an element looks like in one direction: its length, and the velocity at which it is stretched over that length.
/// The vectors u and w span the face that the direction goes through.
inline void DirectionGradient(const double u[3], const double w[3], const double velocity[3], double volume,
                              double* delx, double* delv) {
  double ax = u[1] * w[2] - u[2] * w[1];
  double ay = u[2] * w[0] - u[0] * w[2];
  double az = u[0] * w[1] - u[1] * w[0];
  *delx = volume / std::sqrt(ax * ax + ay * ay + az * az + tiny);

  const double norm = 1 / (volume + tiny);
  ax *= norm;
  ay *= norm;
  az *= norm;
  *delv = ax * velocity[0] + ay * velocity[1] + az * velocity[2];
}

// ---------------------------------------------------------------------------------------------------------------------
// The mesh at the beginning.
// ---------------------------------------------------------------------------------------------------------------------

Domain::Domain(int side, int numReg, int balance, int cost)
    : m_side(side), m_numElem(side * side * side), m_numNode((side + 1) * (side + 1) * (side + 1)), m_cost(cost) {
  AllocateFields();
  BuildMesh();
  BuildCorners();
  BuildRegions(numReg, balance);
  BuildSymmetry();
  BuildNeighbours();
  BuildBoundary();
  Fill();
}

[[clustrix::cluster]]
void Domain::AllocateFields() {
  for (auto* field : {&m_x, &m_y, &m_z, &m_xd, &m_yd, &m_zd, &m_xdd, &m_ydd, &m_zdd, &m_fx, &m_fy, &m_fz, &m_nodalMass})
    field->resize(m_numNode);
  for (auto* field :
       {&m_e, &m_p, &m_q, &m_ql, &m_qq, &m_ss, &m_elemMass, &m_vnew, &m_delv, &m_vdov, &m_volo, &m_arealg})
    field->resize(m_numElem);
  for (auto* field : {&m_lxim, &m_lxip, &m_letam, &m_letap, &m_lzetam, &m_lzetap, &m_elemBC}) field->resize(m_numElem);
  m_v.resize(m_numElem, 1);
  m_nodelist.resize(8 * m_numElem);
}

void Domain::AllocateStrains() {
  m_dxx.resize(m_numElem);
  m_dyy.resize(m_numElem);
  m_dzz.resize(m_numElem);
}

void Domain::DeallocateStrains() {
  m_dxx.clear();
  m_dyy.clear();
  m_dzz.clear();
}

[[clustrix::cluster]]
void Domain::AllocateGradients() {
  for (auto* field : {&m_delxXi, &m_delxEta, &m_delxZeta, &m_delvXi, &m_delvEta, &m_delvZeta}) field->resize(m_numElem);
}

[[clustrix::cluster]]
void Domain::DeallocateGradients() {
  for (auto* field : {&m_delxXi, &m_delxEta, &m_delxZeta, &m_delvXi, &m_delvEta, &m_delvZeta}) field->clear();
}

/// A cube of equal elements. Only here is it known that the mesh is regular.
[[clustrix::cluster]]
void Domain::BuildMesh() {
  const double edge = 1.125;
  const int nodes = m_side + 1;
  int node = 0;
  for (int plane = 0; plane < nodes; ++plane) {
    for (int row = 0; row < nodes; ++row) {
      for (int column = 0; column < nodes; ++column) {
        x(node) = edge * column / m_side;
        y(node) = edge * row / m_side;
        z(node) = edge * plane / m_side;
        ++node;
      }
    }
  }

  int elem = 0;
  for (int plane = 0; plane < m_side; ++plane) {
    for (int row = 0; row < m_side; ++row) {
      for (int column = 0; column < m_side; ++column) {
        const int first = (plane * nodes + row) * nodes + column;
        int* corner = nodelist(elem++);
        corner[0] = first;
        corner[1] = first + 1;
        corner[2] = first + nodes + 1;
        corner[3] = first + nodes;
        corner[4] = first + nodes * nodes;
        corner[5] = first + nodes * nodes + 1;
        corner[6] = first + nodes * nodes + nodes + 1;
        corner[7] = first + nodes * nodes + nodes;
      }
    }
  }
}

/// For each node the corners of the elements around it, so that a node can sum up what they contribute.
[[clustrix::cluster]]
void Domain::BuildCorners() {
  std::vector<int> count(m_numNode, 0);
  for (int i = 0; i < m_numElem; ++i) {
    for (int c = 0; c < 8; ++c) ++count[nodelist(i)[c]];
  }

  m_nodeElemStart.resize(m_numNode + 1);
  m_nodeElemStart[0] = 0;
  for (int i = 0; i < m_numNode; ++i) m_nodeElemStart[i + 1] = m_nodeElemStart[i] + count[i];

  m_nodeElemCornerList.resize(m_nodeElemStart[m_numNode]);
  std::fill(count.begin(), count.end(), 0);
  for (int i = 0; i < m_numElem; ++i) {
    for (int c = 0; c < 8; ++c) {
      const int node = nodelist(i)[c];
      m_nodeElemCornerList[m_nodeElemStart[node] + count[node]++] = 8 * i + c;
    }
  }
}

/// Shares the elements out to materials, in runs: most of them short, some of them long. A material's share grows with
/// its number to the power of `balance`.
[[clustrix::cluster]]
void Domain::BuildRegions(int numReg, int balance) {
  unsigned long long state = 2463534242ULL;
  const auto random = [&state](int below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state >> 33) % below);
  };

  std::vector<int> shareEnd(numReg);
  int shares = 0;
  for (int r = 0; r < numReg; ++r) {
    int share = 1;
    for (int k = 0; k < balance; ++k) share *= r + 1;
    shares += share;
    shareEnd[r] = shares;
  }

  m_regElemlist.resize(numReg);
  int elem = 0, last = -1;
  while (elem < m_numElem) {
    // Neighbouring runs are of different materials.
    int r;
    do {
      const int drawn = random(shares);
      r = 0;
      while (drawn >= shareEnd[r]) ++r;
    } while (r == last && numReg > 1);
    last = r;

    const int kind = random(100);
    const int length = kind < 77 ? 1 + random(15) : kind < 98 ? 16 + random(48) : 64 + random(1984);
    const int end = std::min(elem + length, m_numElem);
    while (elem < end) m_regElemlist[r].push_back(elem++);
  }

  m_regElemSize.resize(numReg);
  for (int r = 0; r < numReg; ++r) m_regElemSize[r] = static_cast<int>(m_regElemlist[r].size());
}

/// The nodes whose x (y, z) is 0.
[[clustrix::cluster]]
void Domain::BuildSymmetry() {
  const int nodes = m_side + 1;
  m_symmX.resize(nodes * nodes);
  m_symmY.resize(nodes * nodes);
  m_symmZ.resize(nodes * nodes);
  int k = 0;
  for (int i = 0; i < nodes; ++i) {
    const int plane = i * nodes * nodes, row = i * nodes;
    for (int j = 0; j < nodes; ++j) {
      m_symmX[k] = plane + j * nodes;
      m_symmY[k] = plane + j;
      m_symmZ[k] = row + j;
      ++k;
    }
  }
}

/// The neighbour through each face. What these say at the surface is never used: see BuildBoundary().
[[clustrix::cluster]]
void Domain::BuildNeighbours() {
  const int row = m_side, plane = m_side * m_side;
  for (int i = 0; i < m_numElem; ++i) {
    lxim(i) = std::max(i - 1, 0);
    lxip(i) = std::min(i + 1, m_numElem - 1);
    letam(i) = i < row ? i : i - row;
    letap(i) = i + row < m_numElem ? i + row : i;
    lzetam(i) = i < plane ? i : i - plane;
    lzetap(i) = i + plane < m_numElem ? i + plane : i;
  }
}

[[clustrix::cluster]]
void Domain::BuildBoundary() {
  const int row = m_side, plane = m_side * m_side;
  for (int i = 0; i < m_side; ++i) {
    for (int j = 0; j < m_side; ++j) {
      elemBC(i * plane + j * row) |= XiMinusSymm;
      elemBC(i * plane + j * row + m_side - 1) |= XiPlusFree;
      elemBC(i * plane + j) |= EtaMinusSymm;
      elemBC(i * plane + j + plane - row) |= EtaPlusFree;
      elemBC(i * row + j) |= ZetaMinusSymm;
      elemBC(i * row + j + m_numElem - plane) |= ZetaPlusFree;
    }
  }
}

/// Volumes and masses of the undisturbed material, and the blast: all its energy in the element at the origin.
[[clustrix::cluster]]
void Domain::Fill() {
  for (int i = 0; i < m_numElem; ++i) {
    double xLocal[8], yLocal[8], zLocal[8];
    const int* nodes = nodelist(i);
    GatherCoordinates(*this, nodes, xLocal, yLocal, zLocal);
    const double volume = ElementVolume(xLocal, yLocal, zLocal);
    volo(i) = volume;
    elemMass(i) = m_refdens * volume;
    for (int c = 0; c < 8; ++c) nodalMass(nodes[c]) += elemMass(i) / 8;
  }

  const double blastEnergy = 616.9915625;
  e(0) = blastEnergy / volo(0);
  m_deltatime = 0.5 * std::cbrt(volo(0)) / std::sqrt(2 * e(0));
}

// ---------------------------------------------------------------------------------------------------------------------
// Nodes: forces, acceleration, velocity, position.
// ---------------------------------------------------------------------------------------------------------------------

[[clustrix::cluster]]
void InitStress(Domain& domain, double* sigxx, double* sigyy, double* sigzz, int numElem) {
#pragma omp parallel for firstprivate(numElem)
  for (int i = 0; i < numElem; ++i) {
    sigxx[i] = sigyy[i] = sigzz[i] = -domain.p(i) - domain.q(i);
  }
}

/// The force of an element's stress on its corners.
[[clustrix::cluster]]
inline void StressToCorners(const double b[][8], double sigxx, double sigyy, double sigzz, double* fx, double* fy,
                            double* fz) {
  for (int c = 0; c < 8; ++c) {
    fx[c] = -(sigxx * b[0][c]);
    fy[c] = -(sigyy * b[1][c]);
    fz[c] = -(sigzz * b[2][c]);
  }
}

[[clustrix::cluster]]
void IntegrateStress(Domain& domain, const double* sigxx, const double* sigyy, const double* sigzz, double* determ,
                     int numElem, int numNode) {
  double* fxElem = Allocate<double>(8 * numElem);
  double* fyElem = Allocate<double>(8 * numElem);
  double* fzElem = Allocate<double>(8 * numElem);

  // Each element has its own corners to write to.
#pragma omp parallel for firstprivate(numElem)
  for (int k = 0; k < numElem; ++k) {
    const int* const nodes = domain.nodelist(k);
    double b[3][8];
    double x[8], y[8], z[8];

    GatherCoordinates(domain, nodes, x, y, z);
    ShapeDerivatives(x, y, z, b, &determ[k]);
    NodeNormals(b[0], b[1], b[2], x, y, z);
    StressToCorners(b, sigxx[k], sigyy[k], sigzz[k], &fxElem[8 * k], &fyElem[8 * k], &fzElem[8 * k]);
  }

  // Each node sums up the corners around it.
#pragma omp parallel for firstprivate(numNode)
  for (int node = 0; node < numNode; ++node) {
    const int count = domain.nodeElemCount(node);
    const int* corners = domain.nodeElemCornerList(node);
    double fx = 0, fy = 0, fz = 0;
    for (int i = 0; i < count; ++i) {
      const int corner = corners[i];
      fx += fxElem[corner];
      fy += fyElem[corner];
      fz += fzElem[corner];
    }
    domain.fx(node) = fx;
    domain.fy(node) = fy;
    domain.fz(node) = fz;
  }

  Release(&fzElem);
  Release(&fyElem);
  Release(&fxElem);
}

/// What resists the four hourglass modes, in one coordinate: the velocities' share of each mode, back on the corners.
[[clustrix::cluster]]
inline void ResistHourglass(const double* velocity, double hourgam[][4], double coefficient, double* force) {
  double mode[4];
  for (int m = 0; m < 4; ++m) {
    mode[m] = hourgam[0][m] * velocity[0] + hourgam[1][m] * velocity[1] + hourgam[2][m] * velocity[2] +
              hourgam[3][m] * velocity[3] + hourgam[4][m] * velocity[4] + hourgam[5][m] * velocity[5] +
              hourgam[6][m] * velocity[6] + hourgam[7][m] * velocity[7];
  }
  for (int c = 0; c < 8; ++c) {
    force[c] = coefficient *
               (hourgam[c][0] * mode[0] + hourgam[c][1] * mode[1] + hourgam[c][2] * mode[2] + hourgam[c][3] * mode[3]);
  }
}

/// Flanagan's and Belytschko's force against hourglass modes: ways to move the corners that change no volume.
[[clustrix::cluster]]
void HourglassForces(Domain& domain, const double* determ, const double* x8n, const double* y8n, const double* z8n,
                     const double* dvdx, const double* dvdy, const double* dvdz, double hourg, int numElem,
                     int numNode) {
  double* fxElem = Allocate<double>(8 * numElem);
  double* fyElem = Allocate<double>(8 * numElem);
  double* fzElem = Allocate<double>(8 * numElem);

  double gamma[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1},
                        {1, -1, -1, 1, -1, 1, 1, -1},
                        {1, -1, 1, -1, 1, -1, 1, -1},
                        {-1, 1, -1, 1, 1, -1, 1, -1}};

#pragma omp parallel for firstprivate(numElem, hourg)
  for (int i = 0; i < numElem; ++i) {
    double hourgam[8][4];
    double xd[8], yd[8], zd[8];
    double hgfx[8], hgfy[8], hgfz[8];

    const int* nodes = domain.nodelist(i);
    const int first = 8 * i;
    const double inverse = 1 / determ[i];

    // The modes, without what a linear velocity field has of them.
    for (int m = 0; m < 4; ++m) {
      const double modeX = x8n[first] * gamma[m][0] + x8n[first + 1] * gamma[m][1] + x8n[first + 2] * gamma[m][2] +
                           x8n[first + 3] * gamma[m][3] + x8n[first + 4] * gamma[m][4] + x8n[first + 5] * gamma[m][5] +
                           x8n[first + 6] * gamma[m][6] + x8n[first + 7] * gamma[m][7];
      const double modeY = y8n[first] * gamma[m][0] + y8n[first + 1] * gamma[m][1] + y8n[first + 2] * gamma[m][2] +
                           y8n[first + 3] * gamma[m][3] + y8n[first + 4] * gamma[m][4] + y8n[first + 5] * gamma[m][5] +
                           y8n[first + 6] * gamma[m][6] + y8n[first + 7] * gamma[m][7];
      const double modeZ = z8n[first] * gamma[m][0] + z8n[first + 1] * gamma[m][1] + z8n[first + 2] * gamma[m][2] +
                           z8n[first + 3] * gamma[m][3] + z8n[first + 4] * gamma[m][4] + z8n[first + 5] * gamma[m][5] +
                           z8n[first + 6] * gamma[m][6] + z8n[first + 7] * gamma[m][7];
      for (int c = 0; c < 8; ++c) {
        hourgam[c][m] =
            gamma[m][c] - inverse * (dvdx[first + c] * modeX + dvdy[first + c] * modeY + dvdz[first + c] * modeZ);
      }
    }

    GatherVelocities(domain, nodes, xd, yd, zd);
    const double coefficient = -hourg * 0.01 * domain.ss(i) * domain.elemMass(i) / std::cbrt(determ[i]);
    ResistHourglass(xd, hourgam, coefficient, hgfx);
    ResistHourglass(yd, hourgam, coefficient, hgfy);
    ResistHourglass(zd, hourgam, coefficient, hgfz);

    double* fxLocal = &fxElem[first];
    double* fyLocal = &fyElem[first];
    double* fzLocal = &fzElem[first];
    for (int c = 0; c < 8; ++c) {
      fxLocal[c] = hgfx[c];
      fyLocal[c] = hgfy[c];
      fzLocal[c] = hgfz[c];
    }
  }

#pragma omp parallel for firstprivate(numNode)
  for (int node = 0; node < numNode; ++node) {
    const int count = domain.nodeElemCount(node);
    const int* corners = domain.nodeElemCornerList(node);
    double fx = 0, fy = 0, fz = 0;
    for (int i = 0; i < count; ++i) {
      const int corner = corners[i];
      fx += fxElem[corner];
      fy += fyElem[corner];
      fz += fzElem[corner];
    }
    domain.fx(node) += fx;
    domain.fy(node) += fy;
    domain.fz(node) += fz;
  }

  Release(&fzElem);
  Release(&fyElem);
  Release(&fxElem);
}

[[clustrix::cluster]]
void HourglassControl(Domain& domain, double* determ, double hgcoef) {
  const int numElem = domain.numElem();
  double* dvdx = Allocate<double>(8 * numElem);
  double* dvdy = Allocate<double>(8 * numElem);
  double* dvdz = Allocate<double>(8 * numElem);
  double* x8n = Allocate<double>(8 * numElem);
  double* y8n = Allocate<double>(8 * numElem);
  double* z8n = Allocate<double>(8 * numElem);

#pragma omp parallel for firstprivate(numElem)
  for (int i = 0; i < numElem; ++i) {
    double x[8], y[8], z[8];
    double pfx[8], pfy[8], pfz[8];

    const int* nodes = domain.nodelist(i);
    GatherCoordinates(domain, nodes, x, y, z);
    VolumeDerivative(pfx, pfy, pfz, x, y, z);

    for (int c = 0; c < 8; ++c) {
      const int corner = 8 * i + c;
      dvdx[corner] = pfx[c];
      dvdy[corner] = pfy[c];
      dvdz[corner] = pfz[c];
      x8n[corner] = x[c];
      y8n[corner] = y[c];
      z8n[corner] = z[c];
    }

    determ[i] = domain.volo(i) * domain.v(i);
    if (domain.v(i) <= 0) std::exit(VolumeError);
  }

  if (hgcoef > 0) {
    HourglassForces(domain, determ, x8n, y8n, z8n, dvdx, dvdy, dvdz, hgcoef, numElem, domain.numNode());
  }

  Release(&z8n);
  Release(&y8n);
  Release(&x8n);
  Release(&dvdz);
  Release(&dvdy);
  Release(&dvdx);
}

[[clustrix::cluster]]
void VolumeForces(Domain& domain) {
  const int numElem = domain.numElem();
  if (numElem == 0) return;
  double* sigxx = Allocate<double>(numElem);
  double* sigyy = Allocate<double>(numElem);
  double* sigzz = Allocate<double>(numElem);
  double* determ = Allocate<double>(numElem);

  InitStress(domain, sigxx, sigyy, sigzz, numElem);
  IntegrateStress(domain, sigxx, sigyy, sigzz, determ, numElem, domain.numNode());

#pragma omp parallel for firstprivate(numElem)
  for (int k = 0; k < numElem; ++k) {
    if (determ[k] <= 0) {
      std::fprintf(stderr, "hydro: element %d is inside out: its Jacobian is %g\n", k, determ[k]);
      std::exit(VolumeError);
    }
  }

  HourglassControl(domain, determ, domain.hgcoef());

  Release(&determ);
  Release(&sigzz);
  Release(&sigyy);
  Release(&sigxx);
}

[[clustrix::cluster]]
void NodeForces(Domain& domain) {
  const int numNode = domain.numNode();

#pragma omp parallel for firstprivate(numNode)
  for (int i = 0; i < numNode; ++i) {
    domain.fx(i) = 0;
    domain.fy(i) = 0;
    domain.fz(i) = 0;
  }

  VolumeForces(domain);
}

[[clustrix::cluster]]
void Accelerate(Domain& domain, int numNode) {
#pragma omp parallel for firstprivate(numNode)
  for (int i = 0; i < numNode; ++i) {
    domain.xdd(i) = domain.fx(i) / domain.nodalMass(i);
    domain.ydd(i) = domain.fy(i) / domain.nodalMass(i);
    domain.zdd(i) = domain.fz(i) / domain.nodalMass(i);
  }
}

/// Nothing goes through a plane of symmetry.
[[clustrix::cluster]]
void HoldSymmetry(Domain& domain) {
  const int size = domain.side();
  const int numNodeBC = (size + 1) * (size + 1);

  if (!domain.symmXempty()) {
#pragma omp parallel for firstprivate(numNodeBC)
    for (int i = 0; i < numNodeBC; ++i) domain.xdd(domain.symmX(i)) = 0;
  }

  if (!domain.symmYempty()) {
#pragma omp parallel for firstprivate(numNodeBC)
    for (int i = 0; i < numNodeBC; ++i) domain.ydd(domain.symmY(i)) = 0;
  }

  if (!domain.symmZempty()) {
#pragma omp parallel for firstprivate(numNodeBC)
    for (int i = 0; i < numNodeBC; ++i) domain.zdd(domain.symmZ(i)) = 0;
  }
}

[[clustrix::cluster]]
void UpdateVelocities(Domain& domain, double dt, double uCut, int numNode) {
#pragma omp parallel for firstprivate(numNode, dt, uCut)
  for (int i = 0; i < numNode; ++i) {
    double xd = domain.xd(i) + domain.xdd(i) * dt;
    if (std::fabs(xd) < uCut) xd = 0;
    domain.xd(i) = xd;

    double yd = domain.yd(i) + domain.ydd(i) * dt;
    if (std::fabs(yd) < uCut) yd = 0;
    domain.yd(i) = yd;

    double zd = domain.zd(i) + domain.zdd(i) * dt;
    if (std::fabs(zd) < uCut) zd = 0;
    domain.zd(i) = zd;
  }
}

[[clustrix::cluster]]
void UpdatePositions(Domain& domain, double dt, int numNode) {
#pragma omp parallel for firstprivate(numNode, dt)
  for (int i = 0; i < numNode; ++i) {
    domain.x(i) += domain.xd(i) * dt;
    domain.y(i) += domain.yd(i) * dt;
    domain.z(i) += domain.zd(i) * dt;
  }
}

void LagrangeNodal(Domain& domain) {
  const double dt = domain.deltatime();
  NodeForces(domain);
  Accelerate(domain, domain.numNode());
  HoldSymmetry(domain);
  UpdateVelocities(domain, dt, domain.uCut(), domain.numNode());
  UpdatePositions(domain, dt, domain.numNode());
}

// ---------------------------------------------------------------------------------------------------------------------
// Elements: kinematics.
// ---------------------------------------------------------------------------------------------------------------------

[[clustrix::cluster]]
void Kinematics(Domain& domain, double deltaTime, int numElem) {
#pragma omp parallel for firstprivate(numElem, deltaTime)
  for (int k = 0; k < numElem; ++k) {
    double b[3][8];
    double d[6];
    double x[8], y[8], z[8];
    double xd[8], yd[8], zd[8];
    double detJ = 0;
    const int* const nodes = domain.nodelist(k);

    GatherCoordinates(domain, nodes, x, y, z);
    const double volume = ElementVolume(x, y, z);
    const double relativeVolume = volume / domain.volo(k);
    domain.vnew(k) = relativeVolume;
    domain.delv(k) = relativeVolume - domain.v(k);
    domain.arealg(k) = CharacteristicLength(x, y, z, volume);

    // The strain rate is that of the middle of the step.
    GatherVelocities(domain, nodes, xd, yd, zd);
    const double half = 0.5 * deltaTime;
    for (int c = 0; c < 8; ++c) {
      x[c] -= half * xd[c];
      y[c] -= half * yd[c];
      z[c] -= half * zd[c];
    }
    ShapeDerivatives(x, y, z, b, &detJ);
    VelocityGradient(xd, yd, zd, b, detJ, d);

    domain.dxx(k) = d[0];
    domain.dyy(k) = d[1];
    domain.dzz(k) = d[2];
  }
}

[[clustrix::cluster]]
void ElementKinematics(Domain& domain) {
  const int numElem = domain.numElem();
  if (numElem == 0) return;
  domain.AllocateStrains();
  Kinematics(domain, domain.deltatime(), numElem);

#pragma omp parallel for firstprivate(numElem)
  for (int k = 0; k < numElem; ++k) {
    // What remains of the strain rate changes the element's shape alone.
    const double vdov = domain.dxx(k) + domain.dyy(k) + domain.dzz(k);
    const double third = vdov / 3;
    domain.vdov(k) = vdov;
    domain.dxx(k) -= third;
    domain.dyy(k) -= third;
    domain.dzz(k) -= third;

    if (domain.vnew(k) <= 0) std::exit(VolumeError);
  }

  domain.DeallocateStrains();
}

// ---------------------------------------------------------------------------------------------------------------------
// Elements: artificial viscosity, which makes shocks a few elements wide.
// ---------------------------------------------------------------------------------------------------------------------

[[clustrix::cluster]]
void ViscosityGradients(Domain& domain) {
  const int numElem = domain.numElem();

#pragma omp parallel for firstprivate(numElem)
  for (int i = 0; i < numElem; ++i) {
    double x[8], y[8], z[8];
    double xd[8], yd[8], zd[8];
    const int* nodes = domain.nodelist(i);
    GatherCoordinates(domain, nodes, x, y, z);
    GatherVelocities(domain, nodes, xd, yd, zd);

    const double volume = domain.volo(i) * domain.vnew(i);
    const double xi[3] = {AcrossXi(x), AcrossXi(y), AcrossXi(z)};
    const double eta[3] = {AcrossEta(x), AcrossEta(y), AcrossEta(z)};
    const double zeta[3] = {AcrossZeta(x), AcrossZeta(y), AcrossZeta(z)};
    const double xiV[3] = {AcrossXi(xd), AcrossXi(yd), AcrossXi(zd)};
    const double etaV[3] = {AcrossEta(xd), AcrossEta(yd), AcrossEta(zd)};
    const double zetaV[3] = {AcrossZeta(xd), AcrossZeta(yd), AcrossZeta(zd)};

    DirectionGradient(xi, eta, zetaV, volume, &domain.delxZeta(i), &domain.delvZeta(i));
    DirectionGradient(eta, zeta, xiV, volume, &domain.delxXi(i), &domain.delvXi(i));
    DirectionGradient(zeta, xi, etaV, volume, &domain.delxEta(i), &domain.delvEta(i));
  }
}

/// How smooth the flow is in one direction: 1 where the gradients on both sides go on as they are here, 0 at a shock.
inline double LimitSlope(double minus, double plus, double norm, double limiterMult, double maxSlope) {
  minus *= norm;
  plus *= norm;
  double phi = 0.5 * (minus + plus);
  minus *= limiterMult;
  plus *= limiterMult;
  if (minus < phi) phi = minus;
  if (plus < phi) phi = plus;
  if (phi < 0) phi = 0;
  if (phi > maxSlope) phi = maxSlope;
  return phi;
}

[[clustrix::cluster]]
void RegionViscosity(Domain& domain, int r) {
  const double limiterMult = domain.limiterMult();
  const double maxSlope = domain.maxSlope();
  const double qlc = domain.qlc();
  const double qqc = domain.qqc();

#pragma omp parallel for firstprivate(qlc, qqc, limiterMult, maxSlope)
  for (int i = 0; i < domain.regElemSize(r); ++i) {
    const int elem = domain.regElemlist(r)[i];
    const int bcMask = domain.elemBC(elem);
    double qlin, qquad;
    double minus = 0, plus = 0;

    switch (bcMask & XiMinus) {
      case 0:
        minus = domain.delvXi(domain.lxim(elem));
        break;
      case XiMinusSymm:
        minus = domain.delvXi(elem);
        break;
      case XiMinusFree:
        minus = 0;
        break;
      default:
        std::fprintf(stderr, "hydro: element %d has a strange boundary at -xi\n", elem);
        break;
    }
    switch (bcMask & XiPlus) {
      case 0:
        plus = domain.delvXi(domain.lxip(elem));
        break;
      case XiPlusSymm:
        plus = domain.delvXi(elem);
        break;
      case XiPlusFree:
        plus = 0;
        break;
      default:
        std::fprintf(stderr, "hydro: element %d has a strange boundary at +xi\n", elem);
        break;
    }
    const double phiXi = LimitSlope(minus, plus, 1 / (domain.delvXi(elem) + tiny), limiterMult, maxSlope);

    switch (bcMask & EtaMinus) {
      case 0:
        minus = domain.delvEta(domain.letam(elem));
        break;
      case EtaMinusSymm:
        minus = domain.delvEta(elem);
        break;
      case EtaMinusFree:
        minus = 0;
        break;
      default:
        std::fprintf(stderr, "hydro: element %d has a strange boundary at -eta\n", elem);
        break;
    }
    switch (bcMask & EtaPlus) {
      case 0:
        plus = domain.delvEta(domain.letap(elem));
        break;
      case EtaPlusSymm:
        plus = domain.delvEta(elem);
        break;
      case EtaPlusFree:
        plus = 0;
        break;
      default:
        std::fprintf(stderr, "hydro: element %d has a strange boundary at +eta\n", elem);
        break;
    }
    const double phiEta = LimitSlope(minus, plus, 1 / (domain.delvEta(elem) + tiny), limiterMult, maxSlope);

    switch (bcMask & ZetaMinus) {
      case 0:
        minus = domain.delvZeta(domain.lzetam(elem));
        break;
      case ZetaMinusSymm:
        minus = domain.delvZeta(elem);
        break;
      case ZetaMinusFree:
        minus = 0;
        break;
      default:
        std::fprintf(stderr, "hydro: element %d has a strange boundary at -zeta\n", elem);
        break;
    }
    switch (bcMask & ZetaPlus) {
      case 0:
        plus = domain.delvZeta(domain.lzetap(elem));
        break;
      case ZetaPlusSymm:
        plus = domain.delvZeta(elem);
        break;
      case ZetaPlusFree:
        plus = 0;
        break;
      default:
        std::fprintf(stderr, "hydro: element %d has a strange boundary at +zeta\n", elem);
        break;
    }
    const double phiZeta = LimitSlope(minus, plus, 1 / (domain.delvZeta(elem) + tiny), limiterMult, maxSlope);

    // Only what is compressed is viscous.
    if (domain.vdov(elem) > 0) {
      qlin = 0;
      qquad = 0;
    } else {
      double delvxXi = domain.delvXi(elem) * domain.delxXi(elem);
      double delvxEta = domain.delvEta(elem) * domain.delxEta(elem);
      double delvxZeta = domain.delvZeta(elem) * domain.delxZeta(elem);
      if (delvxXi > 0) delvxXi = 0;
      if (delvxEta > 0) delvxEta = 0;
      if (delvxZeta > 0) delvxZeta = 0;

      const double rho = domain.elemMass(elem) / (domain.volo(elem) * domain.vnew(elem));
      qlin = -qlc * rho * (delvxXi * (1 - phiXi) + delvxEta * (1 - phiEta) + delvxZeta * (1 - phiZeta));
      qquad = qqc * rho *
              (delvxXi * delvxXi * (1 - phiXi * phiXi) + delvxEta * delvxEta * (1 - phiEta * phiEta) +
               delvxZeta * delvxZeta * (1 - phiZeta * phiZeta));
    }

    domain.qq(elem) = qquad;
    domain.ql(elem) = qlin;
  }
}

[[clustrix::cluster]]
void Viscosity(Domain& domain) {
  const int numElem = domain.numElem();
  if (numElem == 0) return;
  domain.AllocateGradients();
  ViscosityGradients(domain);
  for (int r = 0; r < domain.numReg(); ++r) {
    if (domain.regElemSize(r) > 0) RegionViscosity(domain, r);
  }
  domain.DeallocateGradients();

#pragma omp parallel for firstprivate(numElem)
  for (int i = 0; i < numElem; ++i) {
    if (domain.q(i) > domain.qstop()) {
      std::fprintf(stderr, "hydro: the viscosity of element %d is %g\n", i, domain.q(i));
      std::exit(QStopError);
    }
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// Elements: equation of state. Work arrays are compressed: element i of a region, whatever its number in the mesh.
// ---------------------------------------------------------------------------------------------------------------------

/// The speed of sound, or next to nothing where the state allows none.
inline double SpeedOfSound(double pbvc, double e, double v, double bvc, double p, double rho0) {
  const double square = (pbvc * e + v * v * bvc * p) / rho0;
  if (square <= 0.1111111e-36) return 0.3333333e-18;
  return std::sqrt(square);
}

/// An ideal gas of single atoms.
[[clustrix::cluster]]
void Pressure(double* pNew, double* bvc, double* pbvc, const double* e, const double* compression, const double* vnewc,
              double pmin, double pCut, double eosvmax, int length, const int* elemList) {
#pragma omp parallel for firstprivate(length)
  for (int i = 0; i < length; ++i) {
    const double c1s = 2.0 / 3.0;
    bvc[i] = c1s * (compression[i] + 1);
    pbvc[i] = c1s;
  }

#pragma omp parallel for firstprivate(length, pmin, pCut, eosvmax)
  for (int i = 0; i < length; ++i) {
    const int elem = elemList[i];
    pNew[i] = bvc[i] * e[i];
    if (std::fabs(pNew[i]) < pCut) pNew[i] = 0;
    if (vnewc[elem] >= eosvmax) pNew[i] = 0;
    if (pNew[i] < pmin) pNew[i] = pmin;
  }
}

/// Energy, pressure and viscosity at the end of the step, from those at its beginning: to its middle with the old
/// pressure, to its end with that of the middle, and once more with that of the end.
[[clustrix::cluster]]
void Energy(double* pNew, double* eNew, double* qNew, double* bvc, double* pbvc, const double* pOld, const double* eOld,
            const double* qOld, const double* compression, const double* compHalfStep, const double* vnewc,
            const double* work, const double* delvc, double pmin, double pCut, double eCut, double qCut, double emin,
            const double* qqOld, const double* qlOld, double rho0, double eosvmax, int length, const int* elemList) {
  double* pHalfStep = Allocate<double>(length);

#pragma omp parallel for firstprivate(length, emin)
  for (int i = 0; i < length; ++i) {
    eNew[i] = eOld[i] - 0.5 * delvc[i] * (pOld[i] + qOld[i]) + 0.5 * work[i];
    if (eNew[i] < emin) eNew[i] = emin;
  }

  Pressure(pHalfStep, bvc, pbvc, eNew, compHalfStep, vnewc, pmin, pCut, eosvmax, length, elemList);

#pragma omp parallel for firstprivate(length, rho0)
  for (int i = 0; i < length; ++i) {
    const double vhalf = 1 / (1 + compHalfStep[i]);
    if (delvc[i] > 0) {
      qNew[i] = 0;
    } else {
      const double ssc = SpeedOfSound(pbvc[i], eNew[i], vhalf, bvc[i], pHalfStep[i], rho0);
      qNew[i] = ssc * qlOld[i] + qqOld[i];
    }
    eNew[i] = eNew[i] + 0.5 * delvc[i] * (3 * (pOld[i] + qOld[i]) - 4 * (pHalfStep[i] + qNew[i]));
  }

#pragma omp parallel for firstprivate(length, emin, eCut)
  for (int i = 0; i < length; ++i) {
    eNew[i] += 0.5 * work[i];
    if (std::fabs(eNew[i]) < eCut) eNew[i] = 0;
    if (eNew[i] < emin) eNew[i] = emin;
  }

  Pressure(pNew, bvc, pbvc, eNew, compression, vnewc, pmin, pCut, eosvmax, length, elemList);

#pragma omp parallel for firstprivate(length, rho0, emin, eCut)
  for (int i = 0; i < length; ++i) {
    const double sixth = 1.0 / 6.0;
    const int elem = elemList[i];
    double qTilde;
    if (delvc[i] > 0) {
      qTilde = 0;
    } else {
      const double ssc = SpeedOfSound(pbvc[i], eNew[i], vnewc[elem], bvc[i], pNew[i], rho0);
      qTilde = ssc * qlOld[i] + qqOld[i];
    }
    eNew[i] =
        eNew[i] - (7 * (pOld[i] + qOld[i]) - 8 * (pHalfStep[i] + qNew[i]) + (pNew[i] + qTilde)) * delvc[i] * sixth;
    if (std::fabs(eNew[i]) < eCut) eNew[i] = 0;
    if (eNew[i] < emin) eNew[i] = emin;
  }

  Pressure(pNew, bvc, pbvc, eNew, compression, vnewc, pmin, pCut, eosvmax, length, elemList);

#pragma omp parallel for firstprivate(length, rho0, qCut)
  for (int i = 0; i < length; ++i) {
    const int elem = elemList[i];
    if (delvc[i] <= 0) {
      const double ssc = SpeedOfSound(pbvc[i], eNew[i], vnewc[elem], bvc[i], pNew[i], rho0);
      qNew[i] = ssc * qlOld[i] + qqOld[i];
      if (std::fabs(qNew[i]) < qCut) qNew[i] = 0;
    }
  }

  Release(&pHalfStep);
}

[[clustrix::cluster]]
void UpdateSoundSpeed(Domain& domain, const double* vnewc, double rho0, const double* eNew, const double* pNew,
                      const double* pbvc, const double* bvc, int length, const int* elemList) {
#pragma omp parallel for firstprivate(length, rho0)
  for (int i = 0; i < length; ++i) {
    const int elem = elemList[i];
    domain.ss(elem) = SpeedOfSound(pbvc[i], eNew[i], vnewc[elem], bvc[i], pNew[i], rho0);
  }
}

/// The equation of state of one region, `rep` times over: some materials are dearer than others.
[[clustrix::cluster]]
void EquationOfState(Domain& domain, const double* vnewc, int numElemReg, const int* elemList, int rep) {
  const double eosvmin = domain.eosvmin(), eosvmax = domain.eosvmax();
  const double rho0 = domain.refdens();

  double* eOld = Allocate<double>(numElemReg);
  double* delvc = Allocate<double>(numElemReg);
  double* pOld = Allocate<double>(numElemReg);
  double* qOld = Allocate<double>(numElemReg);
  double* compression = Allocate<double>(numElemReg);
  double* compHalfStep = Allocate<double>(numElemReg);
  double* qqOld = Allocate<double>(numElemReg);
  double* qlOld = Allocate<double>(numElemReg);
  double* work = Allocate<double>(numElemReg);
  double* pNew = Allocate<double>(numElemReg);
  double* eNew = Allocate<double>(numElemReg);
  double* qNew = Allocate<double>(numElemReg);
  double* bvc = Allocate<double>(numElemReg);
  double* pbvc = Allocate<double>(numElemReg);

  for (int j = 0; j < rep; ++j) {
#pragma omp parallel for firstprivate(numElemReg)
    for (int i = 0; i < numElemReg; ++i) {
      const int elem = elemList[i];
      eOld[i] = domain.e(elem);
      delvc[i] = domain.delv(elem);
      pOld[i] = domain.p(elem);
      qOld[i] = domain.q(elem);
      qqOld[i] = domain.qq(elem);
      qlOld[i] = domain.ql(elem);
    }

#pragma omp parallel for firstprivate(numElemReg)
    for (int i = 0; i < numElemReg; ++i) {
      const int elem = elemList[i];
      compression[i] = 1 / vnewc[elem] - 1;
      const double vchalf = vnewc[elem] - delvc[i] * 0.5;
      compHalfStep[i] = 1 / vchalf - 1;
    }

    if (eosvmin != 0) {
#pragma omp parallel for firstprivate(numElemReg, eosvmin)
      for (int i = 0; i < numElemReg; ++i) {
        const int elem = elemList[i];
        if (vnewc[elem] <= eosvmin) compHalfStep[i] = compression[i];
      }
    }
    if (eosvmax != 0) {
#pragma omp parallel for firstprivate(numElemReg, eosvmax)
      for (int i = 0; i < numElemReg; ++i) {
        const int elem = elemList[i];
        if (vnewc[elem] >= eosvmax) {
          pOld[i] = 0;
          compression[i] = 0;
          compHalfStep[i] = 0;
        }
      }
    }

#pragma omp parallel for firstprivate(numElemReg)
    for (int i = 0; i < numElemReg; ++i) work[i] = 0;

    Energy(pNew, eNew, qNew, bvc, pbvc, pOld, eOld, qOld, compression, compHalfStep, vnewc, work, delvc, domain.pmin(),
           domain.pCut(), domain.eCut(), domain.qCut(), domain.emin(), qqOld, qlOld, rho0, eosvmax, numElemReg,
           elemList);
  }

#pragma omp parallel for firstprivate(numElemReg)
  for (int i = 0; i < numElemReg; ++i) {
    const int elem = elemList[i];
    domain.p(elem) = pNew[i];
    domain.e(elem) = eNew[i];
    domain.q(elem) = qNew[i];
  }

  UpdateSoundSpeed(domain, vnewc, rho0, eNew, pNew, pbvc, bvc, numElemReg, elemList);

  Release(&pbvc);
  Release(&bvc);
  Release(&qNew);
  Release(&eNew);
  Release(&pNew);
  Release(&work);
  Release(&qlOld);
  Release(&qqOld);
  Release(&compHalfStep);
  Release(&compression);
  Release(&qOld);
  Release(&pOld);
  Release(&delvc);
  Release(&eOld);
}

[[clustrix::cluster]]
void MaterialProperties(Domain& domain) {
  const int numElem = domain.numElem();
  if (numElem == 0) return;
  const double eosvmin = domain.eosvmin(), eosvmax = domain.eosvmax();
  double* vnewc = Allocate<double>(numElem);

#pragma omp parallel for firstprivate(numElem)
  for (int i = 0; i < numElem; ++i) vnewc[i] = domain.vnew(i);

  // The equation of state holds between these volumes.
  if (eosvmin != 0) {
#pragma omp parallel for firstprivate(numElem, eosvmin)
    for (int i = 0; i < numElem; ++i) {
      if (vnewc[i] < eosvmin) vnewc[i] = eosvmin;
    }
  }
  if (eosvmax != 0) {
#pragma omp parallel for firstprivate(numElem, eosvmax)
    for (int i = 0; i < numElem; ++i) {
      if (vnewc[i] > eosvmax) vnewc[i] = eosvmax;
    }
  }

#pragma omp parallel for firstprivate(numElem, eosvmin, eosvmax)
  for (int i = 0; i < numElem; ++i) {
    double vc = domain.v(i);
    if (eosvmin != 0) {
      if (vc < eosvmin) vc = eosvmin;
    }
    if (eosvmax != 0) {
      if (vc > eosvmax) vc = eosvmax;
    }
    if (vc <= 0) std::exit(VolumeError);
  }

  // Half of the materials are cheap, most of the others are not, and the last are dear.
  const int numReg = domain.numReg();
  for (int r = 0; r < numReg; ++r) {
    int rep;
    if (r < numReg / 2)
      rep = 1;
    else if (r < numReg - (numReg + 15) / 20)
      rep = 1 + domain.cost();
    else
      rep = 10 * (1 + domain.cost());
    EquationOfState(domain, vnewc, domain.regElemSize(r), domain.regElemlist(r), rep);
  }

  Release(&vnewc);
}

[[clustrix::cluster]]
void UpdateVolumes(Domain& domain, double vCut, int length) {
#pragma omp parallel for firstprivate(length, vCut)
  for (int i = 0; i < length; ++i) {
    double volume = domain.vnew(i);
    if (std::fabs(volume - 1) < vCut) volume = 1;
    domain.v(i) = volume;
  }
}

void LagrangeElements(Domain& domain) {
  ElementKinematics(domain);
  Viscosity(domain);
  MaterialProperties(domain);
  UpdateVolumes(domain, domain.vCut(), domain.numElem());
}

// ---------------------------------------------------------------------------------------------------------------------
// Time.
// ---------------------------------------------------------------------------------------------------------------------

/// How long a wave takes through an element; viscosity makes it faster. Under OpenMP the element is one of the threads'
/// candidates: what counts is whether there is one.
[[clustrix::cluster]]
void CourantConstraint(Domain& domain, int length, const int* elemList, double qqc, double& dtcourant) {
  const double qqc2 = 64 * qqc * qqc;
  double dtLimit = dtcourant;
  int courantElem = -1;

#pragma omp parallel for firstprivate(length, qqc2) reduction(min : dtLimit) reduction(max : courantElem)
  for (int i = 0; i < length; ++i) {
    const int elem = elemList[i];
    double dtf = domain.ss(elem) * domain.ss(elem);
    if (domain.vdov(elem) < 0) {
      dtf = dtf + qqc2 * domain.arealg(elem) * domain.arealg(elem) * domain.vdov(elem) * domain.vdov(elem);
    }
    dtf = std::sqrt(dtf);
    dtf = domain.arealg(elem) / dtf;

    if (domain.vdov(elem) != 0) {
      if (dtf < dtLimit) {
        dtLimit = dtf;
        courantElem = elem;
      }
    }
  }

  if (courantElem != -1) dtcourant = dtLimit;
}

/// How long an element may go on to change its volume as it does.
[[clustrix::cluster]]
void HydroConstraint(Domain& domain, int length, const int* elemList, double dvovmax, double& dthydro) {
  double dtLimit = dthydro;
  int hydroElem = -1;

#pragma omp parallel for firstprivate(length, dvovmax) reduction(min : dtLimit) reduction(max : hydroElem)
  for (int i = 0; i < length; ++i) {
    const int elem = elemList[i];
    if (domain.vdov(elem) != 0) {
      const double dtdvov = dvovmax / (std::fabs(domain.vdov(elem)) + 1e-20);
      if (dtLimit > dtdvov) {
        dtLimit = dtdvov;
        hydroElem = elem;
      }
    }
  }

  if (hydroElem != -1) dthydro = dtLimit;
}

[[clustrix::cluster]]
void TimeConstraints(Domain& domain) {
  domain.dtcourant() = 1e20;
  domain.dthydro() = 1e20;
  for (int r = 0; r < domain.numReg(); ++r) {
    CourantConstraint(domain, domain.regElemSize(r), domain.regElemlist(r), domain.qqcCourant(), domain.dtcourant());
    HydroConstraint(domain, domain.regElemSize(r), domain.regElemlist(r), domain.dvovmax(), domain.dthydro());
  }
}

/// Chooses the step. It grows slowly, shrinks at once, and does not leave a tiny rest before the end.
void TimeIncrement(Domain& domain) {
  double rest = domain.stoptime() - domain.time();

  if (domain.cycle() != 0) {
    const double old = domain.deltatime();
    double chosen = 1e20;
    if (domain.dtcourant() < chosen) chosen = domain.dtcourant() / 2;
    if (domain.dthydro() < chosen) chosen = domain.dthydro() * 2 / 3;

    const double ratio = chosen / old;
    if (ratio >= 1) {
      if (ratio < domain.dtGrowthMin()) {
        chosen = old;
      } else if (ratio > domain.dtGrowthMax()) {
        chosen = old * domain.dtGrowthMax();
      }
    }
    domain.deltatime() = std::min(chosen, domain.dtmax());
  }

  if (rest > domain.deltatime() && rest < 4 * domain.deltatime() / 3) rest = 2 * domain.deltatime() / 3;
  if (rest < domain.deltatime()) domain.deltatime() = rest;

  domain.time() += domain.deltatime();
  ++domain.cycle();
}

void Step(Domain& domain) {
  LagrangeNodal(domain);
  LagrangeElements(domain);
  TimeConstraints(domain);
}

[[clustrix::cluster]]
void Run(Domain& domain, int steps) {
  while (domain.time() < domain.stoptime() && domain.cycle() < steps) {
    TimeIncrement(domain);
    Step(domain);
  }
}

// ---------------------------------------------------------------------------------------------------------------------
// What came of it.
// ---------------------------------------------------------------------------------------------------------------------

[[clustrix::cluster]]
double InternalEnergy(Domain& domain) {
  double sum = 0;
  for (int i = 0; i < domain.numElem(); ++i) sum += domain.e(i) * domain.volo(i);
  return sum;
}

[[clustrix::cluster]]
double KineticEnergy(Domain& domain) {
  double sum = 0;
  for (int i = 0; i < domain.numNode(); ++i) {
    const double square = domain.xd(i) * domain.xd(i) + domain.yd(i) * domain.yd(i) + domain.zd(i) * domain.zd(i);
    sum += 0.5 * domain.nodalMass(i) * square;
  }
  return sum;
}

/// Sums that no value can leave without being missed: each has a weight of its own.
[[clustrix::cluster]]
void Checksums(Domain& domain, double* position, double* velocity, double* pressure, double* volume) {
  double sumX = 0, sumV = 0, sumP = 0, sumVol = 0;
  for (int i = 0; i < domain.numNode(); ++i) {
    const double weight = 1 + i % 7;
    sumX += weight * (domain.x(i) + 2 * domain.y(i) + 3 * domain.z(i));
    sumV += weight * (domain.xd(i) + 2 * domain.yd(i) + 3 * domain.zd(i));
  }
  for (int i = 0; i < domain.numElem(); ++i) {
    const double weight = 1 + i % 7;
    sumP += weight * (domain.p(i) + domain.q(i));
    sumVol += weight * domain.v(i);
  }
  *position = sumX;
  *velocity = sumV;
  *pressure = sumP;
  *volume = sumVol;
}

/// The problem is symmetric in x and y: elements of the lowest plane have a mirror image in it.
[[clustrix::cluster]]
void Asymmetry(Domain& domain, double* maxAbs, double* totalAbs, double* maxRel) {
  const int n = domain.side();
  double largest = 0, sum = 0, relative = 0;
  for (int j = 0; j < n; ++j) {
    for (int k = j + 1; k < n; ++k) {
      const double difference = std::fabs(domain.e(j * n + k) - domain.e(k * n + j));
      sum += difference;
      if (difference > largest) largest = difference;
      const double ratio = difference / (std::fabs(domain.e(k * n + j)) + tiny);
      if (ratio > relative) relative = ratio;
    }
  }
  *maxAbs = largest;
  *totalAbs = sum;
  *maxRel = relative;
}

void Report(Domain& domain) {
  double position, velocity, pressure, volume, maxAbs, totalAbs, maxRel;
  Checksums(domain, &position, &velocity, &pressure, &volume);
  Asymmetry(domain, &maxAbs, &totalAbs, &maxRel);
  std::printf("steps                    %d\n", domain.cycle());
  std::printf("time                     %.17g\n", domain.time());
  std::printf("last step                %.17g\n", domain.deltatime());
  std::printf("final origin energy      %.17g\n", domain.e(0));
  std::printf("internal energy          %.17g\n", InternalEnergy(domain));
  std::printf("kinetic energy           %.17g\n", KineticEnergy(domain));
  std::printf("checksum of positions    %.17g\n", position);
  std::printf("checksum of velocities   %.17g\n", velocity);
  std::printf("checksum of pressures    %.17g\n", pressure);
  std::printf("checksum of volumes      %.17g\n", volume);
  std::printf("asymmetry, max absolute  %.17g\n", maxAbs);
  std::printf("asymmetry, sum           %.17g\n", totalAbs);
  std::printf("asymmetry, max relative  %.17g\n", maxRel);
}

int main(int argc, char** argv) {
  const int side = argc > 1 ? std::atoi(argv[1]) : 30;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 100;
  const bool timed = argc > 3 && std::strcmp(argv[3], "--time") == 0;
  if (side < 1 || side > 1000 || steps < 0) {
    std::fprintf(stderr, "usage: hydro [side] [steps] [--time]\n");
    return 2;
  }

  Domain domain(side, 11, 1, 1);
  std::printf("Sedov blast: %d elements, %d nodes, %d regions\n", domain.numElem(), domain.numNode(), domain.numReg());
  const auto begin = std::chrono::steady_clock::now();
  Run(domain, steps);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  Report(domain);
  if (timed) std::fprintf(stderr, "%.3f s\n", elapsed.count());
}

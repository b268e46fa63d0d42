// Arrays inside the elements of an array: loops over a member's elements, alone and around the loop over the objects.
#include "show.h"

#include <array>

struct Body {
  double position[3], speed[3];
  int tag;
};
struct Cell {
  std::array<double, 4> value;
  struct Corner {
    double x, y;
  } corner[4];
  double matrix[3][3];
};
struct Colour {
  float channel[4];
};

[[clustrix::cluster]]
void one_body(Body* bodies, int i, double step) {
  for (int k = 0; k < 3; ++k)  // want: parallel
    bodies[i].position[k] += step * bodies[i].speed[k];
}

[[clustrix::cluster]]
void axis_by_axis(Body* bodies, int n) {
  for (int k = 0; k < 3; ++k)    // want: parallel
    for (int i = 0; i < n; ++i)  // want: parallel
      bodies[i].speed[k] = bodies[i].position[2 - k] * 0.5 + k;
}

[[clustrix::cluster]]
void corners(Cell* cells, int n) {
  for (int i = 0; i < n; ++i)      // want: parallel
    for (int k = 0; k < 4; ++k) {  // want: parallel
      cells[i].corner[k].x = cells[i].corner[3 - k].y + k;
      cells[i].value[k] = cells[i].corner[k].y;
    }
}

[[clustrix::cluster]]
void matrices(std::vector<Cell>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i)  // want: parallel
    for (int r = 0; r < 3; ++r)                   // want: parallel
      for (int s = 0; s < 3; ++s)                 // want: parallel
        cells[i].matrix[r][s] = cells[i].value[r] * cells[i].value[s];
}

[[clustrix::cluster]]
void upper_from_lower(Cell* cells, int n) {
  for (int i = 0; i < n; ++i)          // want: parallel
    for (int r = 0; r < 2; ++r)        // want: parallel
      for (int s = r + 1; s < 3; ++s)  // want: parallel
        cells[i].matrix[r][s] = cells[i].matrix[s][r] * 0.5;
}

[[clustrix::cluster]]
void three_of_four(Colour* colours, const float* grey, int n) {
  // The last channel keeps its value.
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 0; k < 3; ++k)  // want: parallel
      colours[i].channel[k] = grey[i];
}

[[clustrix::cluster]]
void by_pointer(Body* bodies, int n) {
  for (int i = 0; i < n; ++i) {  // want: parallel
    double* const middle = &bodies[i].position[1];
    for (int k = -1; k < 2; ++k)  // want: parallel
      middle[k] = middle[k] * 0.25 + k;
  }
}

[[clustrix::cluster]]
void even_and_odd(Colour* colours, int n) {
  for (int i = 0; i < n; ++i)    // want: parallel
    for (int k = 0; k < 2; ++k)  // want: parallel
      colours[i].channel[2 * k] = colours[i].channel[2 * k + 1];
}

int main() {
  Random random(9);
  const int n = 613;
  std::vector<Body> bodies(n);
  std::vector<Cell> cells(n);
  std::vector<Colour> colours(n);
  std::vector<float> grey(n);
  random.fillUnit(grey);
  for (Body& body : bodies)
    for (int k = 0; k < 3; ++k) body.position[k] = random.unit(), body.speed[k] = random.unit();
  for (Cell& cell : cells) {
    for (auto& corner : cell.corner) corner.x = random.unit(), corner.y = random.unit();
    for (auto& row : cell.matrix)
      for (double& x : row) x = random.unit();
  }
  for (Colour& colour : colours)
    for (float& channel : colour.channel) channel = static_cast<float>(random.unit());
  one_body(bodies.data(), 7, 0.5);
  axis_by_axis(bodies.data(), n);
  by_pointer(bodies.data(), n);
  corners(cells.data(), n);
  upper_from_lower(cells.data(), n);
  std::vector<double> shown;
  for (const Cell& cell : cells)
    for (const auto& row : cell.matrix) shown.insert(shown.end(), row, row + 3);
  show("upper_from_lower", shown);
  matrices(cells);
  three_of_four(colours.data(), grey.data(), n - 5);
  even_and_odd(colours.data(), n);
  shown.clear();
  for (const Body& body : bodies)
    for (int k = 0; k < 3; ++k) shown.push_back(body.position[k] + 7 * body.speed[k]);
  show("bodies", shown);
  shown.clear();
  for (const Cell& cell : cells)
    for (int k = 0; k < 4; ++k) shown.push_back(cell.corner[k].x + 5 * cell.value[k] + cell.matrix[k % 3][k / 2]);
  show("cells", shown);
  shown.clear();
  for (const Colour& colour : colours) shown.insert(shown.end(), colour.channel, colour.channel + 4);
  show("colours", shown);
}

// Objects of which a loop writes one member and leaves the other.
#include "show.h"

struct Cell {
  int count, owner;
};

[[clustrix::cluster]]
void count(Cell* cells, const int* by, int n) {
  for (int i = 0; i < n; ++i)  // want: parallel
    cells[i].count = 3 * by[i];
}

int main() {
  Random random(11);
  std::vector<int> by(1000);
  random.fillBelow(by, 100);
  std::vector<Cell> cells(1000);
  for (int i = 0; i < 1000; ++i) cells[i] = {0, i % 17};
  count(cells.data(), by.data(), 1000);
  std::vector<int> flat;
  for (const Cell& cell : cells) flat.insert(flat.end(), {cell.count, cell.owner});
  show("cells", flat.data(), 2000);
}

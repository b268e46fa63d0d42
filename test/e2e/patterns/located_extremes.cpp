// Extremes that are kept as the place where they lie, and two of them in one chain.
#include "trial.h"

[[clustrix::cluster]]
int place_of_greatest(const double* a, int n) {
  // The first of the greatest ones.
  int best = 0;
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[i] > a[best]) best = i;
  return best;
}

[[clustrix::cluster]]
std::size_t last_of_the_least(const std::vector<int>& a, std::size_t from) {
  // Equal ones replace it; the other way round.
  std::size_t best = from;
  for (std::size_t i = 0; i < a.size(); ++i) {  // want: parallel
    if (a[best] >= a[i]) {
      best = i;
    }
  }
  return best;
}

[[clustrix::cluster]]
int pivot(const double* m, int n, int column) {
  // The magnitude, of a matrix's column.
  int row = column;
  for (int i = column + 1; i < n; ++i)  // want: parallel
    if (std::fabs(m[i * n + column]) > std::fabs(m[row * n + column])) row = i;
  return row;
}

struct Station {
  int name;
  float level;
};

[[clustrix::cluster]]
int place_of_member(const std::vector<Station>& stations, int& name) {
  // A member, and something else that is noted.
  int best = 0, noted = -1;
  for (int i = 0; i < static_cast<int>(stations.size()); ++i)  // want: parallel
    if (stations[i].level < stations[best].level) {
      best = i;
      noted = stations[i].name;
    }
  name = noted;
  return best;
}

[[clustrix::cluster]]
int place_in_a_grid() {
  // Two subscripts.
  int row = 0, column = 0;
  for (int i = 0; i < pitch; ++i)    // want: parallel
    for (int j = 0; j < pitch; ++j)  // want: parallel
      if (aa[i][j] > aa[row][column]) {
        row = i;
        column = j;
      }
  return row * 1000 + column;
}

[[clustrix::cluster]]
int through_a_table(const double* a, const int* order, int n) {
  // The place is looked up, in memory of unknown length: on threads alone. // idle: through_a_table
  int best = order[0];
  for (int i = 1; i < n; ++i)  // want: parallel
    if (a[order[i]] > a[best]) best = order[i];
  return best;
}

[[clustrix::cluster]]
int values_that_change(double* a, int n) {
  // What was greatest is not what it was.
  int best = 0;
  for (int i = 1; i < n; ++i) {  // want: serial
    if (a[i] > a[best]) best = i;
    a[i] *= -0.5;
  }
  return best;
}

[[clustrix::cluster]]
int the_next_one(const double* a, int n) {
  // It is not the element compared that is noted.
  int best = 0;
  for (int i = 1; i < n; ++i)  // want: serial
    if (a[i] > a[best]) best = i - 1;
  return best;
}

[[clustrix::cluster]]
int of_another_array(const double* a, const double* b, int n) {
  // Elements of one are compared with those of another.
  int best = 0;
  for (int i = 1; i < n; ++i)  // want: serial
    if (a[i] > b[best]) best = i;
  return best;
}

[[clustrix::cluster]]
int narrowed(const std::vector<int>& a) {
  // The place does not fit: another element is meant.
  unsigned char best = 0;
  for (int i = 0; i < static_cast<int>(a.size()); ++i)  // want: serial
    if (a[i] > a[best]) best = static_cast<unsigned char>(i);
  return best;
}

[[clustrix::cluster]]
int read_on_the_way(const double* a, int* places, int n) {
  // The place so far is written out.
  int best = 0;
  for (int i = 1; i < n; ++i) {  // want: serial
    if (a[i] > a[best]) best = i;
    places[i] = best;
  }
  return best;
}

[[clustrix::cluster]]
int starts_again(const double* a, int n) {
  // The place is set anew now and then.
  int best = 0;
  for (int i = 1; i < n; ++i) {  // want: serial
    if (a[i] > a[best]) best = i;
    if (i % 100 == 99) best = i;
  }
  return best;
}

[[clustrix::cluster]]
void sorted_by_selection(int* a, int n) {
  // The search inside is free, the passes are not.
  for (int i = 0; i < n - 1; i++) {  // want: serial
    int least = i;
    for (int j = i + 1; j < n; j++)  // want: parallel
      if (a[j] < a[least]) least = j;
    std::swap(a[i], a[least]);
  }
}

[[clustrix::cluster]]
double both_ends(const double* a, int n) {
  // The second comparison only where the first fails; both begin with an element.
  double least = a[0], greatest = a[0];
  for (int i = 1; i < n; ++i) {  // want: parallel
    if (a[i] > greatest)
      greatest = a[i];
    else if (a[i] < least)
      least = a[i];
  }
  return least + 3 * greatest;
}

[[clustrix::cluster]]
int both_places(const int* v, int n, int from, int to) {
  // With places, and ends that may be given the wrong way round: then the first element counts for one of them only.
  int least = from, greatest = to, leastAt = -1, greatestAt = -1;
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (v[i] < least) {
      least = v[i];
      leastAt = i;
    } else if (v[i] >= greatest) {
      greatest = v[i];
      greatestAt = i;
    }
  }
  return leastAt * 5000 + greatestAt + least - greatest;
}

[[clustrix::cluster]]
int names_of_the_launch(const double* total, int n) {
  // Called as what is generated calls its own.
  int loop = 0;
  for (int i = 1; i < n; ++i)  // want: parallel
    if (total[i] > total[loop]) loop = i;
  return loop;
}

[[clustrix::cluster]]
void both_in_one(const double* a, int n, double& least, double& greatest) {
  // The two may be one variable: then the original runs.
  for (int i = 0; i < n; ++i) {  // want: parallel
    if (a[i] > greatest) {
      greatest = a[i];
    } else {
      if (a[i] < least) least = a[i];
    }
  }
}

[[clustrix::cluster]]
int two_greatest(const int* v, int n) {
  // The second greatest takes what the first has left: order matters.
  int first = -1000, second = -1000;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (v[i] > first) {
      second = first;
      first = v[i];
    } else if (v[i] > second)
      second = v[i];
  }
  return first * 1000 + second;
}

[[clustrix::cluster]]
int other_values(const int* v, const int* w, int n) {
  // Two different values: the first comparison tells nothing about the second.
  int greatest = 0, least = 0;
  for (int i = 0; i < n; ++i) {  // want: serial
    if (v[i] > greatest)
      greatest = v[i];
    else if (w[i] < least)
      least = w[i];
  }
  return greatest * 1000 + least;
}

int main() {
  trial("place_of_greatest", [](Data& x, int n) { put("place", place_of_greatest(x.a, n)); });
  trial("greatest_is_first", [](Data& x, int n) {
    x.a[0] = 9.0;
    put("place", place_of_greatest(x.a, n));
  });
  trial("greatest_is_nan", [](Data& x, int n) {
    x.a[n / 2] = NAN;
    put("place", place_of_greatest(x.a, n));
    x.a[0] = NAN;
    put("place", place_of_greatest(x.a, n));
  });
  trial("last_of_the_least", [](Data& x, int n) {
    put("place", last_of_the_least(std::vector<int>(x.v, x.v + n + 20), 11));
  });
  put("none", last_of_the_least({}, 5));
  trial("pivot", [](Data& x, int) {
    for (const int column : {0, 17, 39, 40}) put("row", pivot(x.a, 40, column));
  });
  trial("place_of_member", [](Data& x, int n) {
    std::vector<Station> stations(n + 1);
    for (int i = 0; i <= n; ++i) stations[i] = {x.w[i], static_cast<float>(x.a[i])};
    int name = 0;
    put("place", place_of_member(stations, name));
    put("name", name);
  });
  trial("place_in_a_grid", [](Data&, int) { put("place", place_in_a_grid()); });
  trial("through_a_table", [](Data& x, int n) { put("place", through_a_table(x.a, x.order, n)); });
  trial("values_that_change", [](Data& x, int n) { put("place", values_that_change(x.a, n)); });
  trial("the_next_one", [](Data& x, int n) { put("place", the_next_one(x.a, n)); });
  trial("of_another_array", [](Data& x, int n) { put("place", of_another_array(x.a, x.b, n)); });
  trial("narrowed", [](Data& x, int n) { put("place", narrowed(std::vector<int>(x.v, x.v + n))); });
  trial("read_on_the_way", [](Data& x, int n) { put("place", read_on_the_way(x.a, x.v, n)); });
  trial("starts_again", [](Data& x, int n) { put("place", starts_again(x.a, n)); });
  trial("sorted_by_selection", [](Data& x, int n) { sorted_by_selection(x.v, n < 90 ? n : 90); });
  trial("both_ends", [](Data& x, int n) { put("ends", both_ends(x.a, n)); });
  trial("both_ends_with_nan", [](Data& x, int n) {
    x.a[n / 3] = NAN;
    put("ends", both_ends(x.a, n));
  });
  trial("both_places", [](Data& x, int n) {
    put("in_order", both_places(x.v, n, 0, 0));
    put("wrong_way_round", both_places(x.v, n, 1000, -1000));
  });
  trial("names_of_the_launch", [](Data& x, int n) { put("place", names_of_the_launch(x.a, n)); });
  trial("both_in_one", [](Data& x, int n) {
    double least = -0.1, greatest = 0.1, one = 0.2;
    both_in_one(x.a, n, least, greatest);
    put("least", least);
    put("greatest", greatest);
    both_in_one(x.a, n, one, one);
    put("one", one);
  });
  trial("two_greatest", [](Data& x, int n) { put("two", two_greatest(x.v, n)); });
  trial("other_values", [](Data& x, int n) { put("two", other_values(x.v, x.w, n)); });
}

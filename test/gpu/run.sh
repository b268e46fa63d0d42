#!/usr/bin/env bash
# Tests and measurements on a real GPU; `./dev gpu` calls it with the build folder.
#
#     test/gpu/run.sh BUILD [pack [OPTIONS of pack.py] | run]
#                                        pack: rewrite programs and collect all that a GPU machine needs in
#                                        build/gpu/bundle; run: build and run that; neither: both where a GPU is
#     ./run.sh [OPTIONS of measure.py]   inside the bundle, on the machine with the GPU (nvcc, g++, Python 3; no Clang)
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")

if [[ -f $here/bundle.json ]]; then
  exec python3 "$here/measure.py" --bundle "$here" "$@"
fi

root=$(readlink -f "$here/../..")
build=${1:?"usage: test/gpu/run.sh BUILD_DIR [pack|run]"}
mode=${2:-all}
bundle=$root/build/gpu/bundle

case $mode in
  pack | run | all) ;;
  *) echo "gpu: error: '$mode' is neither pack nor run" >&2; exit 2 ;;
esac

if [[ $mode != run ]]; then
  python3 "$here/pack.py" --root "$root" --build "$build" --bundle "$bundle" "${@:3}"
elif [[ ! -f $bundle/bundle.json ]]; then
  echo "gpu: error: there is no $bundle yet; run '$0 $build pack' first" >&2
  exit 1
fi
[[ $mode != pack ]] || exit 0

if [[ $mode == run ]] || compgen -G '/dev/nvidia[0-9]*' >/dev/null; then
  exec "$bundle/run.sh" --out "$root/docs/benchmarks"
fi
cat <<TEXT
There is no NVIDIA device here. To test and measure on a machine that has one (nvcc 13, g++, Python 3, no Clang):
  1. copy $bundle to it
  2. run ./run.sh there
  3. copy its out/gpu-DATE.md and .json to docs/benchmarks/
TEXT

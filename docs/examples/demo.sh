#!/usr/bin/env bash
# The demonstration behind `./dev demo`: docs/examples/demo.sh BUILD_DIR [PROGRAM...]
set -euo pipefail
exec python3 "$(dirname "$(readlink -f "$0")")/demo.py" "$@"

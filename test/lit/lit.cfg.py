# What the tool prints and writes, judged by FileCheck.
#
#     %clustrix-rewrite   the tool under test
#     %s %t %S %T         lit's own: the test, a temporary name, their folders
#     FileCheck, not      of LLVM 19
#
# Features: `mount` (file systems can be mounted), `full-disk` (/dev/full), `permissions` (a user who is not root).
import os

import lit.formats

config.name = "clustrix"
# bash, and not lit's own shell: tests use `ulimit`, `$?` and functions.
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params.get("exec_root", os.path.join(config.test_source_root, "Output"))

tool = lit_config.params.get("clustrix_rewrite")
llvm = lit_config.params.get("llvm_tools", "/usr/lib/llvm-19/bin")
if not tool:
    lit_config.fatal("say which tool to test: --param clustrix_rewrite=PATH")

config.substitutions.append((r"%clustrix-rewrite\b", tool))
config.environment["PATH"] = os.pathsep.join([llvm, os.environ.get("PATH", "")])
config.environment["FILECHECK_OPTS"] = "--dump-input-filter=all"

# Sets of mounts belong to root: the test of a full file system makes one of a few kilobytes.
if os.geteuid() == 0 and os.system("mount --version > /dev/null 2>&1") == 0:
    probe = os.path.join(config.test_exec_root, "mount-probe")
    os.makedirs(probe, exist_ok=True)
    if os.system(f"mount -t tmpfs -o size=4k none '{probe}' 2> /dev/null") == 0:
        os.system(f"umount '{probe}'")
        config.available_features.add("mount")
    os.rmdir(probe)
if os.path.exists("/dev/full"):
    config.available_features.add("full-disk")
if os.geteuid() != 0:
    config.available_features.add("permissions")  # root reads and writes whatever it likes

# For Spack 1.x: a repository of recipes of yours has it as packages/clustrix/package.py; then `spack install clustrix`.
# Where the sources are fetched from is said in one line, `git`.
from spack_repo.builtin.build_systems.cmake import CMakePackage

from spack.package import *


class Clustrix(CMakePackage):
    """Spreads plain C++ loops over several GPUs: a source-to-source compiler on Clang and isl, and its runtime."""

    git = "https://example.org/clustrix.git"

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")
    version("0.1.0", tag="v0.1.0")

    variant("compiler", default=True, description="clustrix-rewrite and clustrix-c++, not the runtime alone")
    variant("shared", default=True, description="The runtime as a shared library, beside the static one")
    variant("cuda", default=False, description="The backend for NVIDIA's GPUs")
    variant("pages", default=True, description="Man pages and completions for shells")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("python@3.9:", type="build", when="+pages")

    # Who links with the static runtime links with these.
    depends_on("intel-oneapi-tbb", type=("build", "link", "run"))
    depends_on("yaml-cpp@0.7:", type=("build", "link", "run"))
    depends_on("cuda", when="+cuda", type=("build", "link", "run"))

    with when("+compiler"):
        # Clang's own headers are read where LLVM is installed.
        depends_on("llvm@19.1:19 +clang", type=("build", "link", "run"))
        depends_on("isl@0.25:")
        depends_on("cli11@2.1:", type="build")
        depends_on("nlohmann-json@3.11:", type="build")

    def cmake_args(self):
        return [
            self.define_from_variant("CLUSTRIX_BUILD_TOOLS", "compiler"),
            self.define_from_variant("CLUSTRIX_SHARED_RUNTIME", "shared"),
            self.define_from_variant("CLUSTRIX_PAGES", "pages"),
            # A toolkit that happens to be there is not taken.
            self.define("CMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit", self.spec.satisfies("~cuda")),
            self.define("CLUSTRIX_BUILD_TESTS", False),
            self.define("CLUSTRIX_WERROR", False),
        ]

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(self.prefix.bin.join("clustrix-config"))("--libs", output=str)
        if self.spec.satisfies("+compiler"):
            example = join_path(self.stage.source_path, "docs", "examples", "heat.cpp")
            rewrite = Executable(self.prefix.bin.join("clustrix-rewrite"))
            rewrite(example, "--dry-run", "--require-parallel", "--", "-std=c++20")

# What Debian wants in each package beside what it installs: the licence and a changelog. CPack runs this when the parts
# are laid out and not yet packed.
if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()
find_program(gzip gzip REQUIRED)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
string(TIMESTAMP year "%Y" UTC)
file(READ ${CPACK_CLUSTRIX_SOURCE}/LICENSE licence)
string(REGEX MATCH "As an exception, .*" exception "${licence}")
if(NOT exception)
  message(FATAL_ERROR "LICENSE has no exception any more: mend cmake/debian/Files.cmake")
endif()

foreach(part IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${part} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${part})
  set(folder ${root}/usr/share/doc/${name})
  file(WRITE ${folder}/copyright
    "Clustrix: spreads plain C++ loops over several GPUs.\n\nCopyright (C) ${year} The Clustrix authors\n\n"
    "Licence: Apache License 2.0, which is in /usr/share/common-licenses/Apache-2.0, with this exception:\n\n"
    "${exception}\n")
  file(WRITE ${folder}/changelog.Debian
    "clustrix (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
    "  * Version ${CPACK_PACKAGE_VERSION}; what it brings is in changelog.md of libclustrix-dev.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  execute_process(COMMAND ${gzip} -9nf ${folder}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  set(overrides ${CPACK_CLUSTRIX_SOURCE}/cmake/debian/${part}.overrides)
  if(EXISTS ${overrides})
    file(COPY_FILE ${overrides} ${root}/overrides)
    file(MAKE_DIRECTORY ${root}/usr/share/lintian/overrides)
    file(RENAME ${root}/overrides ${root}/usr/share/lintian/overrides/${name})
  endif()
  # What CMake installs is writable for the group where the umask says so.
  file(GLOB_RECURSE all LIST_DIRECTORIES TRUE ${root}/*)
  foreach(path IN LISTS all)
    if(IS_DIRECTORY ${path} AND NOT IS_SYMLINK ${path})
      file(CHMOD ${path} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    endif()
  endforeach()
endforeach()

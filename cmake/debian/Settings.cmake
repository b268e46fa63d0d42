# Read by CPack when it begins. Its Debian generator puts the project's one sentence in front of each package's own.
if(CPACK_GENERATOR STREQUAL DEB)
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
endif()

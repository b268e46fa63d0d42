# Man pages and completions, which tools/pages writes from each program's --help while the project is built.
include_guard(DIRECTORY)

option(CLUSTRIX_PAGES "Write man pages and completions (needs Python 3)" ON)
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT CLUSTRIX_PAGES OR NOT Python3_FOUND OR CMAKE_CROSSCOMPILING)
  message(STATUS "Clustrix: no man pages and completions: they need Python 3, and programs that run here")
  return()
endif()

# Where a Debian package puts what zsh is to find; elsewhere zsh looks into `site-functions`.
set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
if(CMAKE_INSTALL_PREFIX STREQUAL /usr AND EXISTS /etc/debian_version)
  set(zsh_folder ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()

set(folder ${PROJECT_BINARY_DIR}/pages)
set(programs)
set(pages)
foreach(program IN LISTS CLUSTRIX_PROGRAMS)
  if(TARGET ${program})
    list(APPEND programs ${program})
    set(files ${folder}/man/${program}.1.gz ${folder}/bash/${program} ${folder}/zsh/_${program}
              ${folder}/fish/${program}.fish)
    list(APPEND pages ${files})
    clustrix_part_of(${program} part)
    set(places ${CMAKE_INSTALL_MANDIR}/man1 ${CMAKE_INSTALL_DATADIR}/bash-completion/completions ${zsh_folder}
               ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    foreach(file place IN ZIP_LISTS files places)
      install(FILES ${file} DESTINATION ${place} COMPONENT ${part})
    endforeach()
  endif()
endforeach()

set(program_files ${programs})
list(TRANSFORM program_files REPLACE "(.+)" "$<TARGET_FILE:\\1>")
set(writer ${PROJECT_SOURCE_DIR}/tools/pages)
add_custom_command(
  OUTPUT ${pages}
  COMMAND Python3::Interpreter -B ${writer}/write.py --out ${folder} --version ${PROJECT_VERSION} ${program_files}
  DEPENDS ${programs} ${writer}/write.py ${writer}/help_text.py ${writer}/man_page.py ${writer}/completions.py
  COMMENT "Writing man pages and completions"
  VERBATIM)
add_custom_target(clustrix_pages ALL DEPENDS ${pages})
add_dependencies(product clustrix_pages)

/* Loaded in front of a program: the rank CLUSTRIX_TEST_FALLS dies at its n-th call of MPI that sends or looks for what
 * has come, n being CLUSTRIX_TEST_AT; 0: it says at its end how many there were. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long calls;

static int is(const char* name, const char* value) {
  const char* const there = getenv(name);
  return there != NULL && value != NULL && atol(there) == atol(value);
}

static int falls(void) {
  const char* const rank = getenv("OMPI_COMM_WORLD_RANK");
  return is("CLUSTRIX_TEST_FALLS", rank != NULL ? rank : getenv("PMI_RANK"));
}

static void count(void) {
  const char* const at = getenv("CLUSTRIX_TEST_AT");
  if (++calls == (at != NULL ? atol(at) : 0) && falls()) kill(getpid(), SIGKILL);
}

static void* next(const char* name) {
  void* const library = dlopen(FALL_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
  void* const found = library != NULL ? dlsym(library, name) : NULL;
  if (found == NULL) abort();
  return found;
}

int MPI_Isend(const void* buffer, int size, MPI_Datatype type, int to, int tag, MPI_Comm ranks, MPI_Request* request) {
  count();
  return ((__typeof__(&PMPI_Isend))next("PMPI_Isend"))(buffer, size, type, to, tag, ranks, request);
}

int MPI_Imrecv(void* buffer, int size, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  count();
  return ((__typeof__(&PMPI_Imrecv))next("PMPI_Imrecv"))(buffer, size, type, message, request);
}

int MPI_Irecv(void* buffer, int size, MPI_Datatype type, int from, int tag, MPI_Comm ranks, MPI_Request* request) {
  count();
  return ((__typeof__(&PMPI_Irecv))next("PMPI_Irecv"))(buffer, size, type, from, tag, ranks, request);
}

int MPI_Finalize(void) {
  if (is("CLUSTRIX_TEST_AT", "0") && falls()) fprintf(stderr, "calls %ld\n", calls);
  return ((__typeof__(&PMPI_Finalize))next("PMPI_Finalize"))();
}

// The program is in a library.

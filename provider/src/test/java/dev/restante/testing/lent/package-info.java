/** Databases and server sessions that pass from one test to the next, which saves the server most of its work. */
package dev.restante.testing.lent;

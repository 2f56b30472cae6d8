/** Databases and server sessions that pass from one test to the next, which spares the server most of its work. */
package dev.restante.testing.lent;

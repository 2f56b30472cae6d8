/** Databases and server sessions that one test after another uses, which saves the server most of its work. */
package dev.restante.testing.pool;

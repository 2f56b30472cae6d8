/**
 * Proof by enumeration: each operation of a node is executed with a fault at each of its calls to the database, and the
 * store is compared with what the caller was told.
 */
@NullMarked
package dev.restante.proof;

import org.jspecify.annotations.NullMarked;

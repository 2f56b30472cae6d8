/**
 * Interleavings in memory: Lincheck executes the threads of a small scenario in many orders of their single steps, and
 * reports a result that no order of whole calls has, an exception, or threads that wait forever.
 */
@NullMarked
package dev.restante.proof.memory;

import org.jspecify.annotations.NullMarked;

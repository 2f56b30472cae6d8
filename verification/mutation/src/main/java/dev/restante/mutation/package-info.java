/** Extensions of PIT for the profile "mutation": a sample of the mutants, and a start without executing all tests. */
@NullMarked
package dev.restante.mutation;

import org.jspecify.annotations.NullMarked;

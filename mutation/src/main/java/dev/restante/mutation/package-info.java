/** What the profile "mutation" adds to PIT: a sample of the mutants, and a start that does not run all tests. */
@NullMarked
package dev.restante.mutation;

import org.jspecify.annotations.NullMarked;

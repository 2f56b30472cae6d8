/** Runs suites against providers and reports the outcome in one table. */
@NullMarked
package dev.restante.tck.run;

import org.jspecify.annotations.NullMarked;

/** Runner of suites against providers, and the report of their results. */
@NullMarked
package dev.restante.tck.run;

import org.jspecify.annotations.NullMarked;

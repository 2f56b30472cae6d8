/** Scenarios, which measure one contender at a time. */
@NullMarked
package dev.restante.bench.scenario;

import org.jspecify.annotations.NullMarked;

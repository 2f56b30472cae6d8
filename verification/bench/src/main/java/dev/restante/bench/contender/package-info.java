/** Measured systems: Restante, other providers, and database tables without a provider. */
@NullMarked
package dev.restante.bench.contender;

import org.jspecify.annotations.NullMarked;

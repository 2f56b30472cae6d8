/** Statistics of a store as Micrometer meters. No other package needs Micrometer. */
@NullMarked
package dev.restante.metrics;

import org.jspecify.annotations.NullMarked;

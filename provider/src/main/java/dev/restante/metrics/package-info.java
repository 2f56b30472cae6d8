/** The statistics of a store as Micrometer meters. The only package that needs Micrometer; nothing else uses it. */
@NullMarked
package dev.restante.metrics;

import org.jspecify.annotations.NullMarked;

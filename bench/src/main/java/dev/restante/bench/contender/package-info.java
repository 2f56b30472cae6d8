/**
 * What is measured: Restante, other providers, and tables without any provider on top.
 */
@NullMarked
package dev.restante.bench.contender;

import org.jspecify.annotations.NullMarked;

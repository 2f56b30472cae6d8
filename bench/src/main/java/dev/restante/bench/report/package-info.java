/**
 * What came out, as tables and as a chart.
 */
@NullMarked
package dev.restante.bench.report;

import org.jspecify.annotations.NullMarked;

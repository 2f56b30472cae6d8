/** Reports with tables and a chart. */
@NullMarked
package dev.restante.bench.report;

import org.jspecify.annotations.NullMarked;

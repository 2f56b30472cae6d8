/**
 * Who sends and who consumes, and a run of that.
 */
@NullMarked
package dev.restante.bench.load;

import org.jspecify.annotations.NullMarked;

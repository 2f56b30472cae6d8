/** Spring Batch's remote chunking on Restante. */
@NullMarked
package dev.restante.samples.integrations.batch;

import org.jspecify.annotations.NullMarked;

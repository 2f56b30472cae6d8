/** Remote chunking of Spring Batch on Restante. */
@NullMarked
package dev.restante.samples.integrations.batch;

import org.jspecify.annotations.NullMarked;

/** Execution of batches of changes, and of the same changes in application transactions. */
@NullMarked
package dev.restante.store.jdbc.batch;

import org.jspecify.annotations.NullMarked;

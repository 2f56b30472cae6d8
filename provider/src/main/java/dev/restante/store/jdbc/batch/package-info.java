/** Batches of changes on their way into the tables, and the same changes in transactions of the application. */
@NullMarked
package dev.restante.store.jdbc.batch;

import org.jspecify.annotations.NullMarked;

/**
 * Repositories that write and read single rows, each for one table or a few related tables. Batches of deliveries are
 * in {@link dev.restante.store.jdbc.batch}.
 */
@NullMarked
package dev.restante.store.jdbc.table;

import org.jspecify.annotations.NullMarked;

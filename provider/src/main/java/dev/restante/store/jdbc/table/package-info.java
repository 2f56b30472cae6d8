/** Repositories of the store, each for one table or a few related tables. */
@NullMarked
package dev.restante.store.jdbc.table;

import org.jspecify.annotations.NullMarked;

/** Access to an open database: transactions on its connections, its SQL dialect, and the classification of failures. */
@NullMarked
package dev.restante.store.jdbc.database;

import org.jspecify.annotations.NullMarked;

/** An open database: work and transactions on its connections, its dialect, and what its failures mean. */
@NullMarked
package dev.restante.store.jdbc.database;

import org.jspecify.annotations.NullMarked;

/** Numbered migrations of the database schema, and their execution. */
@NullMarked
package dev.restante.store.jdbc.schema;

import org.jspecify.annotations.NullMarked;

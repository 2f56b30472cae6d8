/** What differs from database to database: SQL fragments, capabilities and error codes. Nothing here executes anything. */
@NullMarked
package dev.restante.store.jdbc.dialect;

import org.jspecify.annotations.NullMarked;

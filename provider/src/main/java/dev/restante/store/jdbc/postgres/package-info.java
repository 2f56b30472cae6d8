/** Implementation of the store for PostgreSQL. */
@NullMarked
package dev.restante.store.jdbc.postgres;

import org.jspecify.annotations.NullMarked;

/** Numbered migrations and what runs them. */
@NullMarked
package dev.restante.store.jdbc.schema;

import org.jspecify.annotations.NullMarked;

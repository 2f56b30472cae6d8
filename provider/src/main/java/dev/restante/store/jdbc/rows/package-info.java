/** Mapping between table rows and the objects of the provider. */
@NullMarked
package dev.restante.store.jdbc.rows;

import org.jspecify.annotations.NullMarked;

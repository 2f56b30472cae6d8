/** What a database product has to supply. */
@NullMarked
package dev.restante.store.jdbc.product;

import org.jspecify.annotations.NullMarked;

/** Interfaces that each supported database product implements. */
@NullMarked
package dev.restante.store.jdbc.product;

import org.jspecify.annotations.NullMarked;

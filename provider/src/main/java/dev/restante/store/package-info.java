/** The ports: what the broker asks of a store, and the family of changes. */
@NullMarked
package dev.restante.store;

import org.jspecify.annotations.NullMarked;

/**
 * Ports of the persistence layer: the interfaces through which the broker reads and changes the store. Each call of a
 * repository is a transaction of its own, unless its comment says otherwise.
 */
@NullMarked
package dev.restante.store;

import org.jspecify.annotations.NullMarked;

/** Looks at a store of bounded cost, and what is done to its dead letters. */
@NullMarked
package dev.restante.console.store;

import org.jspecify.annotations.NullMarked;

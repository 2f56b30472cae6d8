/** Reads of many deliveries and messages: pages of a queue, headers for selectors, message groups, counts. */
@NullMarked
package dev.restante.store.jdbc.read;

import org.jspecify.annotations.NullMarked;

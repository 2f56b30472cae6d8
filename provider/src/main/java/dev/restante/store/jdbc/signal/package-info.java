/** Wake-ups between nodes: what they say to each other, and how it travels where the database tells nobody anything. */
@NullMarked
package dev.restante.store.jdbc.signal;

import org.jspecify.annotations.NullMarked;

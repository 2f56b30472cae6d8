/** Signals between nodes: the format of announcements, and their transport for databases without notifications. */
@NullMarked
package dev.restante.store.jdbc.signal;

import org.jspecify.annotations.NullMarked;

/** Services that the sessions of a connection share, and the life cycle of connections, sessions and consumers. */
@NullMarked
package dev.restante.jms.core;

import org.jspecify.annotations.NullMarked;

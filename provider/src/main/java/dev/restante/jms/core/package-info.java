/** What the sessions of a connection share, and the life cycle of what can be closed. */
@NullMarked
package dev.restante.jms.core;

import org.jspecify.annotations.NullMarked;

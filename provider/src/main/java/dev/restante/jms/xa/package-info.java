/** XA resources through which a transaction manager controls the transactions of sessions. */
@NullMarked
package dev.restante.jms.xa;

import org.jspecify.annotations.NullMarked;

/**
 * Public API of Restante. {@link dev.restante.RestanteConnectionFactory} creates connections to a store,
 * {@link dev.restante.PeekLock} settles single messages, and {@link dev.restante.RestanteSession} receives deferred
 * messages.
 */
@NullMarked
package dev.restante;

import org.jspecify.annotations.NullMarked;

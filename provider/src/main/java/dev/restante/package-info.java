/**
 * The public face of Restante: {@link dev.restante.RestanteConnectionFactory} makes connections to a store,
 * {@link dev.restante.PeekLock} settles single messages, {@link dev.restante.RestanteSession} reads deferred ones.
 */
@NullMarked
package dev.restante;

import org.jspecify.annotations.NullMarked;

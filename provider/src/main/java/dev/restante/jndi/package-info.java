/**
 * Naming: {@link dev.restante.jndi.RestanteInitialContextFactory} reads connection factories and destinations from
 * properties, {@link dev.restante.jndi.RestanteObjectFactory} makes them from what another naming service has stored.
 */
@NullMarked
package dev.restante.jndi;

import org.jspecify.annotations.NullMarked;

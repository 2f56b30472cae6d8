/**
 * JNDI support: {@link dev.restante.jndi.RestanteInitialContextFactory} binds connection factories and destinations
 * from properties, {@link dev.restante.jndi.RestanteObjectFactory} creates them from references of other naming
 * services.
 */
@NullMarked
package dev.restante.jndi;

import org.jspecify.annotations.NullMarked;

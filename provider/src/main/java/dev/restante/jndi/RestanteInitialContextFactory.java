package dev.restante.jndi;

import java.util.Hashtable;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * JNDI initial context factory that binds connection factories and destinations from properties. It follows the
 * conventions of other Jakarta Messaging providers, so that existing lookup code works. Set
 * {@code java.naming.factory.initial} to the name of this class, and set some of these properties:
 *
 * <ul>
 *   <li>{@code connectionFactory.NAME=URL} binds a connection factory, whose options the URL can contain.
 *   <li>{@code xaConnectionFactory.NAME=URL} binds a connection factory for distributed transactions.
 *   <li>{@code queue.NAME=PHYSICAL_NAME} and {@code topic.NAME=PHYSICAL_NAME} bind destinations.
 *   <li>{@code java.naming.provider.url=URL} binds a connection factory as {@code ConnectionFactory},
 *       {@code QueueConnectionFactory} and {@code TopicConnectionFactory}. It also binds a connection factory for
 *       distributed transactions as {@code XAConnectionFactory}.
 * </ul>
 *
 * <p>{@code dynamicQueues/PHYSICAL_NAME} and {@code dynamicTopics/PHYSICAL_NAME} can be looked up without a property. A
 * name with slashes is a path of contexts. Prefixes are not case-sensitive. Other properties are ignored.
 *
 * <p>A lookup does not open a store. Each context has its own connection factories, and returns the same object at each
 * lookup. Closing the context does not close its connection factories.
 */
public final class RestanteInitialContextFactory implements InitialContextFactory {

    /** Creates the factory, for {@link javax.naming.InitialContext}. */
    public RestanteInitialContextFactory() {}

    /**
     * Returns a context with the bindings of the environment.
     *
     * @throws ConfigurationException if a property of Restante has an invalid value; the message contains key, value
     *     and remedy, but no password
     */
    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws ConfigurationException {
        return new ReadOnlyNamingContext(EnvironmentBindings.read(environment), environment, new CompositeName());
    }
}

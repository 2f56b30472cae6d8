package dev.restante.jndi;

import java.util.Hashtable;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes a read-only naming context from properties, in the manner of other Jakarta Messaging providers, so that code
 * which looks up its objects works with Restante. Set {@code java.naming.factory.initial} to the name of this class,
 * and
 *
 * <ul>
 *   <li>{@code connectionFactory.NAME=URL} for a connection factory; a URL can contain all its options,
 *   <li>{@code xaConnectionFactory.NAME=URL} for one that makes connections for distributed transactions,
 *   <li>{@code queue.NAME=PHYSICAL_NAME} and {@code topic.NAME=PHYSICAL_NAME} for destinations,
 *   <li>{@code java.naming.provider.url=URL} for a connection factory under the names {@code ConnectionFactory},
 *       {@code QueueConnectionFactory} and {@code TopicConnectionFactory}, and one for distributed transactions under
 *       {@code XAConnectionFactory}.
 * </ul>
 *
 * <p>{@code dynamicQueues/PHYSICAL_NAME} and {@code dynamicTopics/PHYSICAL_NAME} are found without a property. A name
 * with slashes is a path of contexts. Upper and lower case of the prefixes are the same; other properties are passed
 * over.
 *
 * <p>A lookup opens nothing. Each context has connection factories of its own, the same at each lookup; closing the
 * context does not close them.
 */
public final class RestanteInitialContextFactory implements InitialContextFactory {

    /** For {@link javax.naming.InitialContext}, which makes it by its name. */
    public RestanteInitialContextFactory() {}

    /**
     * Reads the properties.
     *
     * @throws ConfigurationException if one of them can't be used; it names key, value and remedy, and shows no
     *     password
     */
    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws ConfigurationException {
        return new RestanteContext(EnvironmentBindings.read(environment), environment, new CompositeName());
    }
}

package dev.restante.jndi;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jms.message.RestanteDestination;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import jakarta.jms.XAConnectionFactory;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.RefAddr;
import javax.naming.Reference;
import javax.naming.spi.ObjectFactory;
import org.jspecify.annotations.Nullable;

/**
 * JNDI object factory that creates connection factories and destinations from references. Restante's own objects store
 * such references, and application servers build them from their configuration, where the type may be a Jakarta
 * Messaging interface.
 *
 * <p>The addresses of a connection factory are its options, as texts like in a URL. A destination has the address
 * {@code physicalName}. Thread-safe.
 */
public final class RestanteObjectFactory implements ObjectFactory {

    /** The addresses that servers add to a reference for their own use. */
    private static final Set<String> SERVER_ATTRIBUTES =
            Set.of("auth", "closeMethod", "description", "factory", "forceString", "scope", "singleton");

    private static final Set<String> CONNECTION_FACTORIES =
            withInterfaces(RestanteConnectionFactory.class, ConnectionFactory.class);

    private static final Set<String> XA_CONNECTION_FACTORIES =
            withInterfaces(RestanteXAConnectionFactory.class, XAConnectionFactory.class);

    private static final Set<String> QUEUES = Set.of(RestanteQueue.class.getName(), Queue.class.getName());
    private static final Set<String> TOPICS = Set.of(RestanteTopic.class.getName(), Topic.class.getName());

    /** Creates the factory, for naming services. */
    public RestanteObjectFactory() {}

    /**
     * Returns the object of a reference; null if the object is not a reference to a type of Restante.
     *
     * @throws ConfigurationException if an address is not an option, or its content is not a valid value
     */
    @Override
    public @Nullable Object getObjectInstance(
            @Nullable Object object,
            @Nullable Name name,
            @Nullable Context context,
            @Nullable Hashtable<?, ?> environment)
            throws NamingException {
        if (!(object instanceof Reference reference)) {
            return null;
        }
        String type = reference.getClassName();
        if (CONNECTION_FACTORIES.contains(type)) {
            return configured(new RestanteConnectionFactory(), reference);
        }
        if (XA_CONNECTION_FACTORIES.contains(type)) {
            return configured(new RestanteXAConnectionFactory(), reference);
        }
        if (QUEUES.contains(type)) {
            return new RestanteQueue(physicalName(reference));
        }
        return TOPICS.contains(type) ? new RestanteTopic(physicalName(reference)) : null;
    }

    /** Returns the name of a class and the names of its direct interfaces that extend an interface. */
    private static Set<String> withInterfaces(Class<?> type, Class<?> kind) {
        return Stream.concat(Stream.of(type), Stream.of(type.getInterfaces()).filter(kind::isAssignableFrom))
                .map(Class::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    private static RestanteConnectionFactory configured(RestanteConnectionFactory factory, Reference reference)
            throws ConfigurationException {
        try {
            factory.configure(addresses(reference));
        } catch (IllegalArgumentException refused) {
            throw NamingExceptions.configuration(
                    "The reference of a connection factory is invalid: " + refused.getMessage(), refused);
        }
        return factory;
    }

    private static String physicalName(Reference reference) throws ConfigurationException {
        String name = addresses(reference).get(RestanteDestination.PHYSICAL_NAME);
        if (name == null || name.isBlank()) {
            throw NamingExceptions.configuration(
                    "The reference of a " + reference.getClassName() + " needs the address "
                            + RestanteDestination.PHYSICAL_NAME + " with the name of the queue or topic");
        }
        return name;
    }

    private static Map<String, String> addresses(Reference reference) {
        Map<String, String> contents = new HashMap<>();
        for (RefAddr address : Collections.list(reference.getAll())) {
            Object content = address.getContent();
            if (content != null && !SERVER_ATTRIBUTES.contains(address.getType())) {
                contents.put(address.getType(), content.toString());
            }
        }
        return contents;
    }
}

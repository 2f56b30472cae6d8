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
 * The object factory of naming services: makes connection factories and destinations from references. Restante's own
 * objects give such to a naming service, and servers build them from their configuration, where the type may be the
 * interface. A connection factory has its options as addresses, as text like in a URL; a destination has the address
 * {@code physicalName}. Thread-safe.
 */
public final class RestanteObjectFactory implements ObjectFactory {

    /** What servers add to a reference for their own use. */
    private static final Set<String> OF_THE_SERVER =
            Set.of("auth", "closeMethod", "description", "factory", "forceString", "scope", "singleton");

    private static final Set<String> CONNECTION_FACTORIES =
            withInterfaces(RestanteConnectionFactory.class, ConnectionFactory.class);

    private static final Set<String> XA_CONNECTION_FACTORIES =
            withInterfaces(RestanteXAConnectionFactory.class, XAConnectionFactory.class);

    private static final Set<String> QUEUES = Set.of(RestanteQueue.class.getName(), Queue.class.getName());
    private static final Set<String> TOPICS = Set.of(RestanteTopic.class.getName(), Topic.class.getName());

    /** For naming services, which make it by its name. */
    public RestanteObjectFactory() {}

    /**
     * Makes the object; null if the reference is of something else.
     *
     * @throws ConfigurationException if an address is no option, or its content no value of it
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

    /** The names of a class, and of the interfaces of connection factories that it implements. */
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
            throw Refusals.configuration(
                    "The reference of a connection factory is refused: " + refused.getMessage(), refused);
        }
        return factory;
    }

    private static String physicalName(Reference reference) throws ConfigurationException {
        String name = addresses(reference).get(RestanteDestination.PHYSICAL_NAME);
        if (name == null || name.isBlank()) {
            throw Refusals.configuration("The reference of a " + reference.getClassName() + " needs the address "
                    + RestanteDestination.PHYSICAL_NAME + " with the name of the queue or topic");
        }
        return name;
    }

    private static Map<String, String> addresses(Reference reference) {
        Map<String, String> contents = new HashMap<>();
        for (RefAddr address : Collections.list(reference.getAll())) {
            Object content = address.getContent();
            if (content != null && !OF_THE_SERVER.contains(address.getType())) {
                contents.put(address.getType(), content.toString());
            }
        }
        return contents;
    }
}

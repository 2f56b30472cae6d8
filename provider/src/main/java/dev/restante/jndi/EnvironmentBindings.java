package dev.restante.jndi;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import java.util.Hashtable;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InvalidNameException;
import javax.naming.Name;
import org.jspecify.annotations.Nullable;

/** Parser that builds the naming tree from JNDI environment properties. */
final class EnvironmentBindings {

    static final String CONNECTION_FACTORY = "connectionFactory.";
    static final String XA_CONNECTION_FACTORY = "xaConnectionFactory.";
    static final String QUEUE = "queue.";
    static final String TOPIC = "topic.";
    static final String DYNAMIC_QUEUES = "dynamicQueues";
    static final String DYNAMIC_TOPICS = "dynamicTopics";

    /** Common misspellings of prefixes, each with the correct prefix. */
    private static final Map<String, String> MISSPELLED_PREFIXES = Map.of(
            "queues.",
            QUEUE,
            "topics.",
            TOPIC,
            "connectionFactories.",
            CONNECTION_FACTORY,
            "connectionFactorys.",
            CONNECTION_FACTORY,
            "xaConnectionFactories.",
            XA_CONNECTION_FACTORY,
            "xaConnectionFactorys.",
            XA_CONNECTION_FACTORY);

    /** The name of the connection factory of {@link Context#PROVIDER_URL}. */
    private static final String DEFAULT_FACTORY = "ConnectionFactory";

    private static final String DEFAULT_QUEUE_FACTORY = "QueueConnectionFactory";
    private static final String DEFAULT_TOPIC_FACTORY = "TopicConnectionFactory";
    private static final String DEFAULT_XA_FACTORY = "XAConnectionFactory";

    private static final String URL_EXAMPLE = "jdbc:postgresql://HOST/DATABASE";

    private final NamingNode.NamingFolder root = new NamingNode.NamingFolder();

    private EnvironmentBindings() {}

    /**
     * Returns the naming tree that an environment describes.
     *
     * @throws ConfigurationException if a property of Restante has an invalid value; the message contains key, value
     *     and remedy, but no password
     */
    static NamingNode.NamingFolder read(@Nullable Hashtable<?, ?> environment) throws ConfigurationException {
        EnvironmentBindings bindings = new EnvironmentBindings();
        bindings.root.add(DYNAMIC_QUEUES, new NamingNode.DynamicDestinations(RestanteQueue::new));
        bindings.root.add(DYNAMIC_TOPICS, new NamingNode.DynamicDestinations(RestanteTopic::new));
        Map<String, Object> sorted = new TreeMap<>();
        if (environment != null) {
            environment.forEach((key, value) -> {
                if (key instanceof String name) {
                    sorted.put(name, value);
                }
            });
        }
        for (Map.Entry<String, Object> property : sorted.entrySet()) {
            bindings.read(property.getKey(), property.getValue());
        }
        bindings.readProviderUrl(sorted.get(Context.PROVIDER_URL));
        return bindings.root;
    }

    private void read(String key, Object value) throws ConfigurationException {
        if (startsWithIgnoreCase(key, CONNECTION_FACTORY)) {
            bind(
                    key,
                    CONNECTION_FACTORY,
                    connectionFactory(key, text(key, value, URL_EXAMPLE), RestanteConnectionFactory::new));
        } else if (startsWithIgnoreCase(key, XA_CONNECTION_FACTORY)) {
            bind(
                    key,
                    XA_CONNECTION_FACTORY,
                    connectionFactory(key, text(key, value, URL_EXAMPLE), RestanteXAConnectionFactory::new));
        } else if (startsWithIgnoreCase(key, QUEUE)) {
            bind(key, QUEUE, destination(key, text(key, value, "NAME_OF_THE_QUEUE"), RestanteQueue::new));
        } else if (startsWithIgnoreCase(key, TOPIC)) {
            bind(key, TOPIC, destination(key, text(key, value, "NAME_OF_THE_TOPIC"), RestanteTopic::new));
        } else {
            rejectMisspelledPrefix(key);
        }
    }

    /** Rejects keys with a misspelled prefix, but ignores other unknown keys, which may belong to other libraries. */
    private static void rejectMisspelledPrefix(String key) throws ConfigurationException {
        for (Map.Entry<String, String> miss : MISSPELLED_PREFIXES.entrySet()) {
            if (startsWithIgnoreCase(key, miss.getKey())) {
                String meant = miss.getValue() + key.substring(miss.getKey().length());
                throw NamingExceptions.configuration(
                        "The property " + key + " has an unknown prefix. Write " + meant + " instead.");
            }
        }
    }

    /** Returns whether a key starts with a prefix in any case, because other providers write it differently. */
    private static boolean startsWithIgnoreCase(String key, String prefix) {
        return key.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static String text(String key, Object value, String example) throws ConfigurationException {
        if (!(value instanceof String text)) {
            throw NamingExceptions.configuration("The property " + key + " has a value of "
                    + value.getClass().getName() + ". Set a string such as " + key + "=" + example);
        }
        if (text.isBlank()) {
            throw NamingExceptions.configuration(
                    "The property " + key + " has no value. Example: " + key + "=" + example);
        }
        return text.strip();
    }

    private static RestanteConnectionFactory connectionFactory(
            String key, String url, Function<String, RestanteConnectionFactory> type) throws ConfigurationException {
        try {
            return type.apply(url);
        } catch (IllegalArgumentException refused) {
            throw NamingExceptions.configuration(
                    "The property " + key + " cannot be used. " + refused.getMessage() + ". Example: " + key
                            + "=jdbc:hsqldb:file:data/store or " + key
                            + "=jdbc:postgresql://localhost/messages?restante.storeTimeout=10s",
                    refused);
        }
    }

    private static <T> T destination(String key, String name, Function<String, T> type) throws ConfigurationException {
        try {
            return type.apply(name);
        } catch (IllegalArgumentException refused) {
            throw NamingExceptions.configuration(
                    "The property " + key + "=" + name + " is invalid: " + refused.getMessage(), refused);
        }
    }

    private void bind(String key, String prefix, Object object) throws ConfigurationException {
        String text = key.substring(prefix.length());
        Name name;
        try {
            name = CompositeNames.withoutLeadingSlash(new CompositeName(text));
        } catch (InvalidNameException invalid) {
            throw NamingExceptions.configuration(
                    "The property " + key + " does not contain a valid JNDI name: " + invalid.getMessage(), invalid);
        }
        if (name.isEmpty() || text.endsWith("/")) {
            throw NamingExceptions.configuration(
                    "The property " + key + " does not contain a JNDI name. Write the name to look up after " + prefix);
        }
        NamingNode.NamingFolder folder = root;
        for (int i = 0; i < name.size() - 1; i++) {
            NamingNode.NamingFolder created = new NamingNode.NamingFolder();
            NamingNode existing = folder.add(name.get(i), created);
            if (existing == null) {
                folder = created;
            } else if (existing instanceof NamingNode.NamingFolder subfolder) {
                folder = subfolder;
            } else {
                throw alreadyBound(key, name.getPrefix(i + 1), existing);
            }
        }
        NamingNode existing = folder.add(name.get(name.size() - 1), new NamingNode.BoundObject(object, key));
        if (existing != null) {
            throw alreadyBound(key, name, existing);
        }
    }

    private static ConfigurationException alreadyBound(String key, Name name, NamingNode existing) {
        String holder =
                existing instanceof NamingNode.BoundObject leaf ? "by the property " + leaf.key() : "to a" + " context";
        return NamingExceptions.configuration(
                "The property " + key + " cannot be bound: the JNDI name " + name + " is already bound " + holder);
    }

    private void readProviderUrl(@Nullable Object value) throws ConfigurationException {
        if (value == null) {
            return;
        }
        String key = Context.PROVIDER_URL;
        String url = text(key, value, URL_EXAMPLE);
        NamingNode leaf = new NamingNode.BoundObject(connectionFactory(key, url, RestanteConnectionFactory::new), key);
        root.add(DEFAULT_FACTORY, leaf);
        root.add(DEFAULT_QUEUE_FACTORY, leaf);
        root.add(DEFAULT_TOPIC_FACTORY, leaf);
        root.add(
                DEFAULT_XA_FACTORY,
                new NamingNode.BoundObject(connectionFactory(key, url, RestanteXAConnectionFactory::new), key));
    }

    /** Returns the remedy for a missing name, for error messages. */
    static String remedy(Name name) {
        boolean factory = name.get(name.size() - 1).toLowerCase(Locale.ROOT).contains("factory");
        return factory
                ? "Set " + Context.PROVIDER_URL + ", which binds " + DEFAULT_FACTORY + ", or set " + CONNECTION_FACTORY
                        + name + "=jdbc:..."
                : "Set " + QUEUE + name + "=NAME_OF_THE_QUEUE (or " + TOPIC + name + "), or look up " + DYNAMIC_QUEUES
                        + "/NAME_OF_THE_QUEUE";
    }
}

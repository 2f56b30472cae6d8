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

/** Reads the bindings out of an environment. */
final class EnvironmentBindings {

    static final String CONNECTION_FACTORY = "connectionFactory.";
    static final String XA_CONNECTION_FACTORY = "xaConnectionFactory.";
    static final String QUEUE = "queue.";
    static final String TOPIC = "topic.";
    static final String DYNAMIC_QUEUES = "dynamicQueues";
    static final String DYNAMIC_TOPICS = "dynamicTopics";

    /** Mistaken prefixes, each with the right one. */
    private static final Map<String, String> NEAR_MISSES = Map.of(
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

    /** The names under which the factory of {@link Context#PROVIDER_URL} is found. */
    private static final String DEFAULT_FACTORY = "ConnectionFactory";

    private static final String DEFAULT_QUEUE_FACTORY = "QueueConnectionFactory";
    private static final String DEFAULT_TOPIC_FACTORY = "TopicConnectionFactory";
    private static final String DEFAULT_XA_FACTORY = "XAConnectionFactory";

    private static final String URL_EXAMPLE = "jdbc:postgresql://HOST/DATABASE";

    private final Node.Folder root = new Node.Folder();

    private EnvironmentBindings() {}

    /**
     * The context that an environment describes.
     *
     * @throws ConfigurationException if a property of Restante's has a value that can't be used; it names key, value
     *     and remedy, and no password
     */
    static Node.Folder read(@Nullable Hashtable<?, ?> environment) throws ConfigurationException {
        EnvironmentBindings bindings = new EnvironmentBindings();
        bindings.root.add(DYNAMIC_QUEUES, new Node.Dynamic(RestanteQueue::new));
        bindings.root.add(DYNAMIC_TOPICS, new Node.Dynamic(RestanteTopic::new));
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
        if (begins(key, CONNECTION_FACTORY)) {
            bind(
                    key,
                    CONNECTION_FACTORY,
                    connectionFactory(key, text(key, value, URL_EXAMPLE), RestanteConnectionFactory::new));
        } else if (begins(key, XA_CONNECTION_FACTORY)) {
            bind(
                    key,
                    XA_CONNECTION_FACTORY,
                    connectionFactory(key, text(key, value, URL_EXAMPLE), RestanteXAConnectionFactory::new));
        } else if (begins(key, QUEUE)) {
            bind(key, QUEUE, destination(key, text(key, value, "NAME_OF_THE_QUEUE"), RestanteQueue::new));
        } else if (begins(key, TOPIC)) {
            bind(key, TOPIC, destination(key, text(key, value, "NAME_OF_THE_TOPIC"), RestanteTopic::new));
        } else {
            refuseNearMiss(key);
        }
    }

    /** Properties of others may stand beside Restante's, so only a prefix that nothing else can mean is refused. */
    private static void refuseNearMiss(String key) throws ConfigurationException {
        for (Map.Entry<String, String> miss : NEAR_MISSES.entrySet()) {
            if (begins(key, miss.getKey())) {
                String meant = miss.getValue() + key.substring(miss.getKey().length());
                throw Refusals.configuration(
                        "The property " + key + " binds nothing: write " + meant + " instead of " + key);
            }
        }
    }

    /** Other providers write the prefixes in other cases. */
    private static boolean begins(String key, String prefix) {
        return key.regionMatches(true, 0, prefix, 0, prefix.length());
    }

    private static String text(String key, Object value, String example) throws ConfigurationException {
        if (!(value instanceof String text)) {
            throw Refusals.configuration("The property " + key + " has a value of "
                    + value.getClass().getName() + ": write a text, such as " + key + "=" + example);
        }
        if (text.isBlank()) {
            throw Refusals.configuration(
                    "The property " + key + " has no value: write for example " + key + "=" + example);
        }
        return text.strip();
    }

    private static RestanteConnectionFactory connectionFactory(
            String key, String url, Function<String, RestanteConnectionFactory> type) throws ConfigurationException {
        try {
            return type.apply(url);
        } catch (IllegalArgumentException refused) {
            throw Refusals.configuration(
                    "The property " + key + " is refused: " + refused.getMessage() + ". Write for example " + key
                            + "=jdbc:hsqldb:file:data/store, or " + key
                            + "=jdbc:postgresql://localhost/messages?restante.storeTimeout=10s",
                    refused);
        }
    }

    private static <T> T destination(String key, String name, Function<String, T> type) throws ConfigurationException {
        try {
            return type.apply(name);
        } catch (IllegalArgumentException refused) {
            throw Refusals.configuration(
                    "The property " + key + "=" + name + " is refused: " + refused.getMessage(), refused);
        }
    }

    private void bind(String key, String prefix, Object object) throws ConfigurationException {
        String text = key.substring(prefix.length());
        Name name;
        try {
            name = Names.withoutRoot(new CompositeName(text));
        } catch (InvalidNameException invalid) {
            throw Refusals.configuration(
                    "The property " + key + " binds no valid name: " + invalid.getMessage(), invalid);
        }
        if (name.isEmpty() || text.endsWith("/")) {
            throw Refusals.configuration(
                    "The property " + key + " names nothing: write the name to look up after " + prefix);
        }
        Node.Folder folder = root;
        for (int i = 0; i < name.size() - 1; i++) {
            Node.Folder made = new Node.Folder();
            Node there = folder.add(name.get(i), made);
            if (there == null) {
                folder = made;
            } else if (there instanceof Node.Folder existing) {
                folder = existing;
            } else {
                throw taken(key, name.getPrefix(i + 1), there);
            }
        }
        Node there = folder.add(name.get(name.size() - 1), new Node.Leaf(object, key));
        if (there != null) {
            throw taken(key, name, there);
        }
    }

    private static ConfigurationException taken(String key, Name name, Node there) {
        String holder = there instanceof Node.Leaf leaf ? "the property " + leaf.key() : "a context";
        return Refusals.configuration(
                "The property " + key + " can't be bound: the name " + name + " has " + holder + " already");
    }

    private void readProviderUrl(@Nullable Object value) throws ConfigurationException {
        if (value == null) {
            return;
        }
        String key = Context.PROVIDER_URL;
        String url = text(key, value, URL_EXAMPLE);
        Node leaf = new Node.Leaf(connectionFactory(key, url, RestanteConnectionFactory::new), key);
        root.add(DEFAULT_FACTORY, leaf);
        root.add(DEFAULT_QUEUE_FACTORY, leaf);
        root.add(DEFAULT_TOPIC_FACTORY, leaf);
        root.add(DEFAULT_XA_FACTORY, new Node.Leaf(connectionFactory(key, url, RestanteXAConnectionFactory::new), key));
    }

    /** What to do so that a name is found; for messages. */
    static String remedy(Name name) {
        boolean factory = name.get(name.size() - 1).toLowerCase(Locale.ROOT).contains("factory");
        return factory
                ? "Set " + Context.PROVIDER_URL + ", which binds " + DEFAULT_FACTORY + ", or " + CONNECTION_FACTORY
                        + name + "=jdbc:..."
                : "Set " + QUEUE + name + "=NAME_OF_THE_QUEUE (or " + TOPIC + name + "), or look up " + DYNAMIC_QUEUES
                        + "/NAME_OF_THE_QUEUE";
    }
}

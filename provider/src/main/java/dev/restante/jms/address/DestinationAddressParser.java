package dev.restante.jms.address;

import dev.restante.jms.address.DestinationAddress.EntityAddress;
import dev.restante.jms.address.DestinationAddress.RejectedAddress;
import dev.restante.jms.address.DestinationAddress.SubscriptionAddress;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.EntityKind;
import dev.restante.model.Subscription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of destination names in the forms of other JMS providers. Reads no store. */
public final class DestinationAddressParser {

    private static final String SUBSCRIPTION_SEPARATOR = "::";
    private static final String AUTHORITY = "//";

    /** Scheme at the beginning of a name. */
    private enum Scheme {
        QUEUE("queue:"),
        TOPIC("topic:"),
        TEMPORARY_QUEUE("temp-queue:"),
        TEMPORARY_TOPIC("temp-topic:");

        private final String prefix;

        Scheme(String prefix) {
            this.prefix = prefix;
        }

        static @Nullable Scheme of(String name) {
            for (Scheme scheme : values()) {
                if (name.startsWith(scheme.prefix) && !name.startsWith(":", scheme.prefix.length())) {
                    return scheme;
                }
            }
            return null;
        }
    }

    private DestinationAddressParser() {}

    /** Returns whether a name has no scheme, no parameters, no comma and no separator of a subscription. */
    public static boolean isPlain(String name) {
        return parameterMark(name) < 0
                && name.indexOf(',') < 0
                && (name.indexOf(':') < 0 || (!name.contains(SUBSCRIPTION_SEPARATOR) && Scheme.of(name) == null));
    }

    /** Returns the position of the question mark before the parameters, or -1. */
    private static int parameterMark(String name) {
        return name.startsWith("?") ? -1 : name.indexOf('?');
    }

    /** Returns the meaning of a name that is not plain. */
    static DestinationAddress parse(DestinationName given) {
        String text = given.name();
        int mark = parameterMark(text);
        String path = mark < 0 ? text : text.substring(0, mark);
        String parameters = mark < 0 ? "" : text.substring(mark + 1);
        if (parameters.endsWith(DestinationName.DEAD_LETTER_SUFFIX)) {
            // DeadLetterQueueNames appends the suffix to the name as the application knows it.
            parameters = parameters.substring(0, parameters.length() - DestinationName.DEAD_LETTER_SUFFIX.length());
            path += DestinationName.DEAD_LETTER_SUFFIX;
        }
        if (path.indexOf(',') >= 0 && !path.contains(SUBSCRIPTION_SEPARATOR)) {
            return rejected(
                    given,
                    "Its comma separates several destinations. Use one destination object for each of them. "
                            + literalRemedy(given.kind()));
        }
        Scheme scheme = Scheme.of(path);
        if (scheme != null) {
            String misuse = misuse(scheme, given.kind());
            if (misuse != null) {
                return rejected(given, misuse);
            }
            path = path.substring(scheme.prefix.length());
            if (path.startsWith(AUTHORITY)) {
                path = path.substring(AUTHORITY.length());
                if (scheme == Scheme.QUEUE) {
                    String queueManager = queueManager(path);
                    if (queueManager != null) {
                        return rejected(
                                given,
                                "It names the queue manager " + DisplayText.quote(queueManager) + " of IBM MQ. Write "
                                        + DisplayText.quote("queue:///" + path.substring(queueManager.length() + 1))
                                        + " for a queue of this store.");
                    }
                    path = path.startsWith("/") ? path.substring(1) : path;
                }
            }
        }
        if (path.isBlank()) {
            return rejected(given, "It contains no name after its scheme.");
        }
        if (scheme != null && Scheme.of(path) != null) {
            return rejected(given, "It contains a second scheme. Use one scheme.");
        }
        List<String> ignored = new ArrayList<>();
        for (String parameter : parameters.split("&")) {
            String reason = parameter.isEmpty() ? null : rejection(given.kind(), parameter, ignored);
            if (reason != null) {
                return rejected(given, reason);
            }
        }
        int separator = path.indexOf(SUBSCRIPTION_SEPARATOR);
        return separator < 0
                ? new EntityAddress(new DestinationName(given.kind(), path), List.copyOf(ignored))
                : subscription(
                        given,
                        path.substring(0, separator),
                        path.substring(separator + SUBSCRIPTION_SEPARATOR.length()),
                        ignored);
    }

    private static String literalRemedy(EntityKind kind) {
        String word = kind == EntityKind.TOPIC ? "topic" : "queue";
        return "If a " + word + " has this whole name, create the " + word + " with RestanteAdmin first.";
    }

    /** Returns why a scheme does not fit a destination of a kind; null if it fits. */
    private static @Nullable String misuse(Scheme scheme, EntityKind kind) {
        return switch (scheme) {
            case QUEUE ->
                kind == EntityKind.QUEUE
                        ? null
                        : "It names a queue, but a topic is needed. Call createQueue, or set the type jakarta.jms.Queue.";
            case TOPIC ->
                kind == EntityKind.TOPIC
                        ? null
                        : "It names a topic, but a queue is needed. Call createTopic, or set the type jakarta.jms.Topic.";
            case TEMPORARY_QUEUE, TEMPORARY_TOPIC ->
                "A temporary destination has no name that an application can choose. Call createTemporaryQueue or"
                        + " createTemporaryTopic, and reply to the JMSReplyTo of a message.";
        };
    }

    /** Returns the text before the first slash of a queue name after {@code queue://}, or null. */
    private static @Nullable String queueManager(String path) {
        int slash = path.indexOf('/');
        return slash <= 0 || path.startsWith(DestinationName.DEAD_LETTER_SUFFIX, slash) || Scheme.of(path) != null
                ? null
                : path.substring(0, slash);
    }

    /** Returns why a parameter is rejected; null if it is accepted. Adds the parameter to a list if it is ignored. */
    private static @Nullable String rejection(EntityKind kind, String parameter, List<String> ignored) {
        int equals = parameter.indexOf('=');
        String name = equals < 0 ? parameter : parameter.substring(0, equals);
        AddressParameter known = AddressParameter.find(name);
        if (known == null) {
            return "Restante does not know its parameter " + DisplayText.quote(parameter) + ". Remove it. "
                    + literalRemedy(kind);
        }
        if (known.ignored()) {
            ignored.add(name);
            return null;
        }
        return equals >= 0 && known.accepts(parameter.substring(equals + 1))
                ? null
                : "Restante does not support its parameter " + DisplayText.quote(parameter) + " of "
                        + known.provider().displayName() + ". Remove it. " + known.explanation();
    }

    private static DestinationAddress subscription(
            DestinationName given, String topic, String queue, List<String> ignored) {
        if (topic.isBlank() || queue.isBlank()) {
            return rejected(given, "It needs the form TOPIC::SUBSCRIPTION.");
        }
        if (queue.endsWith(DestinationName.DEAD_LETTER_SUFFIX)) {
            return rejected(
                    given,
                    "It names the dead-letter queue of a subscription. Use the full name of this queue, which begins"
                            + " with " + DisplayText.quote(topic + Subscription.TOPIC_SEPARATOR) + ".");
        }
        if (given.kind() == EntityKind.TOPIC) {
            return rejected(
                    given,
                    "It names a subscription, but a topic is needed. Call createQueue to receive from the"
                            + " subscription, or use the topic " + DisplayText.quote(topic) + ".");
        }
        return new SubscriptionAddress(topic, queue, List.copyOf(ignored));
    }

    private static RejectedAddress rejected(DestinationName given, String reason) {
        return new RejectedAddress(
                "The destination name " + DisplayText.quote(given.name()) + " cannot be used. " + reason);
    }
}

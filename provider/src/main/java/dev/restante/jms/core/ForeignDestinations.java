package dev.restante.jms.core;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.EntityKind;
import dev.restante.model.TopicPattern;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Queues and topics that other providers serve themselves, for example to manage a broker by messages (BEY-11). An
 * application that uses such a name expects answers or copies, which Restante does not send.
 */
final class ForeignDestinations {

    private static final String VIRTUAL_TOPIC_PREFIX = "Consumer.";
    private static final Pattern CONSUMER_OF_VIRTUAL_TOPIC = Pattern.compile("Consumer\\.[^.]+\\.(VirtualTopic\\..+)");

    private ForeignDestinations() {}

    /**
     * Returns the reason why an application must not create a queue or topic by its first use; null if it may. An
     * administrator can create each of them.
     */
    static @Nullable String refusal(DestinationName destination) {
        String name = destination.name();
        boolean topic = destination.kind() == EntityKind.TOPIC;
        if (!topic && name.startsWith(VIRTUAL_TOPIC_PREFIX)) {
            Matcher virtual = CONSUMER_OF_VIRTUAL_TOPIC.matcher(name);
            if (virtual.matches()) {
                return "The queue " + DisplayText.quote(name)
                        + " would get no messages, because Restante has no virtual topics. Receive with"
                        + " createSharedDurableConsumer from the topic " + DisplayText.quote(virtual.group(1))
                        + ", or create the queue and a subscription of the topic that forwards to it.";
            }
        }
        if (!topic && TopicPattern.isPattern(name)) {
            return "Restante does not support wildcards in the name of a queue: '" + DisplayText.shorten(name)
                    + "'. Use one consumer for each queue.";
        }
        String provider = providerOfService(name, topic);
        if (provider == null && !topic) {
            return ServiceBusPaths.refusal(name);
        }
        return provider == null
                ? null
                : "Messages of the " + (topic ? "topic " : "queue ") + DisplayText.quote(name)
                        + " manage or observe a broker of " + provider
                        + ". Use RestanteAdmin or the command line instead.";
    }

    private static @Nullable String providerOfService(String name, boolean topic) {
        if (name.equals(topic ? "activemq.notifications" : "activemq.management")) {
            return "ActiveMQ Artemis";
        } else if (name.startsWith("ActiveMQ.Statistics.")
                || (topic && (name.startsWith("ActiveMQ.Advisory.") || name.equals("ActiveMQ.Scheduler.Management")))) {
            return "ActiveMQ Classic";
        }
        return topic && name.startsWith("mq.metrics.") ? "OpenMQ" : null;
    }
}

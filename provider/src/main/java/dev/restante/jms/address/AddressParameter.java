package dev.restante.jms.address;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parameter that another JMS provider reads from the name of a destination, and what Restante does with it (DEST-02).
 *
 * <p>Restante ignores a parameter that only tunes. It rejects a parameter that changes the delivered messages, their
 * content or their loss, except with a value that stands for the behaviour of Restante.
 *
 * @param ignored true if any value is accepted and has no effect
 * @param acceptedValues the values of a rejected parameter that are accepted, because Restante does the same
 * @param explanation the reason why the parameter has no effect, or what to use instead
 */
public record AddressParameter(
        AddressProvider provider, String name, boolean ignored, Set<String> acceptedValues, String explanation) {

    /** Provider whose applications use a parameter. */
    public enum AddressProvider {
        ARTEMIS("ActiveMQ Artemis"),
        CLASSIC("ActiveMQ Classic"),
        IBM_MQ("IBM MQ");

        private final String displayName;

        AddressProvider(String displayName) {
            this.displayName = displayName;
        }

        public String displayName() {
            return displayName;
        }
    }

    private static final String NO_PRIORITY = "Open consumers of a queue have the same priority.";
    private static final String NO_PREFETCH = "Prefetch has no setting.";
    private static final String NO_BROKER_THREAD = "Restante has no threads of a broker that dispatch messages.";
    private static final String EXCLUSIVE = "Give all messages one JMSXGroupID, and set the queue option"
            + " groupAssignment to STICKY: one consumer then receives all of them.";
    private static final String LAST_VALUE = "Set the queue option lastValueKey to the name of the property.";
    private static final String PAUSE = "Pause the queue with RestanteAdmin until its consumers are open.";
    private static final String IDLE = "Set the queue option autoDeleteOnIdle.";
    private static final String SELECTOR = "Pass the selector to createConsumer.";
    private static final String BROWSER = "Read the messages with createBrowser.";
    private static final String NO_CONVERSION =
            "Restante stores text as Unicode and never converts it. Convert it in the application.";
    private static final String NO_MQMD = "Messages have no MQMD. Use properties of the message.";

    private static final List<AddressParameter> ALL =
            Stream.of(artemis(), classic(), ibmMq()).flatMap(List::stream).toList();

    private static final Map<String, AddressParameter> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(AddressParameter::name, Function.identity()));

    private static List<AddressParameter> artemis() {
        AddressProvider artemis = AddressProvider.ARTEMIS;
        return List.of(
                ignored(artemis, "consumer-priority", NO_PRIORITY),
                ignored(artemis, "group-rebalance", "Each group is assigned on its own."),
                ignored(artemis, "group-rebalance-pause-dispatch", "Each group is assigned on its own."),
                rejected(artemis, "auto-delete", IDLE, "false"),
                rejected(artemis, "auto-delete-delay", IDLE),
                rejected(
                        artemis,
                        "auto-delete-message-count",
                        "Set the queue option autoDeleteOnIdle, which deletes a queue with its messages."),
                rejected(artemis, "consumers-before-dispatch", PAUSE, "0"),
                rejected(artemis, "delay-before-dispatch", PAUSE, "-1"),
                rejected(artemis, "durable", "Send with the delivery mode NON_PERSISTENT.", "true"),
                rejected(artemis, "enabled", "Set the queue option status.", "true"),
                rejected(artemis, "exclusive", EXCLUSIVE, "false"),
                rejected(artemis, "filter-string", SELECTOR),
                rejected(artemis, "group-buckets", "Use as many values of JMSXGroupID as there are buckets.", "-1"),
                rejected(artemis, "group-first-key", "Restante does not mark the first message of a group."),
                rejected(artemis, "last-value", LAST_VALUE, "false"),
                rejected(artemis, "last-value-key", LAST_VALUE),
                rejected(
                        artemis,
                        "max-consumers",
                        "The number of consumers has no limit. Set JMSXGroupID to keep messages in order.",
                        "-1"),
                rejected(artemis, "non-destructive", BROWSER, "false"),
                rejected(
                        artemis,
                        "purge-on-no-consumers",
                        "Use a temporary queue, or purge the queue with RestanteAdmin.",
                        "false"),
                rejected(
                        artemis,
                        "ring-size",
                        "Restante drops no messages of a full queue. Set the queue option lastValueKey or"
                                + " defaultTimeToLive.",
                        "-1"),
                rejected(artemis, "routing-type", "Call createQueue for ANYCAST and createTopic for MULTICAST."),
                rejected(artemis, "user", "Rights are those of the database user."));
    }

    private static List<AddressParameter> classic() {
        AddressProvider classic = AddressProvider.CLASSIC;
        return List.of(
                ignored(classic, "consumer.dispatchAsync", NO_BROKER_THREAD),
                ignored(classic, "consumer.noRangeAcks", "Each message is acknowledged on its own."),
                ignored(classic, "consumer.optimizedAcknowledge", "The factory option autoAcknowledge decides."),
                ignored(classic, "consumer.prefetchSize", NO_PREFETCH),
                ignored(classic, "consumer.priority", NO_PRIORITY),
                ignored(classic, "producer.dispatchAsync", NO_BROKER_THREAD),
                ignored(classic, "producer.windowSize", "The factory option maxInFlightSends limits pending sends."),
                rejected(classic, "consumer.browser", BROWSER, "false"),
                rejected(classic, "consumer.clientId", "Set the client id of the connection."),
                rejected(classic, "consumer.exclusive", EXCLUSIVE, "false"),
                rejected(
                        classic,
                        "consumer.maximumPendingMessageLimit",
                        "Restante drops no messages of a slow consumer. Set the option defaultTimeToLive of the topic.",
                        "0"),
                rejected(classic, "consumer.noLocal", "Pass noLocal to createConsumer of a topic.", "false"),
                rejected(
                        classic,
                        "consumer.retroactive",
                        "Create a durable subscription before the first message is sent.",
                        "false"),
                rejected(classic, "consumer.selector", SELECTOR),
                rejected(classic, "consumer.subscriptionName", "Call createDurableConsumer with the name."));
    }

    private static List<AddressParameter> ibmMq() {
        AddressProvider ibmMq = AddressProvider.IBM_MQ;
        return List.of(
                ignored(ibmMq, "failIfQuiesce", "There is no queue manager."),
                ignored(ibmMq, "multicast", "Each subscription receives each message from the database."),
                ignored(ibmMq, "putAsyncAllowed", "The delivery mode decides whether a send waits."),
                ignored(ibmMq, "readAheadAllowed", NO_PREFETCH),
                ignored(ibmMq, "readAheadClosePolicy", "Prefetched messages return to the queue."),
                rejected(ibmMq, "CCSID", NO_CONVERSION, "1208"),
                rejected(
                        ibmMq,
                        "encoding",
                        "Numbers have the byte order of Java. Convert them in the application.",
                        "273"),
                rejected(
                        ibmMq,
                        "expiry",
                        "Call setTimeToLive on the producer, or set the queue option defaultTimeToLive.",
                        "-2"),
                rejected(ibmMq, "mdMessageContext", NO_MQMD, "0"),
                rejected(ibmMq, "mdReadEnabled", NO_MQMD, "false"),
                rejected(ibmMq, "mdWriteEnabled", NO_MQMD, "false"),
                rejected(
                        ibmMq,
                        "messageBody",
                        "Messages have no MQRFH2 header, and receivers get the body as it was sent.",
                        "0",
                        "2"),
                rejected(ibmMq, "persistence", "Call setDeliveryMode on the producer.", "-2"),
                rejected(ibmMq, "priority", "Call setPriority on the producer.", "-2"),
                rejected(ibmMq, "receiveCCSID", NO_CONVERSION, "0"),
                rejected(ibmMq, "receiveConversion", NO_CONVERSION, "1"),
                rejected(ibmMq, "replyToStyle", "JMSReplyTo contains the name of a queue or topic.", "0"),
                rejected(
                        ibmMq,
                        "targetClient",
                        "Make sure that a Java application receives the messages: it gets their properties, too.",
                        "0"),
                rejected(ibmMq, "unmappableAction", NO_CONVERSION),
                rejected(ibmMq, "unmappableReplacement", NO_CONVERSION),
                rejected(
                        ibmMq,
                        "wildcardFormat",
                        "In patterns of topics, '*' stands for one segment and '#' for any number of segments."));
    }

    private static AddressParameter ignored(AddressProvider provider, String name, String explanation) {
        return new AddressParameter(provider, name, true, Set.of(), explanation);
    }

    private static AddressParameter rejected(
            AddressProvider provider, String name, String explanation, String... acceptedValues) {
        return new AddressParameter(provider, name, false, Set.of(acceptedValues), explanation);
    }

    /** Returns all known parameters: by provider, first the ignored ones, then by name. */
    public static List<AddressParameter> all() {
        return ALL;
    }

    static @Nullable AddressParameter find(String name) {
        return BY_NAME.get(name);
    }

    /** Returns whether a value stands for the behaviour of Restante. */
    boolean accepts(String value) {
        return acceptedValues.stream().anyMatch(value::equalsIgnoreCase);
    }
}

package dev.restante.cli.migrate;

import static dev.restante.cli.migrate.Treatment.lostIfFalse;
import static dev.restante.cli.migrate.Treatment.lostIfTrue;
import static dev.restante.cli.migrate.Treatment.lostUnless;
import static dev.restante.cli.migrate.Treatment.notNeeded;
import static dev.restante.cli.migrate.Treatment.putAll;
import static dev.restante.cli.migrate.Treatment.translate;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Treatments of all elements of an address setting, by name. */
final class AddressSettingTreatments {

    static final String DATABASE = "the database keeps the messages";
    static final String METERS = "Restante has meters of its own, see docs/how-to/monitoring.md";
    static final String EXCLUSIVE =
            "a queue of Restante has no single active consumer. Open one consumer, or send all messages with one"
                    + " JMSXGroupID.";
    static final String NON_DESTRUCTIVE =
            "a consumer of Restante removes each message that it acknowledges. Read the messages with a browser.";
    static final String REBALANCE = "Restante never moves a group to a new consumer. Close the consumer of the group.";
    static final String BUCKETS = "Restante assigns each group on its own. Put several keys into one JMSXGroupID.";
    static final String FIRST_KEY = "Restante does not mark the first message of a group for a consumer.";
    static final String CONSUMERS =
            "a queue of Restante does not wait for a number of consumers. Pause it until they are open: restante queue"
                    + " pause.";
    static final String MAX_CONSUMERS =
            "a queue of Restante has any number of consumers. The option maxInFlight limits the messages in flight.";
    static final String PURGE =
            "a queue of Restante keeps its messages without consumers. Set a time to live, or use a temporary queue.";
    static final String RING =
            "a queue of Restante has no limit of messages. Set defaultTimeToLive, or lastValueKey for one message for"
                    + " each key.";

    static final Treatment DUPLICATE_IDS = lostUnless(
            Set.of("0"),
            "Restante remembers duplicate ids for a time instead of a number. Set duplicateDetectionWindow, see"
                    + " docs/how-to/duplicates.md.");

    private static final String BACKLOG =
            "Restante does not limit the backlog or slow senders down. Watch the backlog, see"
                    + " docs/how-to/monitoring.md.";
    private static final String KEEPS_QUEUES =
            "Restante keeps empty queues and topics; the option autoDeleteOnIdle deletes unused ones with their"
                    + " messages";
    private static final String OWN_DEAD_LETTERS =
            "each queue has a dead-letter queue of its own, NAME/$DeadLetterQueue";
    private static final String ONLY_WITH = "only has an effect together with ";

    private static final Map<String, Treatment> BY_NAME = treatments();

    private AddressSettingTreatments() {}

    /** Returns the treatment of an element, whose name has any case; null for an unknown name. */
    static @Nullable Treatment of(String element) {
        return BY_NAME.get(element);
    }

    static Set<String> names() {
        return BY_NAME.keySet();
    }

    private static Map<String, Treatment> treatments() {
        Map<String, Treatment> map = new LinkedHashMap<>();
        for (OptionGroup group : OptionGroup.values()) {
            group.elements().forEach(element -> map.put(element, translate()));
        }
        map.put(
                "no-expiry",
                lostIfTrue("Restante cannot remove a time to live. Let the senders send without one.")
                        .partlyTranslated());
        map.put(
                "min-expiry-delay",
                lostUnless(Set.of("-1"), "Restante does not lengthen a time to live. Let the senders set a longer one.")
                        .partlyTranslated());
        putAll(map, notNeeded(OWN_DEAD_LETTERS), "dead-letter-queue-prefix", "dead-letter-queue-suffix");
        putAll(map, notNeeded(OWN_DEAD_LETTERS), "expiry-queue-prefix", "expiry-queue-suffix");
        putAll(
                map,
                notNeeded(DATABASE),
                "max-size-bytes",
                "max-size-messages",
                "page-size-bytes",
                "page-max-cache-size",
                "max-read-page-messages",
                "prefetch-page-messages",
                "max-read-page-bytes",
                "prefetch-page-bytes",
                "initial-queue-buffer-size");
        map.put("address-full-policy", lostUnless(Set.of("PAGE"), BACKLOG));
        putAll(
                map,
                lostUnless(Set.of("-1", ""), BACKLOG),
                "page-limit-bytes",
                "page-limit-messages",
                "max-size-bytes-reject-threshold");
        map.put("page-full-policy", notNeeded(ONLY_WITH + "page-limit-bytes or page-limit-messages"));
        map.put("disk-full-policy", notNeeded("sends fail if the database has no space"));
        map.put("message-counter-history-day-limit", notNeeded("Restante records a history of its own"));
        map.put("default-non-destructive", lostIfTrue(NON_DESTRUCTIVE));
        map.put("default-exclusive-queue", lostIfTrue(EXCLUSIVE));
        map.put("default-group-rebalance", lostIfTrue(REBALANCE));
        map.put("default-group-rebalance-pause-dispatch", notNeeded(ONLY_WITH + "default-group-rebalance"));
        map.put("default-group-buckets", lostUnless(Set.of("-1"), BUCKETS));
        map.put("default-group-first-key", lostUnless(Set.of(""), FIRST_KEY));
        map.put("default-consumers-before-dispatch", lostUnless(Set.of("0"), CONSUMERS));
        map.put("default-delay-before-dispatch", notNeeded(ONLY_WITH + "default-consumers-before-dispatch"));
        map.put("default-purge-on-no-consumers", lostIfTrue(PURGE));
        map.put("default-max-consumers", lostUnless(Set.of("-1"), MAX_CONSUMERS));
        map.put("default-ring-size", lostUnless(Set.of("-1"), RING));
        map.put("redistribution-delay", notNeeded("all nodes receive from the same queue"));
        map.put(
                "send-to-dla-on-no-route",
                lostIfTrue("a topic of Restante drops messages that no subscription takes. Create a durable"
                        + " subscription before the first send."));
        map.put(
                "slow-consumer-threshold",
                lostUnless(
                        Set.of("-1"),
                        "Restante does not detect slow consumers. Watch the age of the oldest message, see"
                                + " docs/how-to/monitoring.md."));
        putAll(
                map,
                notNeeded(ONLY_WITH + "slow-consumer-threshold"),
                "slow-consumer-threshold-measurement-unit",
                "slow-consumer-policy",
                "slow-consumer-check-period");
        putAll(
                map,
                lostIfFalse("the factory options autoCreateQueues and autoCreateTopics of Restante apply to all names."
                        + " Set them to false in each application."),
                "auto-create-queues",
                "auto-create-addresses",
                "auto-create-jms-queues",
                "auto-create-jms-topics");
        putAll(
                map,
                notNeeded(KEEPS_QUEUES),
                "auto-delete-jms-queues",
                "auto-delete-jms-topics",
                "auto-delete-queues",
                "auto-delete-created-queues",
                "auto-delete-queues-delay",
                "auto-delete-queues-message-count",
                "auto-delete-queues-skip-usage-check",
                "auto-delete-addresses",
                "auto-delete-addresses-delay",
                "auto-delete-addresses-skip-usage-check",
                "config-delete-queues",
                "config-delete-addresses",
                "config-delete-diverts");
        putAll(
                map,
                notNeeded("restante commands, the console and MBeans show messages"),
                "management-browse-page-size",
                "management-message-attribute-size-limit");
        putAll(
                map,
                notNeeded("JMS tells whether a name is a queue or a topic"),
                "default-queue-routing-type",
                "default-address-routing-type");
        map.put("default-consumer-window-size", notNeeded("the prefetch of Restante has no setting"));
        map.put(
                "retroactive-message-count",
                lostUnless(
                        Set.of("0"),
                        "a subscription of Restante gets no earlier messages. Create a durable subscription before the"
                                + " messages are sent."));
        map.put("enable-metrics", notNeeded(METERS));
        map.put(
                "enable-ingress-timestamp",
                lostIfTrue("consumers do not get the time of arrival. JMSTimestamp is the time of the send, and"
                        + " restante peek shows the time of arrival."));
        map.put("id-cache-size", DUPLICATE_IDS);
        return Collections.unmodifiableMap(map);
    }
}

package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.Column;
import dev.restante.cli.shell.Fields;
import java.time.Duration;
import java.util.List;

/** Entities as fields. */
final class Descriptions {

    static final List<Column> QUEUE_COLUMNS = List.of(
            Column.text("name", "NAME"),
            Column.number("lockDuration", "LOCK"),
            Column.number("maxDeliveryCount", "DELIVERIES"),
            Column.number("defaultTimeToLive", "TTL"),
            Column.text("deadLetterOnExpiry", "DEAD-LETTER ON EXPIRY"),
            Column.text("forward", "FORWARDS TO"));

    private Descriptions() {}

    static Fields of(QueueDescription queue) {
        return new Fields()
                .with("name", queue.name())
                .with("type", queue.deadLetterQueue() ? EntityType.DEAD_LETTER_QUEUE : EntityType.QUEUE)
                .with("options", of(queue.options()));
    }

    static Fields of(TopicDescription topic) {
        return new Fields()
                .with("name", topic.name())
                .with("type", EntityType.TOPIC)
                .with("options", of(topic.options()));
    }

    static Fields of(SubscriptionDescription subscription, String fullName) {
        return new Fields()
                .with("name", fullName)
                .with("type", EntityType.SUBSCRIPTION)
                .with("topic", subscription.topic())
                .with("clientId", subscription.clientId())
                .with("subscriptionName", subscription.name())
                .with("durable", subscription.durable())
                .with("shared", subscription.shared())
                .with("selector", subscription.selector())
                .with("noLocal", subscription.noLocal())
                .with("deadLetterQueue", subscription.deadLetterQueue())
                .with("options", of(subscription.options()));
    }

    static Fields of(QueueOptions options) {
        return new Fields()
                .with("lockDuration", options.lockDuration())
                .with("maxDeliveryCount", options.maxDeliveryCount())
                .with("defaultTimeToLive", options.defaultTimeToLive())
                .with("deadLetterOnExpiry", options.deadLetterOnExpiry())
                .with("expiryOnlyWhenActive", options.expiryOnlyWhenActive())
                .with("duplicateDetectionWindow", options.duplicateDetectionWindow())
                .with("deadLetterTo", options.deadLetterTo())
                .with("expiredTo", options.expiredTo())
                .with("groupsRequired", options.groupsRequired())
                .with(
                        "redeliveryBackOff",
                        new Fields()
                                .with("initial", options.redeliveryBackOffInitial())
                                .with("multiplier", options.redeliveryBackOffMultiplier())
                                .with("maximum", options.redeliveryBackOffMaximum())
                                .with("jitter", options.redeliveryBackOffJitter()))
                .with("forwardTo", options.forwardTo())
                .with("forwardToTopic", options.forwardToTopic())
                .with("autoDeleteOnIdle", options.autoDeleteOnIdle())
                .with("lateSettlement", options.lateSettlement())
                .with("maxInFlight", options.maxInFlight())
                .with("groupExpiry", options.groupExpiry());
    }

    static Fields of(TopicOptions options) {
        return new Fields()
                .with("defaultTimeToLive", options.defaultTimeToLive())
                .with("duplicateDetectionWindow", options.duplicateDetectionWindow())
                .with("autoDeleteOnIdle", options.autoDeleteOnIdle());
    }

    /** What a table shows of a queue or subscription. */
    static Fields row(String name, QueueOptions options) {
        Duration timeToLive = options.defaultTimeToLive();
        String topic = options.forwardToTopic();
        return new Fields()
                .with("name", name)
                .with("lockDuration", options.lockDuration())
                .with("maxDeliveryCount", options.maxDeliveryCount())
                .with("defaultTimeToLive", timeToLive)
                .with("deadLetterOnExpiry", options.deadLetterOnExpiry())
                .with("forward", topic == null ? options.forwardTo() : "topic " + topic);
    }
}

package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.Column;
import dev.restante.console.json.Fields;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Entities as fields. */
public final class Descriptions {

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
                .withAll(queue.unreadable() == null ? options(of(queue.options())) : unreadable(queue.unreadable()));
    }

    static Fields of(TopicDescription topic) {
        return new Fields()
                .with("name", topic.name())
                .with("type", EntityType.TOPIC)
                .withAll(topic.unreadable() == null ? options(of(topic.options())) : unreadable(topic.unreadable()));
    }

    public static Fields of(SubscriptionDescription subscription, String fullName) {
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

    private static Fields options(Fields options) {
        return new Fields().with("options", options);
    }

    /** In place of options that can't be read: the default ones would be no truth. */
    public static Fields unreadable(String why) {
        return new Fields().with("unreadable", why);
    }

    /** The row of a table for what can't be read. */
    public static Fields unreadableRow(String name) {
        return new Fields().with("name", name + " (can't be read)");
    }

    private static Fields of(QueueOptions options) {
        return fields(QueueOption.all(), options::get);
    }

    static Fields of(TopicOptions options) {
        return fields(QueueOption.ofTopics(), options::get);
    }

    /** A group of options is an object of its own. */
    private static Fields fields(
            List<QueueOption<?>> table, Function<? super QueueOption<?>, @Nullable Object> valueOf) {
        Fields fields = new Fields();
        for (QueueOption<?> option : table) {
            String[] name = option.name().split("\\.", 2);
            if (name.length == 1) {
                fields.with(name[0], valueOf.apply(option));
            } else {
                Fields group = fields.get(name[0]) instanceof Fields known ? known : new Fields();
                fields.with(name[0], group.with(name[1], valueOf.apply(option)));
            }
        }
        return fields;
    }

    /** What a table shows of a queue or subscription. */
    public static Fields row(String name, QueueOptions options) {
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

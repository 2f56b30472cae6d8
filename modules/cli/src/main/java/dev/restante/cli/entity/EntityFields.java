package dev.restante.cli.entity;

import dev.restante.admin.EntityType;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.TableColumn;
import dev.restante.console.json.JsonObject;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converter of queue, topic and subscription descriptions to output fields. */
public final class EntityFields {

    static final List<TableColumn> QUEUE_COLUMNS = List.of(
            TableColumn.text("name", "NAME"),
            TableColumn.number("lockDuration", "LOCK"),
            TableColumn.number("maxDeliveryCount", "DELIVERIES"),
            TableColumn.number("defaultTimeToLive", "TTL"),
            TableColumn.text("deadLetterOnExpiry", "DEAD-LETTER ON EXPIRY"),
            TableColumn.text("forward", "FORWARDS TO"));

    private EntityFields() {}

    static JsonObject of(QueueDescription queue) {
        return new JsonObject()
                .with("name", queue.name())
                .with("type", queue.deadLetterQueue() ? EntityType.DEAD_LETTER_QUEUE : EntityType.QUEUE)
                .withAll(
                        queue.unreadableReason() == null
                                ? options(of(queue.options()), QueueOption.all(), queue.options()::origin)
                                : unreadable(queue.unreadableReason()));
    }

    static JsonObject of(TopicDescription topic) {
        return new JsonObject()
                .with("name", topic.name())
                .with("type", EntityType.TOPIC)
                .withAll(
                        topic.unreadableReason() == null
                                ? options(of(topic.options()), QueueOption.topicOptions(), topic.options()::origin)
                                : unreadable(topic.unreadableReason()));
    }

    public static JsonObject of(SubscriptionDescription subscription, String fullName) {
        return new JsonObject()
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
                .withAll(options(of(subscription.options()), QueueOption.all(), subscription.options()::origin));
    }

    /** Returns the options, and where those values come from that are not defaults (POL-04). */
    private static JsonObject options(
            JsonObject options, List<QueueOption<?>> table, Function<QueueOption<?>, OptionOrigin> originOf) {
        JsonObject origins = new JsonObject();
        table.stream()
                .filter(option -> !originOf.apply(option).equals(OptionOrigin.DEFAULT))
                .forEach(option ->
                        origins.with(option.name(), originOf.apply(option).toString()));
        return new JsonObject().with("options", options).with("origins", origins);
    }

    /** Returns the fields in place of options that cannot be read. Default values would be wrong. */
    public static JsonObject unreadable(String reason) {
        return new JsonObject().with("unreadableReason", reason);
    }

    public static JsonObject unreadableRow(String name) {
        return new JsonObject().with("name", name + " (unreadable)");
    }

    private static JsonObject of(QueueOptions options) {
        return fields(QueueOption.all(), options::get);
    }

    static JsonObject of(TopicOptions options) {
        return fields(QueueOption.topicOptions(), options::get);
    }

    /** Returns options as fields, in which options with a common prefix form an object. */
    private static JsonObject fields(
            List<QueueOption<?>> table, Function<? super QueueOption<?>, @Nullable Object> valueOf) {
        JsonObject json = new JsonObject();
        for (QueueOption<?> option : table) {
            String[] name = option.name().split("\\.", 2);
            if (name.length == 1) {
                json.with(name[0], valueOf.apply(option));
            } else {
                JsonObject group = json.get(name[0]) instanceof JsonObject known ? known : new JsonObject();
                json.with(name[0], group.with(name[1], valueOf.apply(option)));
            }
        }
        return json;
    }

    public static JsonObject tableRow(String name, QueueOptions options) {
        Duration timeToLive = options.defaultTimeToLive();
        String topic = options.forwardToTopic();
        return new JsonObject()
                .with("name", name)
                .with("lockDuration", options.lockDuration())
                .with("maxDeliveryCount", options.maxDeliveryCount())
                .with("defaultTimeToLive", timeToLive)
                .with("deadLetterOnExpiry", options.deadLetterOnExpiry())
                .with("forward", topic == null ? options.forwardTo() : "topic " + topic);
    }
}

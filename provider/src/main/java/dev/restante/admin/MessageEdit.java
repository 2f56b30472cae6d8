package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Edited;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.jms.message.PropertyRules;
import dev.restante.model.BodyKind;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LosslessUtf8;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An edit of messages that are sent again: what it does not name stays. Immutable: each {@code with} method makes a
 * changed copy.
 *
 * <p>It replaces the bodies of text messages only; other messages keep their bodies, whatever they are. Message id,
 * timestamp and what else the provider sets can't be edited.
 */
public final class MessageEdit {

    private static final MessageEdit NOTHING =
            new MessageEdit(new Values(null, false, null, false, null, null, null), Map.of());

    /** What is edited beside properties; a header that is null is removed if it is meant, else it stays. */
    private record Values(
            @Nullable String text,
            boolean typeMeant,
            @Nullable String type,
            boolean correlationIdMeant,
            @Nullable String correlationId,
            @Nullable Integer priority,
            @Nullable String target) {}

    private final Values values;

    /** By their names; null removes one. */
    private final Map<String, @Nullable Object> properties;

    private MessageEdit(Values values, Map<String, @Nullable Object> properties) {
        this.values = values;
        this.properties = properties;
    }

    /** Changes nothing: messages are sent again as they are. */
    public static MessageEdit nothing() {
        return NOTHING;
    }

    /** Replaces the body. What is no text message is left then. */
    public MessageEdit withText(String value) {
        return with(new Values(
                requireNonNull(value, "value"),
                values.typeMeant,
                values.type,
                values.correlationIdMeant,
                values.correlationId,
                values.priority,
                values.target));
    }

    /** Replaces {@code JMSType}; null removes it. */
    public MessageEdit withType(@Nullable String value) {
        return with(new Values(
                values.text,
                true,
                value,
                values.correlationIdMeant,
                values.correlationId,
                values.priority,
                values.target));
    }

    /** Replaces {@code JMSCorrelationID}; null removes it. */
    public MessageEdit withCorrelationId(@Nullable String value) {
        return with(
                new Values(values.text, values.typeMeant, values.type, true, value, values.priority, values.target));
    }

    /**
     * Replaces the priority.
     *
     * @param value 0 to 9
     * @throws IllegalArgumentException for another one
     */
    public MessageEdit withPriority(int value) {
        if (value < 0 || value > 9) {
            throw new IllegalArgumentException("priority " + value + " is not within 0 to 9");
        }
        return with(new Values(
                values.text,
                values.typeMeant,
                values.type,
                values.correlationIdMeant,
                values.correlationId,
                value,
                values.target));
    }

    /** Sends to a named queue; null, as without this, to where each message came from. */
    public MessageEdit withTarget(@Nullable String value) {
        return with(new Values(
                values.text,
                values.typeMeant,
                values.type,
                values.correlationIdMeant,
                values.correlationId,
                values.priority,
                value));
    }

    /**
     * Sets a property.
     *
     * @param value a Boolean, Byte, Short, Integer, Long, Float, Double or String
     * @throws JMSException as setting it at a message would, or because only the provider sets it
     */
    public MessageEdit withProperty(String name, Object value) throws JMSException {
        PropertyRules.checkAdded(name, requireNonNull(value, "value"));
        return withChanged(name, value);
    }

    /** Removes a property, if there is one. */
    public MessageEdit withoutProperty(String name) {
        return withChanged(requireNonNull(name, "name"), null);
    }

    private MessageEdit withChanged(String name, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(properties);
        changed.put(name, value);
        return new MessageEdit(values, changed);
    }

    private MessageEdit with(Values other) {
        return new MessageEdit(other, properties);
    }

    /** Where messages go; null for where each of them came from. */
    public @Nullable String target() {
        return values.target;
    }

    /** Null for a message whose body it can't replace. */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    @Nullable
    Edited edit(StoredMessage message) {
        MessageHead head = message.head();
        String text = values.text;
        if (text != null && head.bodyKind() != BodyKind.TEXT) {
            return null;
        }
        Map<String, @Nullable Object> all = new LinkedHashMap<>(head.properties());
        properties.forEach((name, value) -> {
            if (value == null) {
                all.remove(name);
            } else {
                all.put(name, value);
            }
        });
        try {
            OutgoingMessage edited = new OutgoingMessage(
                            head.bodyKind(),
                            Map.of(),
                            values.correlationIdMeant ? values.correlationId : head.correlationId(),
                            head.replyTo(),
                            values.typeMeant ? values.type : head.type(),
                            text == null ? message.body() : LosslessUtf8.encode(text),
                            null)
                    .withAdded(all);
            return new Edited(edited.content(), values.priority == null ? head.priority() : values.priority);
        } catch (JMSException e) {
            throw new BrokerException(Reason.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public String toString() {
        return "MessageEdit[" + values + ", properties=" + properties + "]";
    }
}

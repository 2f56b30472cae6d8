package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.MessageAdministration.Edit;
import dev.restante.broker.MessageAdministration.Header;
import dev.restante.jms.message.PropertyRules;
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

    private static final MessageEdit NOTHING = new MessageEdit(new Edit(null, null, null, null, Map.of()), null);

    private final Edit edit;
    private final @Nullable String target;

    private MessageEdit(Edit edit, @Nullable String target) {
        this.edit = edit;
        this.target = target;
    }

    /** Changes nothing: messages are sent again as they are. */
    public static MessageEdit nothing() {
        return NOTHING;
    }

    /** Replaces the body. What is no text message is left then. */
    public MessageEdit withText(String value) {
        return with(new Edit(
                requireNonNull(value, "value"), edit.type(), edit.correlationId(), edit.priority(), edit.properties()));
    }

    /** Replaces {@code JMSType}; null removes it. */
    public MessageEdit withType(@Nullable String value) {
        return with(new Edit(edit.text(), new Header(value), edit.correlationId(), edit.priority(), edit.properties()));
    }

    /** Replaces {@code JMSCorrelationID}; null removes it. */
    public MessageEdit withCorrelationId(@Nullable String value) {
        return with(new Edit(edit.text(), edit.type(), new Header(value), edit.priority(), edit.properties()));
    }

    /**
     * Replaces the priority.
     *
     * @param value 0 to 9
     * @throws IllegalArgumentException for another one
     */
    public MessageEdit withPriority(int value) {
        return with(new Edit(edit.text(), edit.type(), edit.correlationId(), value, edit.properties()));
    }

    /** Sends to a named queue; null, as without this, to where each message came from. */
    public MessageEdit withTarget(@Nullable String value) {
        return new MessageEdit(edit, value);
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
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(edit.properties());
        changed.put(name, value);
        return with(new Edit(edit.text(), edit.type(), edit.correlationId(), edit.priority(), changed));
    }

    private MessageEdit with(Edit other) {
        return new MessageEdit(other, target);
    }

    /** Where messages go; null for where each of them came from. */
    public @Nullable String target() {
        return target;
    }

    /** The request to the broker. */
    Edit edit() {
        return edit;
    }

    @Override
    public String toString() {
        return "MessageEdit[" + edit + ", target=" + target + "]";
    }
}

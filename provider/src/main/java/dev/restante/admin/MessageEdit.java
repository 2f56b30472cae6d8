package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.MessageAdministration.EditRequest;
import dev.restante.broker.MessageAdministration.HeaderValue;
import dev.restante.jms.message.PropertyRules;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes to messages that are resubmitted. Unchanged values are copied from the original message. Immutable: each
 * {@code with} method returns a changed copy.
 *
 * <p>Only the bodies of text messages can be replaced. Message id, timestamp and other values that the provider sets
 * cannot be changed.
 */
public final class MessageEdit {

    private static final MessageEdit NOTHING = new MessageEdit(new EditRequest(null, null, null, null, Map.of()), null);

    private final EditRequest edit;
    private final @Nullable String target;

    private MessageEdit(EditRequest edit, @Nullable String target) {
        this.edit = edit;
        this.target = target;
    }

    /** Returns an edit without changes. */
    public static MessageEdit none() {
        return NOTHING;
    }

    /** Replaces the body. A resubmission with such an edit skips messages that are not text messages. */
    public MessageEdit withText(String value) {
        return with(new EditRequest(
                requireNonNull(value, "value"), edit.type(), edit.correlationId(), edit.priority(), edit.properties()));
    }

    /** Replaces {@code JMSType}; null removes it. */
    public MessageEdit withType(@Nullable String value) {
        return with(new EditRequest(
                edit.text(), new HeaderValue(value), edit.correlationId(), edit.priority(), edit.properties()));
    }

    /** Replaces {@code JMSCorrelationID}; null removes it. */
    public MessageEdit withCorrelationId(@Nullable String value) {
        return with(
                new EditRequest(edit.text(), edit.type(), new HeaderValue(value), edit.priority(), edit.properties()));
    }

    /**
     * Replaces the priority.
     *
     * @param value 0 to 9
     * @throws IllegalArgumentException if the value is out of range
     */
    public MessageEdit withPriority(int value) {
        return with(new EditRequest(edit.text(), edit.type(), edit.correlationId(), value, edit.properties()));
    }

    /** Sets the name of the target queue. Null, the default, means the source of each dead letter. */
    public MessageEdit withTarget(@Nullable String value) {
        return new MessageEdit(edit, value);
    }

    /**
     * Sets a property.
     *
     * @param value a Boolean, Byte, Short, Integer, Long, Float, Double or String
     * @throws JMSException if a message rejects the name or value, or only the provider may set the property
     */
    public MessageEdit withProperty(String name, Object value) throws JMSException {
        PropertyRules.checkNotProviderOwned(name, requireNonNull(value, "value"));
        return withChanged(name, value);
    }

    /** Removes a property if it is present. */
    public MessageEdit withoutProperty(String name) {
        return withChanged(requireNonNull(name, "name"), null);
    }

    private MessageEdit withChanged(String name, @Nullable Object value) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(edit.properties());
        changed.put(name, value);
        return with(new EditRequest(edit.text(), edit.type(), edit.correlationId(), edit.priority(), changed));
    }

    private MessageEdit with(EditRequest other) {
        return new MessageEdit(other, target);
    }

    /** Returns the name of the target queue, or null for the source of each dead letter. */
    public @Nullable String target() {
        return target;
    }

    EditRequest edit() {
        return edit;
    }

    @Override
    public String toString() {
        return "MessageEdit[" + edit + ", target=" + target + "]";
    }
}

package dev.restante.admin;

import dev.restante.jms.error.StoredOptions;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * Name and current options of a topic.
 *
 * @param name the full name
 * @param options the current options, or null if they are unreadable
 * @param unreadableReason the reason why the stored topic is unreadable and cannot be used, or null
 */
public record TopicDescription(String name, @Nullable TopicOptions options, @Nullable String unreadableReason) {

    /**
     * Returns the current options.
     *
     * @throws jakarta.jms.JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if they are unreadable; see
     *     {@link #unreadableReason}
     */
    @Override
    public TopicOptions options() {
        return StoredOptions.require(options, name, unreadableReason);
    }

    static TopicDescription of(Entity topic) {
        return new TopicDescription(
                topic.name(), StoredOptions.readOrNull(topic, TopicOptions::of), topic.unreadableReason());
    }
}

package dev.restante.admin;

import dev.restante.jms.error.UnreadableOptions;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * A topic as it is configured now.
 *
 * @param name its full name
 * @param options as last altered; null if they can't be read
 * @param unreadable why what is stored about it can't be read, and it is out of use; null if it can be
 */
public record TopicDescription(String name, @Nullable TopicOptions options, @Nullable String unreadable) {

    /**
     * The options as last altered.
     *
     * @throws jakarta.jms.JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if they can't be read; see
     *     {@link #unreadable}
     */
    @Override
    public TopicOptions options() {
        return UnreadableOptions.require(options, name, unreadable);
    }

    static TopicDescription of(Entity topic) {
        return new TopicDescription(topic.name(), UnreadableOptions.read(topic, TopicOptions::of), topic.unreadable());
    }
}

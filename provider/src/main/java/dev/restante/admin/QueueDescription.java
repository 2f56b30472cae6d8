package dev.restante.admin;

import dev.restante.jms.error.StoredOptions;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * Name and current options of a queue.
 *
 * @param name the full name, for a dead-letter queue {@code NAME/$DeadLetterQueue}
 * @param deadLetterQueue true for a dead-letter queue
 * @param options the current options, or null if they are unreadable
 * @param unreadableReason the reason why the stored queue is unreadable and cannot be used, or null
 */
public record QueueDescription(
        String name, boolean deadLetterQueue, @Nullable QueueOptions options, @Nullable String unreadableReason) {

    static QueueDescription of(Entity queue) {
        return new QueueDescription(
                queue.name(),
                queue.isDeadLetterQueue(),
                StoredOptions.readOrNull(queue, QueueOptions::of),
                queue.unreadableReason());
    }

    /**
     * Returns the current options.
     *
     * @throws jakarta.jms.JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if they are unreadable; see
     *     {@link #unreadableReason}
     */
    @Override
    public QueueOptions options() {
        return StoredOptions.require(options, name, unreadableReason);
    }
}

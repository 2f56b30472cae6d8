package dev.restante.admin;

import dev.restante.jms.error.UnreadableOptions;
import dev.restante.model.Entity;
import org.jspecify.annotations.Nullable;

/**
 * A queue as it is configured now.
 *
 * @param name its full name, for a dead-letter queue {@code NAME/$DeadLetterQueue}
 * @param deadLetterQueue whether it is the dead-letter queue of another
 * @param options as last altered; null if they can't be read
 * @param unreadable why what is stored about it can't be read, and it is out of use; null if it can be
 */
public record QueueDescription(
        String name, boolean deadLetterQueue, @Nullable QueueOptions options, @Nullable String unreadable) {

    static QueueDescription of(Entity queue) {
        return new QueueDescription(
                queue.name(),
                queue.isDeadLetterQueue(),
                UnreadableOptions.read(queue, QueueOptions::of),
                queue.unreadable());
    }

    /**
     * The options as last altered.
     *
     * @throws jakarta.jms.JMSRuntimeException with {@code RESTANTE-ENTITY-UNREADABLE} if they can't be read; see
     *     {@link #unreadable}
     */
    @Override
    public QueueOptions options() {
        return UnreadableOptions.require(options, name, unreadable);
    }
}

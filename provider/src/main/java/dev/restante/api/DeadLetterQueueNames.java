package dev.restante.api;

import dev.restante.model.DestinationName;

/**
 * Conversion between the names of queues or subscriptions and the names of their dead-letter queues. The name of a
 * dead-letter queue ends with {@value DestinationName#DEAD_LETTER_SUFFIX}.
 */
public final class DeadLetterQueueNames {

    private DeadLetterQueueNames() {}

    /** Returns whether the name is the name of a dead-letter queue. */
    public static boolean isDeadLetterQueue(String name) {
        return name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
    }

    /**
     * Returns the name of the dead-letter queue of a queue or subscription.
     *
     * @param name the full name of the queue or subscription; the name of a dead-letter queue is returned unchanged
     */
    public static String of(String name) {
        return isDeadLetterQueue(name) ? name : name + DestinationName.DEAD_LETTER_SUFFIX;
    }

    /**
     * Returns the full name of the queue or subscription to which a dead-letter queue belongs.
     *
     * @param deadLetterQueue the full name of the dead-letter queue
     * @throws IllegalArgumentException if the argument is not the name of a dead-letter queue
     */
    public static String ownerOf(String deadLetterQueue) {
        if (!isDeadLetterQueue(deadLetterQueue)) {
            throw new IllegalArgumentException("'" + deadLetterQueue + "' is not the name of a dead-letter queue");
        }
        return deadLetterQueue.substring(0, deadLetterQueue.length() - DestinationName.DEAD_LETTER_SUFFIX.length());
    }
}

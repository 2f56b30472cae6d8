package dev.restante.api;

import dev.restante.model.DestinationName;

/**
 * The names of dead-letter queues: that of a queue or subscription, and {@value DestinationName#DEAD_LETTER_SUFFIX}.
 */
public final class DeadLetterQueues {

    private DeadLetterQueues() {}

    /** True for the name of a dead-letter queue. */
    public static boolean isOne(String name) {
        return name.endsWith(DestinationName.DEAD_LETTER_SUFFIX);
    }

    /**
     * The name of the dead-letter queue of a queue or subscription.
     *
     * @param name its full name; that of a dead-letter queue stays as it is
     */
    public static String of(String name) {
        return isOne(name) ? name : name + DestinationName.DEAD_LETTER_SUFFIX;
    }

    /**
     * The full name of the queue or subscription that a dead-letter queue belongs to.
     *
     * @param deadLetterQueue its full name
     * @throws IllegalArgumentException if it is not the name of one
     */
    public static String ownerOf(String deadLetterQueue) {
        if (!isOne(deadLetterQueue)) {
            throw new IllegalArgumentException("'" + deadLetterQueue + "' is no dead-letter queue");
        }
        return deadLetterQueue.substring(0, deadLetterQueue.length() - DestinationName.DEAD_LETTER_SUFFIX.length());
    }
}

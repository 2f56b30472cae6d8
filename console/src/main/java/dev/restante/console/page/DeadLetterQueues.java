package dev.restante.console.page;

/** The names of dead-letter queues. */
public final class DeadLetterQueues {

    private static final String SUFFIX = "/$DeadLetterQueue";

    private DeadLetterQueues() {}

    /** True for the name of a dead-letter queue. */
    public static boolean isOne(String name) {
        return name.endsWith(SUFFIX);
    }

    /** The name of the dead-letter queue of a queue or subscription. */
    public static String of(String name) {
        return name + SUFFIX;
    }

    /** The name of what a dead-letter queue belongs to. */
    public static String ownerOf(String deadLetterQueue) {
        return deadLetterQueue.substring(0, deadLetterQueue.length() - SUFFIX.length());
    }
}

package dev.restante.bench.load;

import java.util.Locale;

/** Where the messages of a {@link Load} go, and how its consumers are spread. */
public enum Layout {
    /** One queue; each consumer with its own connection. */
    ONE_QUEUE,
    /** One topic; each consumer with a durable subscription and a connection of its own. */
    TOPIC,
    /** As many queues as consumers; all consumers on one connection, 100 to a session. */
    QUEUE_EACH,
    /** The same with all of them in one session. */
    QUEUE_EACH_ONE_SESSION;

    private static final String NAME = "bench.load";

    /** How many queues there are; 0 if there is a topic. */
    int queues(int consumers) {
        return switch (this) {
            case ONE_QUEUE -> 1;
            case TOPIC -> 0;
            case QUEUE_EACH, QUEUE_EACH_ONE_SESSION -> consumers;
        };
    }

    /** How many consumers share a session. */
    public int consumersPerSession() {
        return switch (this) {
            case ONE_QUEUE, TOPIC -> 1;
            case QUEUE_EACH -> 100;
            case QUEUE_EACH_ONE_SESSION -> Integer.MAX_VALUE;
        };
    }

    /** How often each message is to be consumed. */
    int copies(int consumers) {
        return this == TOPIC ? consumers : 1;
    }

    public String queueName(int index) {
        return switch (this) {
            case ONE_QUEUE, TOPIC -> NAME;
            case QUEUE_EACH, QUEUE_EACH_ONE_SESSION -> String.format(Locale.ROOT, "%s.%05d", NAME, index);
        };
    }

    String topicName() {
        return NAME;
    }
}

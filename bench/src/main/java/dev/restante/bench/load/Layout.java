package dev.restante.bench.load;

/** Where the messages of a {@link Load} go, and how its consumers are spread. */
public enum Layout {
    /** One queue; each consumer with its own connection. */
    ONE_QUEUE,
    /** One topic; each consumer with a durable subscription and a connection of its own. */
    TOPIC,
    /** As many queues as consumers; all consumers on one connection, {@link #CONSUMERS_PER_SESSION} to a session. */
    QUEUE_EACH;

    public static final int CONSUMERS_PER_SESSION = 100;

    private static final String NAME = "bench.load";

    /** How many queues there are; 0 if there is a topic. */
    int queues(int consumers) {
        return switch (this) {
            case ONE_QUEUE -> 1;
            case TOPIC -> 0;
            case QUEUE_EACH -> consumers;
        };
    }

    /** How often each message is to be consumed. */
    int copies(int consumers) {
        return this == TOPIC ? consumers : 1;
    }

    public String queueName(int index) {
        return this == QUEUE_EACH ? "%s.%05d".formatted(NAME, index) : NAME;
    }

    String topicName() {
        return NAME;
    }
}

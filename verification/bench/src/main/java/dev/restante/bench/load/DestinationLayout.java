package dev.restante.bench.load;

import java.util.Locale;

/** Destinations of a load and the distribution of its consumers over connections and sessions. */
public enum DestinationLayout {
    /** Layout of one queue, with a connection for each consumer. */
    ONE_QUEUE,
    /** Layout of one topic, with a durable subscription and a connection for each consumer. */
    TOPIC,
    /** Queue for each consumer, with all consumers on one connection and 100 of them in each session. */
    QUEUE_PER_CONSUMER,
    /** Queue for each consumer, with all consumers in one session. */
    QUEUE_PER_CONSUMER_ONE_SESSION;

    private static final String NAME = "bench.load";

    /** Returns the number of queues, or 0 for a topic. */
    int queues(int consumers) {
        return switch (this) {
            case ONE_QUEUE -> 1;
            case TOPIC -> 0;
            case QUEUE_PER_CONSUMER, QUEUE_PER_CONSUMER_ONE_SESSION -> consumers;
        };
    }

    public int consumersPerSession() {
        return switch (this) {
            case ONE_QUEUE, TOPIC -> 1;
            case QUEUE_PER_CONSUMER -> 100;
            case QUEUE_PER_CONSUMER_ONE_SESSION -> Integer.MAX_VALUE;
        };
    }

    /** Returns the number of times that each message is received. */
    int deliveriesPerMessage(int consumers) {
        return this == TOPIC ? consumers : 1;
    }

    public String queueName(int index) {
        return switch (this) {
            case ONE_QUEUE, TOPIC -> NAME;
            case QUEUE_PER_CONSUMER, QUEUE_PER_CONSUMER_ONE_SESSION ->
                String.format(Locale.ROOT, "%s.%05d", NAME, index);
        };
    }

    String topicName() {
        return NAME;
    }
}

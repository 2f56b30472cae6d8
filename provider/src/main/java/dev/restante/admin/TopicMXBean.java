package dev.restante.admin;

/**
 * JMX interface of a topic that shows its status, subscription count and send rate, and pauses, resumes or disables the
 * topic. Rates cover the last minute. A rejected call throws {@link IllegalStateException} with the text and the error
 * code of the rejection.
 */
public interface TopicMXBean {

    /** Returns the full name. */
    String getName();

    /** Returns {@code ACTIVE}, {@code SEND_DISABLED}, {@code RECEIVE_DISABLED} or {@code DISABLED}. */
    String getStatus();

    /** Returns the number of subscriptions. */
    int getSubscriptionCount();

    /** Returns the number of messages sent through this node since it was opened. */
    long getSent();

    /** Returns messages per second. */
    double getSentPerSecond();

    /** Pauses all subscriptions until {@link #resume}, and returns the new status. */
    String pause();

    /** Enables sends to the topic and receives from its subscriptions, and returns the new status. */
    String resume();

    /** Pauses all subscriptions and rejects sends, and returns the new status. */
    String disable();
}

package dev.restante.admin;

import java.util.List;
import java.util.Map;

/**
 * JMX interface of a queue, dead-letter queue or durable subscription that shows statistics, changes the status, and
 * peeks, purges or redrives messages. Statistics are cached for one second, and rates cover the last minute. A rejected
 * call throws {@link IllegalStateException} with the text and the error code of the rejection.
 */
public interface QueueMXBean {

    /** Returns the full name. */
    String getName();

    /** Returns the option values as text by option name, without options that have no value. */
    Map<String, String> getOptions();

    /**
     * Returns where the values come from that are not defaults, by option name: {@code own value} or
     * {@code policy PATTERN} (POL-04).
     */
    Map<String, String> getOptionOrigins();

    /** Returns {@code ACTIVE}, {@code SEND_DISABLED}, {@code RECEIVE_DISABLED} or {@code DISABLED}. */
    String getStatus();

    /** Returns the number of available messages. */
    long getAvailable();

    /** Returns the number of messages in flight. */
    long getInFlight();

    /** Returns the number of messages that are not yet due or in redelivery back-off. */
    long getScheduled();

    /** Returns the number of deferred messages. */
    long getDeferred();

    /** Returns the number of messages in the dead-letter queue of this entity. */
    long getDeadLettered();

    /**
     * Returns the age of the oldest message among the next available messages in milliseconds, or -1 if no message is
     * available.
     */
    long getOldestAgeMillis();

    /** Returns the delay of the last expiry sweep that found a message here, in milliseconds. */
    long getExpiryLagMillis();

    /** Returns the number of messages sent through this node since it was opened. */
    long getSent();

    /** Returns the number of deliveries to consumers of this node. */
    long getReceived();

    /** Returns the number of these deliveries that were completed. */
    long getCompleted();

    /** Returns the number of lost locks. */
    long getLocksLost();

    /** Returns messages per second. */
    double getSentPerSecond();

    /** Returns messages per second. */
    double getReceivedPerSecond();

    /** Returns messages per second. */
    double getCompletedPerSecond();

    /** Pauses deliveries until {@link #resume}, and returns the new status. */
    String pause();

    /** Enables sends and receives, and returns the new status. */
    String resume();

    /** Pauses deliveries and rejects sends, and returns the new status. */
    String disable();

    /**
     * Returns the first messages as one line of text each.
     *
     * @param selector a selector, or an empty string for all messages
     * @param limit the highest number of messages, 1 to 1,000
     */
    List<String> peek(String selector, int limit);

    /** Removes messages that are not locked, and returns their number. An empty selector matches all messages. */
    long purge(String selector);

    /** Removes scheduled messages, and returns their number. An empty selector matches all messages. */
    long cancelScheduled(String selector);

    /**
     * Moves dead letters back, and returns their number.
     *
     * @param target the name of the target queue, or an empty string for the source of each dead letter
     * @param selector a selector, or an empty string for all messages
     * @param maxMessages the highest number of messages, or 0 for all
     * @param messagesPerSecond the highest rate in messages per second, or 0 for no limit
     */
    long redrive(String target, String selector, long maxMessages, double messagesPerSecond);

    /** Breaks the lock of a message, and returns {@code BROKEN}, {@code NOT_LOCKED} or {@code TIMED_OUT}. */
    String breakLock(long sequenceNumber, long timeoutMillis);

    /** Makes a deferred message available again. Returns false if the message was not deferred. */
    boolean undefer(long sequenceNumber);

    /** Returns the message counts of the most frequent dead-letter reasons, up to a number of reasons. */
    Map<String, Long> deadLetterReasons(int limit);
}

package dev.restante.admin;

import java.util.List;
import java.util.Map;

/**
 * A queue, dead-letter queue or durable subscription. Figures are those of one look at the store, which is kept for a
 * second. A refused call throws {@link IllegalStateException} with the text and the error code of the refusal.
 */
public interface QueueMXBean {

    /** Its full name. */
    String getName();

    /** Its options by their names, as texts; those that have no value are left out. */
    Map<String, String> getOptions();

    /** {@code ACTIVE}, {@code SEND_DISABLED}, {@code RECEIVE_DISABLED} or {@code DISABLED}. */
    String getStatus();

    /** How many messages are ready to be received. */
    long getAvailable();

    /** How many are in the hands of receivers. */
    long getInFlight();

    /** How many are not yet due, or in their redelivery back-off. */
    long getScheduled();

    /** How many were set aside. */
    long getDeferred();

    /** How many are in its dead-letter queue. */
    long getDeadLettered();

    /**
     * For how long the oldest of what is next to be received has been here, in milliseconds; -1 if nothing is
     * available.
     */
    long getOldestAgeMillis();

    /** By how much the last sweep that found something here was late, in milliseconds. */
    long getExpiryLagMillis();

    /** How many messages this node has sent to it since it was opened. */
    long getSent();

    /** How many deliveries this node has handed to receivers. */
    long getReceived();

    /** How many of these were completed. */
    long getCompleted();

    /** How many locks were lost. */
    long getLockLost();

    /** Over the last minute. */
    double getSentPerSecond();

    /** Over the last minute. */
    double getReceivedPerSecond();

    /** Over the last minute. */
    double getCompletedPerSecond();

    /** Lets receivers wait until {@link #resume}; returns the status from now on. */
    String pause();

    /** Lets applications send and receive; returns the status from now on. */
    String resume();

    /** Lets receivers wait, and has sends refused; returns the status from now on. */
    String disable();

    /**
     * The first messages, each as one line.
     *
     * @param selector which ones; empty for all
     * @param limit at most so many, 1 to 1,000
     */
    List<String> peek(String selector, int limit);

    /** Removes messages that are not locked; how many. An empty selector stands for all. */
    long purge(String selector);

    /** Removes scheduled messages; how many. An empty selector stands for all. */
    long cancelScheduled(String selector);

    /**
     * Moves dead letters back; how many.
     *
     * @param target the queue where they go; empty for where each came from
     * @param selector which ones; empty for all
     * @param maximum at most so many; 0 for all
     * @param perSecond at most so many a second; 0 for as fast as it goes
     */
    long redrive(String target, String selector, long maximum, double perSecond);

    /** Takes a lock away; {@code BROKEN}, {@code NOT_LOCKED} or {@code TIMED_OUT}. */
    String breakLock(long sequenceNumber, long timeoutMillis);

    /** Makes a deferred message available again; whether it was deferred. */
    boolean undefer(long sequenceNumber);

    /** How many messages were dead-lettered for which of the most frequent reasons, at most so many. */
    Map<String, Long> deadLetterReasons(int limit);
}

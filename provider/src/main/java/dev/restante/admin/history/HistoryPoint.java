package dev.restante.admin.history;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a queue or subscription in an interval of its history, of all nodes.
 *
 * @param from when the interval begins
 * @param depth how many messages were in it at the end of the interval, in whatever state, or when they were counted
 *     last; null if nobody counted them
 * @param sentPerSecond what came in
 * @param receivedPerSecond what receivers got, redeliveries too
 * @param completedPerSecond what they completed
 * @param processingTime for how long they had a message that they completed, on average; null if nothing was completed,
 *     or it was too short to be seen. An estimate: every five seconds is looked what they have in their hands
 */
public record HistoryPoint(
        Instant from,
        @Nullable Long depth,
        double sentPerSecond,
        double receivedPerSecond,
        double completedPerSecond,
        @Nullable Duration processingTime) {}

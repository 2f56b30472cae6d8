package dev.restante.admin.history;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Depth and rates of a queue or subscription in one interval of its history, summed over all nodes.
 *
 * @param from the beginning of the interval
 * @param depth the number of messages in all states at the end of the interval or at the last count; null if it is
 *     unknown
 * @param sentPerSecond sent messages per second
 * @param receivedPerSecond the rate of deliveries to consumers, including redeliveries
 * @param completedPerSecond completed deliveries per second
 * @param processingTime the average time in flight of a completed message, estimated from samples every five seconds;
 *     null if no message was completed or the time is too short to measure
 */
public record HistoryPoint(
        Instant from,
        @Nullable Long depth,
        double sentPerSecond,
        double receivedPerSecond,
        double completedPerSecond,
        @Nullable Duration processingTime) {}

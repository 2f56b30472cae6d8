package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Settings of a node: name, lease, timeouts, size limits and prefetch memory. All durations are positive.
 *
 * @param lease the time after which other nodes release the deliveries of a silent node (RCV-13)
 * @param storeTimeout the time for which an operation waits for an unreachable store before it fails
 * @param pollInterval the longest interval between polls of a shared store for a waiting receiver
 * @param maxMessageBytes the largest total size of header and inline body
 * @param maxLargeBodyBytes the largest size of a large body (LRG-06)
 * @param prefetchBytes the highest number of prefetched bytes for each entity
 */
public record BrokerSettings(
        String nodeName,
        Duration lease,
        Duration storeTimeout,
        Duration pollInterval,
        int maxMessageBytes,
        long maxLargeBodyBytes,
        long prefetchBytes) {

    public BrokerSettings {
        requireNonNull(nodeName, "nodeName");
        requireNonNull(lease, "lease");
        requireNonNull(storeTimeout, "storeTimeout");
        requireNonNull(pollInterval, "pollInterval");
    }

    /**
     * Returns the defaults: lease 15 s, store timeout 30 s, poll interval 1 s, messages up to 64 MiB, large bodies up
     * to 4 GiB, 32 MiB of prefetched bytes.
     */
    public static BrokerSettings defaults(String nodeName) {
        return new BrokerSettings(
                nodeName,
                Duration.ofSeconds(15),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                64 << 20,
                4L << 30,
                32L << 20);
    }
}

package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Settings of a node. All durations are above zero.
 *
 * @param nodeName for administrators
 * @param lease how long the others wait for a silent node before they release what it holds (RCV-13)
 * @param storeTimeout how long an operation waits for a store that can't be reached before it fails
 * @param pollInterval the longest wait before a shared store is asked again whether it has something for a waiting
 *     receiver
 * @param maxMessageBytes the largest head and body together, of those that are stored together
 * @param maxLargeBodyBytes the largest body that is stored apart (LRG-06)
 * @param bufferBytes how many bytes of messages one entity may have waiting in this node's memory
 */
public record BrokerSettings(
        String nodeName,
        Duration lease,
        Duration storeTimeout,
        Duration pollInterval,
        int maxMessageBytes,
        long maxLargeBodyBytes,
        long bufferBytes) {

    public BrokerSettings {
        requireNonNull(nodeName, "nodeName");
        requireNonNull(lease, "lease");
        requireNonNull(storeTimeout, "storeTimeout");
        requireNonNull(pollInterval, "pollInterval");
    }

    /**
     * The defaults: lease 15 s, store time-out 30 s, poll interval 1 s, messages up to 64 MiB, bodies that are stored
     * apart up to 4 GiB, 32 MiB of buffer for each entity.
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

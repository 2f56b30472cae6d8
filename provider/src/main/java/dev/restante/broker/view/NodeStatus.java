package dev.restante.broker.view;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Status of any node as recorded in the store: whether it is alive, its remaining lease, and its counts of acquired and
 * prefetched messages.
 *
 * @param version the version of Restante; null if the node has not reported it
 * @param alive false after the node was declared dead, until all its deliveries are released
 * @param leaseRemaining the remaining lease, negative after its end; null in an embedded store, whose node has no lease
 * @param local true for the node that returns this status
 * @param entitiesAwaited the number of awaited entities, as last reported by the node
 * @param acquired the number of deliveries that the node has acquired according to the store
 * @param prefetched the number of prefetched deliveries, with or without a row in the store, as last reported by the
 *     node
 */
public record NodeStatus(
        String name,
        @Nullable String version,
        long incarnation,
        boolean alive,
        @Nullable Duration leaseRemaining,
        boolean local,
        int entitiesAwaited,
        long acquired,
        long prefetched) {}

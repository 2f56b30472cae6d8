package dev.restante.broker.view;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A node of the store, as the store knows it.
 *
 * @param name host and process
 * @param version of Restante; null if it is of one that did not tell it
 * @param incarnation of its run
 * @param alive false once it was declared dead, until all that it had is released
 * @param leaseRemaining negative where the lease is over; null in an embedded store, whose node needs no lease
 * @param asked whether it is the one that tells
 * @param waitingFor for how many entities receivers of it wait in vain, as it said last
 * @param acquired how many deliveries the store shows as its own
 * @param buffered how many of these and of those that are not stored waited in its memory, as it said last
 */
public record NodeStanding(
        String name,
        @Nullable String version,
        long incarnation,
        boolean alive,
        @Nullable Duration leaseRemaining,
        boolean asked,
        int waitingFor,
        long acquired,
        long buffered) {}

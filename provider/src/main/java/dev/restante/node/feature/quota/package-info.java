/**
 * Limit of messages in flight (VIS-06, VIS-12): applications have at most {@code maxInFlight} messages of a queue, on
 * all nodes together. Each node takes a share of the limit in the store, and gives back what others need. Tests:
 * {@code feature.receive.InFlightContract}, {@code node.PostgresInFlightLimitTest}.
 */
@NullMarked
package dev.restante.node.feature.quota;

import org.jspecify.annotations.NullMarked;

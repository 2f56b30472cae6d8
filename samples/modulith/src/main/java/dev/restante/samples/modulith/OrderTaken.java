package dev.restante.samples.modulith;

import org.springframework.modulith.events.Externalized;

/**
 * The event that a dish was ordered. It goes to a queue.
 *
 * @param dish its name
 */
// region event
@Externalized("orders")
public record OrderTaken(String dish) {}
// endregion

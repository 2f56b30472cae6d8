package dev.restante.samples.modulith;

import org.springframework.modulith.events.Externalized;

/** Event that a dish was ordered, which goes to a queue. */
// region event
@Externalized("orders")
public record OrderTaken(String dish) {}
// endregion

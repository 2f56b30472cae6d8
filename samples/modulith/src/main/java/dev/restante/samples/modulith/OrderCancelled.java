package dev.restante.samples.modulith;

/** Event that an order was cancelled, which {@link RestaurantApplication} sends to a queue. */
public record OrderCancelled(String dish) {}

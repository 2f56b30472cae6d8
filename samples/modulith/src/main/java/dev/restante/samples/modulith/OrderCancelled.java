package dev.restante.samples.modulith;

/** Event that an order was cancelled. */
public record OrderCancelled(String dish) {}

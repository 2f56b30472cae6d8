package dev.restante.samples.modulith;

/**
 * The event that a dish is not wanted any more.
 *
 * @param dish its name
 */
public record OrderCancelled(String dish) {}

package dev.restante.broker.view;

/**
 * The end of what was in an entity at an instant. It holds at every node of the store.
 *
 * @param id what was sent later has this one or a larger one
 * @param position what came to the entity later has a larger one
 */
public record Until(long id, long position) {}

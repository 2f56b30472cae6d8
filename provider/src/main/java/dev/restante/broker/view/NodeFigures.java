package dev.restante.broker.view;

/**
 * What can be told of a node and its store.
 *
 * @param store the database and where it is, without secrets
 * @param product the name of the database product
 * @param shared whether other nodes can have the store open
 * @param schemaVersion of the store's tables
 * @param alive whether its lease is proven: it may hand out messages
 * @param storeMillis the time by the store's clock, in milliseconds since the epoch
 */
public record NodeFigures(
        String store, String product, boolean shared, int schemaVersion, boolean alive, long storeMillis) {}

package dev.restante.broker.view;

/**
 * Status of this node and its store: database, schema version, lease and store time.
 *
 * @param storeDescription the database and its location, without secrets
 * @param shared true if other nodes can have the store open
 * @param leaseValid true if the node may deliver messages because its lease is valid
 */
public record LocalNodeStatus(
        String storeDescription,
        String product,
        boolean shared,
        int schemaVersion,
        boolean leaseValid,
        long storeTimeMillis) {}

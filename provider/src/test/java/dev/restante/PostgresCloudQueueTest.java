package dev.restante;

import dev.restante.testing.PostgresServer;

/** The queues of cloud services on PostgreSQL. */
class PostgresCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return PostgresServer.newDatabase();
    }
}

package dev.restante;

import dev.restante.testing.PostgresServer;

/** Jakarta Messaging on PostgreSQL. */
class PostgresJmsTest extends JmsSuite {

    @Override
    String newStoreUrl() {
        return PostgresServer.newDatabase();
    }
}

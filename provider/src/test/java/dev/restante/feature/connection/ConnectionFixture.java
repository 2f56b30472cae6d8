package dev.restante.feature.connection;

import dev.restante.JmsContract;
import dev.restante.testing.PostgresServer;

/** Connections to a store whose database has a user. */
public abstract class ConnectionFixture extends JmsContract {

    String databaseUser() {
        return url().startsWith("jdbc:hsqldb:") ? "SA" : PostgresServer.USER;
    }
}

package dev.restante.feature.connection;

import dev.restante.JmsContract;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.PostgresServer;

/** Connections to a store whose database has a user. */
public abstract class ConnectionFixture extends JmsContract {

    String databaseUser() {
        if (url().startsWith("jdbc:hsqldb:")) {
            return "SA";
        }
        if (url().startsWith("jdbc:mysql:")) {
            return MySqlServer.USER;
        }
        return url().startsWith("jdbc:mariadb:") ? MariaDbServer.USER : PostgresServer.USER;
    }
}

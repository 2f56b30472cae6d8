package dev.restante.feature.outage;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("read-only sessions of MariaDB")
@OnMariaDb
final class MariaDbSpoiltConnectionTest extends SpoiltConnectionContract {

    MariaDbSpoiltConnectionTest() {
        super(SharedServer.MARIADB, "SET SESSION TRANSACTION READ ONLY");
    }
}

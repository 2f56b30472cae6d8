package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("read-only sessions of MariaDB")
@RequiresMariaDb
final class MariaDbSpoiltConnectionTest extends SpoiltConnectionContract {

    MariaDbSpoiltConnectionTest() {
        super(SharedServer.MARIADB, "SET SESSION TRANSACTION READ ONLY");
    }
}

package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("purges of one MariaDB store with several nodes")
@RequiresMariaDb
final class MariaDbPurgeTest extends SharedPurgeContract {

    MariaDbPurgeTest() {
        super(SharedServer.MARIADB);
    }
}

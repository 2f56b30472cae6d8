package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a MariaDB server that does not answer")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbSilentStoreTest extends SilentStoreContract {

    MariaDbSilentStoreTest() {
        super(SharedServer.MARIADB);
    }
}

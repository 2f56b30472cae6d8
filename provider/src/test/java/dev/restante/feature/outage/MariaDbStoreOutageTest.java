package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("outages of MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbStoreOutageTest extends StoreOutageContract {

    MariaDbStoreOutageTest() {
        super(SharedServer.MARIADB);
    }
}

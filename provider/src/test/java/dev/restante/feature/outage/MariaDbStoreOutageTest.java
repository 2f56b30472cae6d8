package dev.restante.feature.outage;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("outages of MariaDB")
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbStoreOutageTest extends StoreOutageContract {

    MariaDbStoreOutageTest() {
        super(SharedServer.MARIADB);
    }
}

package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("consumers during an outage of MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbStoreOutageReceiveTest extends StoreOutageReceiveContract {

    MariaDbStoreOutageReceiveTest() {
        super(SharedServer.MARIADB);
    }
}

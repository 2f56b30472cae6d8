package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("connections whose node was declared dead by other nodes, on MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbRejoinedConnectionsTest extends RejoinContract {

    MariaDbRejoinedConnectionsTest() {
        super(SharedServer.MARIADB);
    }
}

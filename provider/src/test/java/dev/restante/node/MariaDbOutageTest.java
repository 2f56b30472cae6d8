package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("several nodes whose MariaDB is unavailable for longer than their lease")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbOutageTest extends SharedOutageContract {

    MariaDbOutageTest() {
        super(SharedServer.MARIADB);
    }
}

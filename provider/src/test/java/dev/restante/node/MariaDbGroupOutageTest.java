package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("message groups that a node cannot return to MariaDB for a while")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbGroupOutageTest extends SharedGroupOutageContract {

    MariaDbGroupOutageTest() {
        super(SharedServer.MARIADB);
    }
}

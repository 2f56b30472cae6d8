package dev.restante.node;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a group of which something can't be given back to a MariaDB for a while")
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbGroupOutageTest extends SharedGroupOutageContract {

    MariaDbGroupOutageTest() {
        super(SharedServer.MARIADB);
    }
}

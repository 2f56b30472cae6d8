package dev.restante.node;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a node of several on one MariaDB that was silent, declared dead, and wakes up")
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbRejoinTest extends SharedRejoinContract {

    MariaDbRejoinTest() {
        super(SharedServer.MARIADB);
    }
}

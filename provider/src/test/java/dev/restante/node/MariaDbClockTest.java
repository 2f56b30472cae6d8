package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("clock changes of a node on MariaDB")
final class MariaDbClockTest extends SharedClockContract {

    MariaDbClockTest() {
        super(SharedServer.MARIADB);
    }
}

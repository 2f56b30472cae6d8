package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node on MariaDB and clocks that are set")
final class MariaDbClockTest extends SharedClockContract {

    MariaDbClockTest() {
        super(SharedServer.MARIADB);
    }
}

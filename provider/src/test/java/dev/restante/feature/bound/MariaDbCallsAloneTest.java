package dev.restante.feature.bound;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("ten equal calls at the same time on MariaDB")
class MariaDbCallsAloneTest extends CallsAloneContract {

    MariaDbCallsAloneTest() {
        super(SharedServer.MARIADB);
    }
}

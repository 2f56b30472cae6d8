package dev.restante.feature.bound;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("all calls at the same time on MariaDB")
class MariaDbCallsTogetherTest extends CallsTogetherContract {

    MariaDbCallsTogetherTest() {
        super(SharedServer.MARIADB);
    }
}

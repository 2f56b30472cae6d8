package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node on MySQL and clocks that are set")
final class MySqlClockTest extends SharedClockContract {

    MySqlClockTest() {
        super(SharedServer.MYSQL);
    }
}

package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("clock changes of a node on MySQL")
final class MySqlClockTest extends SharedClockContract {

    MySqlClockTest() {
        super(SharedServer.MYSQL);
    }
}

package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node on PostgreSQL and clocks that are set")
final class PostgresClockTest extends SharedClockContract {

    PostgresClockTest() {
        super(SharedServer.POSTGRES);
    }
}

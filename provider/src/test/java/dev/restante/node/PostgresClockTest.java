package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("clock changes of a node on PostgreSQL")
final class PostgresClockTest extends SharedClockContract {

    PostgresClockTest() {
        super(SharedServer.POSTGRES);
    }
}

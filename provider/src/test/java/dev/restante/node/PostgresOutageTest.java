package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("several nodes whose PostgreSQL is unavailable for longer than their lease")
final class PostgresOutageTest extends SharedOutageContract {

    PostgresOutageTest() {
        super(SharedServer.POSTGRES);
    }
}

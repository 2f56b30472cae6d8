package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("message groups that a node cannot return to PostgreSQL for a while")
final class PostgresGroupOutageTest extends SharedGroupOutageContract {

    PostgresGroupOutageTest() {
        super(SharedServer.POSTGRES);
    }
}

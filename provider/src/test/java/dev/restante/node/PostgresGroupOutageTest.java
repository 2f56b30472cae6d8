package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a group of which something can't be given back to a PostgreSQL for a while")
final class PostgresGroupOutageTest extends SharedGroupOutageContract {

    PostgresGroupOutageTest() {
        super(SharedServer.POSTGRES);
    }
}

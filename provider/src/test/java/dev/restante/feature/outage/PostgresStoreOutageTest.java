package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a PostgreSQL that goes away and comes back")
final class PostgresStoreOutageTest extends StoreOutageContract {

    PostgresStoreOutageTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("outages of PostgreSQL")
final class PostgresStoreOutageTest extends StoreOutageContract {

    PostgresStoreOutageTest() {
        super(SharedServer.POSTGRES);
    }
}

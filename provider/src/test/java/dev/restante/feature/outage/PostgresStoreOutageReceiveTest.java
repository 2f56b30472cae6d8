package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("receivers from a PostgreSQL that goes away and comes back")
final class PostgresStoreOutageReceiveTest extends StoreOutageReceiveContract {

    PostgresStoreOutageReceiveTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("consumers during an outage of PostgreSQL")
final class PostgresStoreOutageReceiveTest extends StoreOutageReceiveContract {

    PostgresStoreOutageReceiveTest() {
        super(SharedServer.POSTGRES);
    }
}

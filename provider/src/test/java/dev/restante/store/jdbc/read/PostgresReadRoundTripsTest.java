package dev.restante.store.jdbc.read;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("round trips of queue reads on PostgreSQL")
final class PostgresReadRoundTripsTest extends ReadRoundTripsContract {

    PostgresReadRoundTripsTest() {
        super(SharedServer.POSTGRES);
    }
}

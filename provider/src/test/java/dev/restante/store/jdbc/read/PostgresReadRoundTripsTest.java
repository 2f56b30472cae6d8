package dev.restante.store.jdbc.read;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("reads of a queue on PostgreSQL cost few round trips")
final class PostgresReadRoundTripsTest extends ReadRoundTripsContract {

    PostgresReadRoundTripsTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.feature.bound;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("ten equal calls at the same time on PostgreSQL")
class PostgresCallsAloneTest extends CallsAloneContract {

    PostgresCallsAloneTest() {
        super(SharedServer.POSTGRES);
    }
}

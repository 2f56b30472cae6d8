package dev.restante.feature.bound;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("all calls at once on PostgreSQL")
class PostgresCallsTogetherTest extends CallsTogetherContract {

    PostgresCallsTogetherTest() {
        super(SharedServer.POSTGRES);
    }
}

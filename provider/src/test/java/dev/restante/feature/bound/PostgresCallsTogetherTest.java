package dev.restante.feature.bound;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("all calls at the same time on PostgreSQL")
class PostgresCallsTogetherTest extends CallsTogetherContract {

    PostgresCallsTogetherTest() {
        super(SharedServer.POSTGRES);
    }
}

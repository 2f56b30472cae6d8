package dev.restante.feature.outage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node that was declared dead before it knew the outcome of its COMMIT, on PostgreSQL")
final class PostgresOutcomeOfTheDeadTest extends OutcomeOfTheDeadContract {

    PostgresOutcomeOfTheDeadTest() {
        super(SharedServer.POSTGRES);
    }
}

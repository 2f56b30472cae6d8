package dev.restante.durability;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("node that dies or stops, and another node on the same PostgreSQL")
final class PostgresDeadNodeTest extends DeadNodeContract {

    PostgresDeadNodeTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node of several on one PostgreSQL that was silent, declared dead, and wakes up")
final class PostgresRejoinTest extends SharedRejoinContract {

    PostgresRejoinTest() {
        super(SharedServer.POSTGRES);
    }
}

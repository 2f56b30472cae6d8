package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node on PostgreSQL that resumes after it was declared dead")
final class PostgresRejoinTest extends SharedRejoinContract {

    PostgresRejoinTest() {
        super(SharedServer.POSTGRES);
    }
}

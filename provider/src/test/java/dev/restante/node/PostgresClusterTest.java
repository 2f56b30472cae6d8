package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("several nodes on one PostgreSQL store")
final class PostgresClusterTest extends SharedClusterContract {

    PostgresClusterTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.node;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("purges of one PostgreSQL store with several nodes")
final class PostgresPurgeTest extends SharedPurgeContract {

    PostgresPurgeTest() {
        super(SharedServer.POSTGRES);
    }
}

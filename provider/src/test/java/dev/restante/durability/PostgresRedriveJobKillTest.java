package dev.restante.durability;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node of a PostgreSQL that is killed while it redrives in the background")
final class PostgresRedriveJobKillTest extends SharedRedriveJobKillContract {

    PostgresRedriveJobKillTest() {
        super(SharedServer.POSTGRES);
    }
}

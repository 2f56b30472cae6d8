package dev.restante.durability;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("node on PostgreSQL that is killed during a redrive job")
final class PostgresRedriveJobKillTest extends SharedRedriveJobKillContract {

    PostgresRedriveJobKillTest() {
        super(SharedServer.POSTGRES);
    }
}

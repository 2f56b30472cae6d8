package dev.restante.feature.damage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("opening a store whose tables are locked, on a PostgreSQL")
final class PostgresLockedOpeningTest extends LockedOpeningContract {

    PostgresLockedOpeningTest() {
        super(SharedServer.POSTGRES);
    }
}

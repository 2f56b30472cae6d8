package dev.restante.feature.damage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("locks of somebody else on a PostgreSQL")
final class PostgresLockedRowsTest extends LockedRowsContract {

    PostgresLockedRowsTest() {
        super(SharedServer.POSTGRES);
    }
}

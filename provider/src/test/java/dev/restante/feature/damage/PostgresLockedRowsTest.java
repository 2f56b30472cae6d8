package dev.restante.feature.damage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("row locks of another session, on PostgreSQL")
final class PostgresLockedRowsTest extends LockedRowsContract {

    PostgresLockedRowsTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.feature.damage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a table lock of another session, on PostgreSQL")
final class PostgresLockedTablesTest extends LockedTablesContract {

    PostgresLockedTablesTest() {
        super(SharedServer.POSTGRES);
    }
}

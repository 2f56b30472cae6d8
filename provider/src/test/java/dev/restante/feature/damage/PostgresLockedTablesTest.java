package dev.restante.feature.damage;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a table that somebody else has locked on a PostgreSQL")
final class PostgresLockedTablesTest extends LockedTablesContract {

    PostgresLockedTablesTest() {
        super(SharedServer.POSTGRES);
    }
}

package dev.restante.feature.damage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a table lock of another session, on MariaDB")
@RequiresMariaDb
final class MariaDbLockedTablesTest extends LockedTablesContract {

    MariaDbLockedTablesTest() {
        super(SharedServer.MARIADB);
    }
}

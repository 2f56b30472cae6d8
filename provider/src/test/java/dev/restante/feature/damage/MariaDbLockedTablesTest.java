package dev.restante.feature.damage;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a table lock of another session, on MariaDB")
@OnMariaDb
final class MariaDbLockedTablesTest extends LockedTablesContract {

    MariaDbLockedTablesTest() {
        super(SharedServer.MARIADB);
    }
}

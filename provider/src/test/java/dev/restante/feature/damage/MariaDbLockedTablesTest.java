package dev.restante.feature.damage;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a table that somebody else has locked on a MariaDB")
@OnMariaDb
final class MariaDbLockedTablesTest extends LockedTablesContract {

    MariaDbLockedTablesTest() {
        super(SharedServer.MARIADB);
    }
}

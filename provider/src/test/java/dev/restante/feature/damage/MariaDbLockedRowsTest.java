package dev.restante.feature.damage;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("locks of somebody else on a MariaDB")
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbLockedRowsTest extends LockedRowsContract {

    MariaDbLockedRowsTest() {
        super(SharedServer.MARIADB);
    }
}

package dev.restante.feature.damage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("row locks of another session, on MariaDB")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbLockedRowsTest extends LockedRowsContract {

    MariaDbLockedRowsTest() {
        super(SharedServer.MARIADB);
    }
}

package dev.restante.feature.damage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("opening a store whose tables are locked, on MariaDB")
@RequiresMariaDb
final class MariaDbLockedOpeningTest extends LockedOpeningContract {

    MariaDbLockedOpeningTest() {
        super(SharedServer.MARIADB);
    }
}

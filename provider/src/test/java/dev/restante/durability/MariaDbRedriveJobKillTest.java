package dev.restante.durability;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@RequiresMariaDb
@Tag("mariadb-whole")
@DisplayName("node on MariaDB that is killed during a redrive job")
final class MariaDbRedriveJobKillTest extends SharedRedriveJobKillContract {

    MariaDbRedriveJobKillTest() {
        super(SharedServer.MARIADB);
    }
}

package dev.restante.durability;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@OnMariaDb
@Tag("mariadb-whole")
@DisplayName("a node of a MariaDB that is killed while it redrives in the background")
final class MariaDbRedriveJobKillTest extends SharedRedriveJobKillContract {

    MariaDbRedriveJobKillTest() {
        super(SharedServer.MARIADB);
    }
}

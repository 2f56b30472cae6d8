package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a login that MariaDB rejects")
@RequiresMariaDb
final class MariaDbRefusedLoginTest extends RefusedLoginContract {

    MariaDbRefusedLoginTest() {
        super(SharedServer.MARIADB);
    }
}

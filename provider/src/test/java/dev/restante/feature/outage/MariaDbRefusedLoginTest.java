package dev.restante.feature.outage;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a login that MariaDB rejects")
@OnMariaDb
final class MariaDbRefusedLoginTest extends RefusedLoginContract {

    MariaDbRefusedLoginTest() {
        super(SharedServer.MARIADB);
    }
}

package dev.restante.proof;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("RCV-19 SND-09 operations whose connection to MariaDB is cut inside a call")
@RequiresMariaDb
final class MariaDbMessageCutTest extends MessageCutContract {

    MariaDbMessageCutTest() {
        super(SharedServer.MARIADB);
    }
}

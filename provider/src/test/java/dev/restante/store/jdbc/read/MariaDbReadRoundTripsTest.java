package dev.restante.store.jdbc.read;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("round trips of queue reads on MariaDB")
@RequiresMariaDb
final class MariaDbReadRoundTripsTest extends ReadRoundTripsContract {

    MariaDbReadRoundTripsTest() {
        super(SharedServer.MARIADB);
    }
}

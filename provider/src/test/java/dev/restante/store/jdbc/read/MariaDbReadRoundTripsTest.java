package dev.restante.store.jdbc.read;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("reads of a queue on MariaDB cost few round trips")
@OnMariaDb
final class MariaDbReadRoundTripsTest extends ReadRoundTripsContract {

    MariaDbReadRoundTripsTest() {
        super(SharedServer.MARIADB);
    }
}

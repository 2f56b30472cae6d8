package dev.restante.feature.outage;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("an application data source whose MariaDB does not answer")
@RequiresMariaDb
final class MariaDbGivenSourceSilenceTest extends GivenSourceSilenceContract {

    MariaDbGivenSourceSilenceTest() {
        super(SharedServer.MARIADB);
    }
}

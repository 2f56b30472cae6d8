package dev.restante.feature.outage;

import dev.restante.testing.OnMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a data source of the application whose MySQL does not answer")
@OnMySql
final class MySqlGivenSourceSilenceTest extends GivenSourceSilenceContract {

    MySqlGivenSourceSilenceTest() {
        super(SharedServer.MYSQL);
    }
}

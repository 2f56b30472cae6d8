package dev.restante.feature.outage;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("an application data source whose MySQL does not answer")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlGivenSourceSilenceTest extends GivenSourceSilenceContract {

    MySqlGivenSourceSilenceTest() {
        super(SharedServer.MYSQL);
    }
}

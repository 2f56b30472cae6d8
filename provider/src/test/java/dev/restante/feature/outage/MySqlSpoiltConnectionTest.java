package dev.restante.feature.outage;

import dev.restante.testing.OnMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("read-only sessions of MySQL")
@OnMySql
final class MySqlSpoiltConnectionTest extends SpoiltConnectionContract {

    MySqlSpoiltConnectionTest() {
        super(SharedServer.MYSQL, "SET SESSION TRANSACTION READ ONLY");
    }
}

package dev.restante.feature.outage;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("read-only sessions of MySQL")
@RequiresMySql
final class MySqlSpoiltConnectionTest extends SpoiltConnectionContract {

    MySqlSpoiltConnectionTest() {
        super(SharedServer.MYSQL, "SET SESSION TRANSACTION READ ONLY");
    }
}

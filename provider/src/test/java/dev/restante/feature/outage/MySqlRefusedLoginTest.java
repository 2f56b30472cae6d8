package dev.restante.feature.outage;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a login that MySQL rejects")
@RequiresMySql
final class MySqlRefusedLoginTest extends RefusedLoginContract {

    MySqlRefusedLoginTest() {
        super(SharedServer.MYSQL);
    }
}

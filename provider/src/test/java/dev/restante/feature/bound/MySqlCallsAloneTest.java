package dev.restante.feature.bound;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("ten equal calls at the same time on MySQL")
@RequiresMySql
class MySqlCallsAloneTest extends CallsAloneContract {

    MySqlCallsAloneTest() {
        super(SharedServer.MYSQL);
    }
}

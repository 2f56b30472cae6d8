package dev.restante.feature.bound;

import dev.restante.testing.OnMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("ten equal calls at the same time on MySQL")
@OnMySql
class MySqlCallsAloneTest extends CallsAloneContract {

    MySqlCallsAloneTest() {
        super(SharedServer.MYSQL);
    }
}

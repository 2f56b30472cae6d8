package dev.restante.feature.bound;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("all calls at the same time on MySQL")
@RequiresMySql
class MySqlCallsTogetherTest extends CallsTogetherContract {

    MySqlCallsTogetherTest() {
        super(SharedServer.MYSQL);
    }
}

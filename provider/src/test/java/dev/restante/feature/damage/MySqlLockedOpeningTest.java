package dev.restante.feature.damage;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("opening a store whose tables are locked, on MySQL")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlLockedOpeningTest extends LockedOpeningContract {

    MySqlLockedOpeningTest() {
        super(SharedServer.MYSQL);
    }
}

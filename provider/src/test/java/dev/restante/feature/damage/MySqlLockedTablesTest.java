package dev.restante.feature.damage;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a table lock of another session, on MySQL")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlLockedTablesTest extends LockedTablesContract {

    MySqlLockedTablesTest() {
        super(SharedServer.MYSQL);
    }
}

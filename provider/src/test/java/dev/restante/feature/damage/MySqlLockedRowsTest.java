package dev.restante.feature.damage;

import dev.restante.testing.OnMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("locks of somebody else on a MySQL")
@OnMySql
@Tag("mysql-whole")
final class MySqlLockedRowsTest extends LockedRowsContract {

    MySqlLockedRowsTest() {
        super(SharedServer.MYSQL);
    }
}

package dev.restante.feature.damage;

import dev.restante.testing.RequiresMySql;
import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("row locks of another session, on MySQL")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlLockedRowsTest extends LockedRowsContract {

    MySqlLockedRowsTest() {
        super(SharedServer.MYSQL);
    }
}

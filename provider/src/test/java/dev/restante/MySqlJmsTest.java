package dev.restante;

import dev.restante.testing.MySqlDatabasePool;
import dev.restante.testing.RequiresMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySqlDatabasePool.class)
@RequiresMySql
@Tag("mysql-whole")
class MySqlJmsTest extends JmsSuite {

    /**
     * Returns a URL with the isolation level that application transactions need, which is not the default of the
     * server.
     */
    @Override
    String newStoreUrl() {
        return MySqlDatabasePool.borrow() + "&sessionVariables=transaction_isolation='READ-COMMITTED'";
    }
}

package dev.restante;

import dev.restante.testing.LentMySql;
import dev.restante.testing.OnMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LentMySql.class)
@OnMySql
@Tag("mysql-whole")
class MySqlJmsTest extends JmsSuite {

    /**
     * Returns a URL with the isolation level that application transactions need, which is not the default of the
     * server.
     */
    @Override
    String newStoreUrl() {
        return LentMySql.lend() + "&sessionVariables=transaction_isolation='READ-COMMITTED'";
    }
}

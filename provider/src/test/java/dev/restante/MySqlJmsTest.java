package dev.restante;

import dev.restante.testing.LentMySql;
import dev.restante.testing.OnMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on MySQL. */
@ExtendWith(LentMySql.class)
@OnMySql
@Tag("mysql-whole")
class MySqlJmsTest extends JmsSuite {

    /** Transactions of the application need an isolation that is not the server's own. */
    @Override
    String newStoreUrl() {
        return LentMySql.lend() + "&sessionVariables=transaction_isolation='READ-COMMITTED'";
    }
}

package dev.restante;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on MariaDB. */
@ExtendWith(LentMariaDb.class)
@OnMariaDb
class MariaDbJmsTest extends JmsSuite {

    /** Transactions of the application need an isolation that is not the server's own. */
    @Override
    String newStoreUrl() {
        return LentMariaDb.lend() + "&transactionIsolation=READ-COMMITTED";
    }
}

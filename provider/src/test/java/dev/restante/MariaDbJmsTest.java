package dev.restante;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on MariaDB, as a user who has no more rights than it needs. */
@ExtendWith(LentMariaDb.class)
@OnMariaDb
class MariaDbJmsTest extends JmsSuite {

    /** Transactions of the application need an isolation that is not the server's own. */
    @Override
    String newStoreUrl() {
        return MariaDbServer.asApplication(LentMariaDb.lend()) + "&transactionIsolation=READ-COMMITTED";
    }
}

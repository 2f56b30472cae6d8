package dev.restante;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on MariaDB, for a user with only the required rights. */
@ExtendWith(LentMariaDb.class)
@OnMariaDb
class MariaDbJmsTest extends JmsSuite {

    /**
     * Returns a URL with the isolation level that application transactions need, which is not the default of the
     * server.
     */
    @Override
    String newStoreUrl() {
        return MariaDbServer.asApplication(LentMariaDb.lend()) + "&transactionIsolation=READ-COMMITTED";
    }
}

package dev.restante;

import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on MariaDB, for a user with only the required rights. */
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
class MariaDbJmsTest extends JmsSuite {

    /**
     * Returns a URL with the isolation level that application transactions need, which is not the default of the
     * server.
     */
    @Override
    String newStoreUrl() {
        return MariaDbServer.asApplication(MariaDbDatabasePool.borrow()) + "&transactionIsolation=READ-COMMITTED";
    }
}

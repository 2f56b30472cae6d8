package dev.restante;

import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Features of cloud queues on MariaDB, for a user with only the required rights. */
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
class MariaDbCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return MariaDbServer.asApplication(MariaDbDatabasePool.borrow());
    }
}

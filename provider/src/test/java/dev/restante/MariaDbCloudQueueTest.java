package dev.restante;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** The queues of cloud services on MariaDB, as a user who has no more rights than it needs. */
@ExtendWith(LentMariaDb.class)
@OnMariaDb
class MariaDbCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return MariaDbServer.asApplication(LentMariaDb.lend());
    }
}

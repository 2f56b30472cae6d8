package dev.restante;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Features of cloud queues on MariaDB, for a user with only the required rights. */
@ExtendWith(LentMariaDb.class)
@OnMariaDb
class MariaDbCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return MariaDbServer.asApplication(LentMariaDb.lend());
    }
}

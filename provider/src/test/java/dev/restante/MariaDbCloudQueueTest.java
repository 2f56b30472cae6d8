package dev.restante;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** The queues of cloud services on MariaDB. */
@ExtendWith(LentMariaDb.class)
@OnMariaDb
class MariaDbCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return LentMariaDb.lend();
    }
}

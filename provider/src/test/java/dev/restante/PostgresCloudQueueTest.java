package dev.restante;

import dev.restante.testing.lent.LentDatabases;
import org.junit.jupiter.api.extension.ExtendWith;

/** The queues of cloud services on PostgreSQL. */
@ExtendWith(LentDatabases.class)
class PostgresCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return LentDatabases.lend();
    }
}

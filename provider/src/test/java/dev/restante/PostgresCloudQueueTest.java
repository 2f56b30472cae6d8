package dev.restante;

import dev.restante.testing.PostgresServer;
import dev.restante.testing.lent.LentDatabases;
import org.junit.jupiter.api.extension.ExtendWith;

/** The queues of cloud services on PostgreSQL, as a user who has no more rights than it needs. */
@ExtendWith(LentDatabases.class)
class PostgresCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return PostgresServer.asApplication(LentDatabases.lend());
    }
}

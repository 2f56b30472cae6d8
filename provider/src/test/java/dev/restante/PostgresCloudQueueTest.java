package dev.restante;

import dev.restante.testing.PostgresServer;
import dev.restante.testing.lent.LentDatabases;
import org.junit.jupiter.api.extension.ExtendWith;

/** Features of cloud queues on PostgreSQL, for a user with only the required rights. */
@ExtendWith(LentDatabases.class)
class PostgresCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return PostgresServer.asApplication(LentDatabases.lend());
    }
}

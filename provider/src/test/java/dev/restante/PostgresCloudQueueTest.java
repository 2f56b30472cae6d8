package dev.restante;

import dev.restante.testing.PostgresServer;
import dev.restante.testing.pool.PostgresDatabasePool;
import org.junit.jupiter.api.extension.ExtendWith;

/** Features of cloud queues on PostgreSQL, for a user with only the required rights. */
@ExtendWith(PostgresDatabasePool.class)
class PostgresCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return PostgresServer.asApplication(PostgresDatabasePool.borrow());
    }
}

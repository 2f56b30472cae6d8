package dev.restante;

import dev.restante.testing.MySqlDatabasePool;
import dev.restante.testing.RequiresMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(MySqlDatabasePool.class)
@RequiresMySql
@Tag("mysql-whole")
class MySqlCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return MySqlDatabasePool.borrow();
    }
}

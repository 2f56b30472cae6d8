package dev.restante;

import dev.restante.testing.LentMySql;
import dev.restante.testing.OnMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The queues of cloud services on MySQL. */
@ExtendWith(LentMySql.class)
@OnMySql
@Tag("mysql-whole")
class MySqlCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return LentMySql.lend();
    }
}

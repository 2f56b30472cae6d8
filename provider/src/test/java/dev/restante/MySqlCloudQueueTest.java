package dev.restante;

import dev.restante.testing.LentMySql;
import dev.restante.testing.OnMySql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LentMySql.class)
@OnMySql
@Tag("mysql-whole")
class MySqlCloudQueueTest extends CloudQueueSuite {

    @Override
    String newStoreUrl() {
        return LentMySql.lend();
    }
}

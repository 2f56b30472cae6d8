package dev.restante.jta;

import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("transactions with Narayana, on MariaDB")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbJtaTest extends JtaContract {

    @Override
    String newStoreUrl() {
        return MariaDbDatabasePool.borrow();
    }
}

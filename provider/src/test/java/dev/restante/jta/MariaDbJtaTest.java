package dev.restante.jta;

import dev.restante.testing.LentMariaDb;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("transactions with Narayana, on MariaDB")
@ExtendWith(LentMariaDb.class)
@OnMariaDb
@Tag("mariadb-whole")
final class MariaDbJtaTest extends JtaContract {

    @Override
    String newStoreUrl() {
        return LentMariaDb.lend();
    }
}

package dev.restante;

import dev.restante.testing.lent.LentDatabases;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on PostgreSQL. */
@ExtendWith(LentDatabases.class)
class PostgresJmsTest extends JmsSuite {

    @Override
    String newStoreUrl() {
        return LentDatabases.lend();
    }
}

package dev.restante;

import dev.restante.testing.LentMariaDb;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jakarta Messaging on MariaDB. */
@ExtendWith(LentMariaDb.class)
class MariaDbJmsTest extends JmsSuite {

    @Override
    String newStoreUrl() {
        return LentMariaDb.lend();
    }
}

package dev.restante.histories;

import dev.restante.testing.MariaDbServer;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Test of random histories on MariaDB. */
@Tag("mariadb-whole")
class MariaDbHistoryTest extends HistoryContract {

    private static TestStore store;

    @BeforeContainer
    static void open() throws JMSException, SQLException {
        store = TestStore.mariaDb(MariaDbServer.newDatabase());
    }

    @AfterContainer
    static void close() throws JMSException, SQLException {
        store.close();
    }

    @Override
    TestStore store() {
        return store;
    }
}

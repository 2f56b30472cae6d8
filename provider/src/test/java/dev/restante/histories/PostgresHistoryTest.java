package dev.restante.histories;

import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Test of random histories on PostgreSQL. */
class PostgresHistoryTest extends HistoryContract {

    private static TestStore store;

    @BeforeContainer
    static void open() throws JMSException, SQLException {
        store = TestStore.postgres(PostgresServer.newDatabase());
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

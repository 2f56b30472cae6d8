package dev.restante.histories;

import jakarta.jms.JMSException;
import java.sql.SQLException;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Test of random histories on an embedded store. */
class HsqldbHistoryTest extends HistoryContract {

    private static TestStore store;

    @BeforeContainer
    static void open() throws JMSException, SQLException {
        store = TestStore.hsqldb("jdbc:hsqldb:mem:histories");
    }

    @AfterContainer
    static void close() throws JMSException, SQLException {
        store.close();
    }

    @Override
    TestStore store(boolean twoNodes) {
        return store;
    }
}

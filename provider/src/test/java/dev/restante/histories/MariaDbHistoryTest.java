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

    private static TestStore oneNode;
    private static TestStore twoNodes;

    @BeforeContainer
    static void open() throws JMSException, SQLException {
        oneNode = TestStore.mariaDb(MariaDbServer.newDatabase(), 1);
        twoNodes = TestStore.mariaDb(MariaDbServer.newDatabase(), 2);
    }

    @AfterContainer
    static void close() throws JMSException, SQLException {
        oneNode.close();
        twoNodes.close();
    }

    @Override
    TestStore store(boolean wantsTwoNodes) {
        return wantsTwoNodes ? twoNodes : oneNode;
    }
}

package dev.restante.cli;

import dev.restante.testserver.TestMariaDb;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Contracts that depend most on the database, because the commands themselves are the same on each database. */
@DisplayName("Command line on MariaDB")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbCommandLineTest {

    private static SharedTestStore store() throws JMSException {
        return SharedTestStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
    }

    @Nested
    class Transactions extends TransactionCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class Groups extends GroupCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class Named extends RequestedMessagesContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class Imports extends ImportCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class LargeBodies extends LargeBodyCommandsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return store();
        }
    }
}

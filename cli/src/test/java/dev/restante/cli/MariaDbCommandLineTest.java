package dev.restante.cli;

import dev.restante.testserver.TestMariaDb;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The commands are the same on every database: here those that leave most to it. */
@DisplayName("The command line on MariaDB")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbCommandLineTest {

    private static HeldStore store() throws JMSException {
        return HeldStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
    }

    @Nested
    class Transactions extends TransactionCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class Groups extends GroupCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class Imports extends ImportCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return store();
        }
    }

    @Nested
    class LargeBodies extends LargeBodyCommandsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return store();
        }
    }
}

package dev.restante.cli;

import dev.restante.testserver.TestMariaDb;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Tests of repairs and edits. The tests of searches and users run only with {@code -Pbrowser}, because they are slow.
 */
@DisplayName("Console in a browser on MariaDB")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class ConsoleInBrowserOnMariaDbTest {

    @Nested
    class Repairs extends BrowserRepairsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
        }
    }

    @Nested
    class Edits extends BrowserEditContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = Browser.REQUIRED, matches = "true", disabledReason = "it runs with -Pbrowser")
    class Search extends BrowserSearchContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = Browser.REQUIRED, matches = "true", disabledReason = "it runs with -Pbrowser")
    class Users extends BrowserUsersContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
        }
    }
}

package dev.restante.cli;

import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests of repairs and edits. The tests of searches and users run only with {@code -Pbrowser}, because they are slow.
 */
@DisplayName("Console in a browser on PostgreSQL")
class ConsoleInBrowserOnPostgresTest {

    @Nested
    class Repairs extends BrowserRepairsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Edits extends BrowserEditContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = Browser.REQUIRED, matches = "true", disabledReason = "it runs with -Pbrowser")
    class Search extends BrowserSearchContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = Browser.REQUIRED, matches = "true", disabledReason = "it runs with -Pbrowser")
    class Users extends BrowserUsersContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.on(TestPostgres.newDatabase());
        }
    }
}

package dev.restante.cli;

import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Repairs and edits; searches and users only where a browser is asked for, as they take long. */
@DisplayName("The console in a browser on PostgreSQL")
class ConsoleInBrowserOnPostgresTest {

    @Nested
    class Repairs extends BrowserRepairsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    class Edits extends BrowserEditContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = Browser.REQUIRED, matches = "true", disabledReason = "it runs with -Pbrowser")
    class Search extends BrowserSearchContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    @EnabledIfSystemProperty(named = Browser.REQUIRED, matches = "true", disabledReason = "it runs with -Pbrowser")
    class Users extends BrowserUsersContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.on(TestPostgres.newDatabase());
        }
    }
}

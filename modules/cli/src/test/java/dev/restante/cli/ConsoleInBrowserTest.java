package dev.restante.cli;

import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** All browser tests on HSQLDB, including the appearance of pages, which does not depend on the database. */
@DisplayName("Console in a browser")
class ConsoleInBrowserTest {

    @Nested
    class Looks extends BrowserAppearanceContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.inMemory();
        }
    }

    @Nested
    class Live extends BrowserLiveContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.inMemory();
        }
    }

    @Nested
    class Repairs extends BrowserRepairsContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.inMemory();
        }
    }

    @Nested
    class Edits extends BrowserEditContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.inMemory();
        }
    }

    @Nested
    class Search extends BrowserSearchContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.inMemory();
        }
    }

    @Nested
    class Users extends BrowserUsersContract {
        @Override
        SharedTestStore newStore() throws JMSException {
            return SharedTestStore.inMemory();
        }
    }
}

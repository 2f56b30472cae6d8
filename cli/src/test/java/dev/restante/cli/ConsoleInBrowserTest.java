package dev.restante.cli;

import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Looks of pages, which are the same on every database, and everything else on HSQLDB. */
@DisplayName("The console in a browser")
class ConsoleInBrowserTest {

    @Nested
    class Looks extends BrowserLooksContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Live extends BrowserLiveContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Repairs extends BrowserRepairsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Edits extends BrowserEditContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Search extends BrowserSearchContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class Users extends BrowserUsersContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }
}

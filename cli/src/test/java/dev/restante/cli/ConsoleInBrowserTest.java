package dev.restante.cli;

import dev.restante.testserver.TestMariaDb;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Looks of pages, which are the same on every database; what is done there is tried on each. */
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
    class RepairsOnHsqldb extends BrowserRepairsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.inMemory();
        }
    }

    @Nested
    class RepairsOnPostgres extends BrowserRepairsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.on(TestPostgres.newDatabase());
        }
    }

    @Nested
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    class RepairsOnMariaDb extends BrowserRepairsContract {
        @Override
        HeldStore newStore() throws JMSException {
            return HeldStore.on(TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER);
        }
    }
}

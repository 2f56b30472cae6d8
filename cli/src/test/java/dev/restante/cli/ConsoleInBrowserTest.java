package dev.restante.cli;

import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/** Looks of pages, which are the same on every database; what is done there is tried on each, by its own tests. */
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
}

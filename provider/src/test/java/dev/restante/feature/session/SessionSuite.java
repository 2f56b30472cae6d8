package dev.restante.feature.session;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of sessions, acknowledgement and local transactions, on one kind of store. */
public abstract class SessionSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Sessions extends SessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SessionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Acknowledgements extends AcknowledgementContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SessionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class AcknowledgementsByListeners extends ListenerAcknowledgementContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SessionSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Transactions extends TransactionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return SessionSuite.this.newStoreUrl();
        }
    }
}

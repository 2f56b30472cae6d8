package dev.restante.feature.receive;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of receiving, browsing and selecting, on one kind of store. */
public abstract class ReceiveSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class ReceiveTimeouts extends ReceiveTimeoutContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Browsers extends BrowserContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Selecting extends SelectorContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }

    @Nested
    class QuotasInFlight extends InFlightContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }

    @Nested
    class InterruptedWork extends InterruptedWorkContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }

    @Nested
    class InterruptedReceives extends InterruptedReceiveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ReceiveAttempts extends ReceiveAttemptContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ReceiveSuite.this.newStoreUrl();
        }
    }
}

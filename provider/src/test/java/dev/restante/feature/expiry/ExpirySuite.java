package dev.restante.feature.expiry;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of the expiry of messages and of idle entities, on one kind of store. */
public abstract class ExpirySuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Expirations extends ExpirationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ExpirySuite.this.newStoreUrl();
        }
    }

    @Nested
    class OneClock extends OneClockContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ExpirySuite.this.newStoreUrl();
        }
    }

    @Nested
    class MaximumTimeToLive extends MaximumTimeToLiveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ExpirySuite.this.newStoreUrl();
        }
    }

    @Nested
    class IdleEntityDeleter extends IdleEntityContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ExpirySuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExtremeDurations extends ExtremeDurationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ExpirySuite.this.newStoreUrl();
        }
    }

    @Nested
    class ExpiredElsewhere extends ExpiredToContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ExpirySuite.this.newStoreUrl();
        }
    }
}

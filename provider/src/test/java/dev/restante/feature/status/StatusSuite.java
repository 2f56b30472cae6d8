package dev.restante.feature.status;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of the status of entities, on one kind of store. */
public abstract class StatusSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class DisabledSends extends DisabledSendContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return StatusSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Pausing extends PauseContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return StatusSuite.this.newStoreUrl();
        }
    }

    @Nested
    class PausedFeatures extends PausedFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return StatusSuite.this.newStoreUrl();
        }
    }

    @Nested
    class PausedServerSessions extends PausedServerSessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return StatusSuite.this.newStoreUrl();
        }
    }

    @Nested
    class ForwardingAndStatus extends ForwardingStatusContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return StatusSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Protection extends DeletionProtectionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return StatusSuite.this.newStoreUrl();
        }
    }
}

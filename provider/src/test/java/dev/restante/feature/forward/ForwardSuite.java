package dev.restante.feature.forward;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of forwarding and redrives, on one kind of store. */
public abstract class ForwardSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Forwarding extends ForwardContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ForwardSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Chains extends ForwardChainContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ForwardSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Redrives extends RedriveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ForwardSuite.this.newStoreUrl();
        }
    }

    @Nested
    class RedriveJobs extends RedriveJobContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ForwardSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Resubmissions extends ResubmitContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return ForwardSuite.this.newStoreUrl();
        }
    }
}

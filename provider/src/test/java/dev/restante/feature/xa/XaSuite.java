package dev.restante.feature.xa;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of distributed and joined transactions, on one kind of store. */
public abstract class XaSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class DistributedTransactions extends XaContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class OrderOfXaCalls extends XaSequenceContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class XaTimeOuts extends XaTimeContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class XaWithOtherFeatures extends XaFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class XaSessions extends XaSessionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Migrations extends MigrationContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class JoinedTransactions extends JoinedTransactionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class FrameworksOfJoinedTransactions extends JoinedFrameworkContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class JoinedTransactionsWithOtherFeatures extends JoinedFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class MixedTransactions extends MixedTransactionContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class FailuresOfMixedTransactions extends MixedFailureContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LargeBodies extends LargeBodyXaContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }

    @Nested
    class JoinedLargeBodies extends LargeBodyJoinedContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return XaSuite.this.newStoreUrl();
        }
    }
}

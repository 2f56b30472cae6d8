package dev.restante.feature.lastvalue;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of queues and subscriptions with last values, on one kind of store. */
public abstract class LastValueSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class LastValues extends LastValueContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return LastValueSuite.this.newStoreUrl();
        }
    }

    @Nested
    class LastValuesWithOtherFeatures extends LastValueFeaturesContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return LastValueSuite.this.newStoreUrl();
        }
    }
}

package dev.restante.feature.body;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of large bodies, on one kind of store. */
public abstract class LargeBodySuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class Streams extends LargeBodyContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return LargeBodySuite.this.newStoreUrl();
        }
    }

    @Nested
    class Reception extends LargeBodyReceiveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return LargeBodySuite.this.newStoreUrl();
        }
    }

    @Nested
    class Moves extends LargeBodyMoveContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return LargeBodySuite.this.newStoreUrl();
        }
    }
}

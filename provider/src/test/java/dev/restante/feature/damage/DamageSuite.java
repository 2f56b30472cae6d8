package dev.restante.feature.damage;

import java.nio.file.Path;
import org.junit.jupiter.api.Nested;

/** Contracts of damaged rows and unusual texts, on one kind of store. */
public abstract class DamageSuite {

    /** {@return the URL of an empty store} */
    public abstract String newStoreUrl();

    @Nested
    class UnreadableMessages extends UnreadableMessageContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return DamageSuite.this.newStoreUrl();
        }
    }

    @Nested
    class DamagedRows extends DamagedRowsContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return DamageSuite.this.newStoreUrl();
        }
    }

    @Nested
    class RowsOutOfRange extends RowsOutOfRangeContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return DamageSuite.this.newStoreUrl();
        }
    }

    @Nested
    class Texts extends TextContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return DamageSuite.this.newStoreUrl();
        }
    }

    @Nested
    class TextsAsNames extends NameTextContract {
        @Override
        public String newStoreUrl(Path emptyDirectory) {
            return DamageSuite.this.newStoreUrl();
        }
    }
}

package dev.restante.store.jdbc;

import dev.restante.store.Store;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Nested;

/** Suite of all contracts of a store, which every database must pass. */
abstract class StoreSuite {

    abstract Store openEmpty();

    abstract Connection connect() throws SQLException;

    @Nested
    class Messages extends StoreContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }

    @Nested
    class Acquires extends StoreAcquireContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }

    @Nested
    class Releases extends StoreReleaseContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }

    @Nested
    class Misses extends StoreMissContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }

    @Nested
    class Fences extends StoreFenceContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }

    @Nested
    class Outcomes extends StoreOutcomeContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }

    @Nested
    class Reads extends StoreReadContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }
    }

    @Nested
    class EntitiesAndNodes extends StoreEntityContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }
    }

    @Nested
    class SharedMessages extends SharedMessageStoreContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }
    }

    @Nested
    class Bodies extends BodyStoreContract {
        @Override
        Store openEmpty() {
            return StoreSuite.this.openEmpty();
        }

        @Override
        Connection connect() throws SQLException {
            return StoreSuite.this.connect();
        }
    }
}

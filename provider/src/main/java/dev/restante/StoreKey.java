package dev.restante;

import dev.restante.store.jdbc.StoreLocation;
import javax.sql.DataSource;

/**
 * Tells stores apart: factories with equal keys share a node. A data source is itself; URLs are compared in a canonical form, so that two ways to write the same
 * file are one store.
 *
 * @param identity the canonical URL, or the data source
 */
record StoreKey(Object identity) {

    static StoreKey of(StoreLocation location) {
        if (location instanceof StoreLocation.Given given) {
            return new StoreKey(new DataSourceIdentity(given.dataSource()));
        }
        return new StoreKey(((StoreLocation.Url) location).canonical());
    }

    /** A data source by identity, whatever its equals says. */
    private static final class DataSourceIdentity {
        private final DataSource dataSource;

        private DataSourceIdentity(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(Object other) {
            return other instanceof DataSourceIdentity that && dataSource == that.dataSource;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(dataSource);
        }
    }
}

package dev.restante;

import dev.restante.store.jdbc.connect.StoreLocation;
import javax.sql.DataSource;

/**
 * Tells stores apart: factories with equal keys share a node. A data source is itself; URLs are compared in a canonical
 * form, so that two ways to write the same file are one store.
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

    /** Names the store, and nothing secret. */
    @Override
    public String toString() {
        return identity instanceof String url ? StoreLocation.Url.shown(url) : identity.toString();
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

        /** Not the data source's own text, which may hold its password. */
        @Override
        public String toString() {
            return "data source " + dataSource.getClass().getName() + "@" + Integer.toHexString(hashCode());
        }
    }
}

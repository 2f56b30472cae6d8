package dev.restante.runtime;

import dev.restante.store.jdbc.connect.StoreLocation;
import javax.sql.DataSource;

/**
 * Key that identifies a store by its canonical URL or data source, so that connection factories of one store share a
 * node. URLs that spell one file differently have equal keys.
 *
 * @param identity the canonical URL, or the data source
 */
record StoreKey(Object identity) {

    static StoreKey of(StoreLocation location) {
        if (location instanceof StoreLocation.ApplicationDataSource given) {
            return new StoreKey(new DataSourceIdentity(given.dataSource()));
        }
        return new StoreKey(((StoreLocation.Url) location).canonical());
    }

    /** Shows the store without secrets. */
    @Override
    public String toString() {
        return identity instanceof String url ? StoreLocation.Url.masked(url) : identity.toString();
    }

    /** Data source compared by identity, because its own equals may differ. */
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

        /** Omits the data source's own text, which may contain its password. */
        @Override
        public String toString() {
            return "data source " + dataSource.getClass().getName() + "@" + Integer.toHexString(hashCode());
        }
    }
}

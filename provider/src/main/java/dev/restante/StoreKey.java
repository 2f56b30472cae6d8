package dev.restante;

import dev.restante.store.jdbc.StoreLocation;
import java.nio.file.Path;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * Tells stores apart: factories with equal keys share a node. A data source is itself; URLs are compared in a canonical form, so that two ways to write the same
 * file are one store.
 *
 * @param identity the canonical URL, or the data source
 */
record StoreKey(Object identity) {

    private static final String FILE = "jdbc:hsqldb:file:";
    private static final String MEMORY = "jdbc:hsqldb:mem:";

    static StoreKey of(StoreLocation location) {
        if (location instanceof StoreLocation.Given given) {
            return new StoreKey(new DataSourceIdentity(given.dataSource()));
        }
        return new StoreKey(canonical(((StoreLocation.Url) location).url()));
    }

    /** Names the store, and nothing secret. */
    @Override
    public String toString() {
        return identity instanceof String url
                ? new StoreLocation.Url(url, "", "").urlWithoutSecrets()
                : identity.toString();
    }

    private static String canonical(String url) {
        String lower = url.toLowerCase(Locale.ROOT);
        if (lower.startsWith(MEMORY)) {
            return withoutProperties(lower);
        }
        if (!lower.startsWith(FILE)) {
            return url;
        }
        String path = withoutProperties(url.substring(FILE.length()));
        if (path.startsWith("~/")) {
            path = System.getProperty("user.home") + path.substring(1);
        }
        return FILE + Path.of(path).toAbsolutePath().normalize();
    }

    private static String withoutProperties(String text) {
        int end = text.indexOf(';');
        return end < 0 ? text : text.substring(0, end);
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

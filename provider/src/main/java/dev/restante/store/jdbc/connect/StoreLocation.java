package dev.restante.store.jdbc.connect;

import static java.util.Objects.requireNonNull;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Location of a store's database: a JDBC URL with credentials, or a data source of the application. */
public sealed interface StoreLocation {

    /** Returns whether the database is a server that may start later, so that callers wait for it. */
    boolean mayStartLater();

    /**
     * JDBC URL, user and password as location of the store, which opens a small internal pool.
     *
     * @param url {@code jdbc:hsqldb:file:PATH}, {@code jdbc:hsqldb:mem:NAME}, {@code jdbc:postgresql:...},
     *     {@code jdbc:mariadb:...} or {@code jdbc:mysql:...}; credentials in it are removed, because a driver would
     *     prefer them
     * @param user database user; for HSQLDB usually {@code SA}
     */
    record Url(String url, String user, String password) implements StoreLocation {
        public Url {
            url = JdbcUrls.withoutCredentials(requireNonNull(url, "url"));
            requireNonNull(user, "user");
            requireNonNull(password, "password");
        }

        public static @Nullable String userIn(String url) {
            return JdbcUrls.user(url);
        }

        public static @Nullable String passwordIn(String url) {
            return JdbcUrls.password(url);
        }

        /** Returns one spelling for all URLs of an embedded database, and other URLs unchanged. */
        public String canonical() {
            return JdbcUrls.canonical(url);
        }

        /**
         * Returns whether a server URL has a user before the host. The driver would take it for a part of the host name
         * and quote it in messages.
         */
        public static boolean hasUserBeforeHost(String url) {
            return UrlSecrets.hasUserBeforeHost(url);
        }

        /** Returns a URL, or other text, for logs and messages, without parameter values, user and password. */
        public static String masked(String url) {
            return UrlSecrets.mask(url);
        }

        @Override
        public boolean mayStartLater() {
            return !JdbcUrls.isHsqldb(url);
        }

        @Override
        public String toString() {
            return "Url[" + masked(url) + ", user=" + user + "]";
        }
    }

    /**
     * Data source of the application as location of the store. The store never closes it. Each pipeline keeps one of
     * its connections until the store is closed.
     *
     * @param dataSource data source of a PostgreSQL, MariaDB or MySQL database, or of an HSQLDB database in this
     *     process with MVCC transactions and without write delay
     */
    record ApplicationDataSource(DataSource dataSource) implements StoreLocation {
        public ApplicationDataSource {
            requireNonNull(dataSource, "dataSource");
        }

        @Override
        public boolean mayStartLater() {
            return true;
        }
    }
}

package dev.restante.store.jdbc.connect;

import static java.util.Objects.requireNonNull;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The location of a store's database. */
public sealed interface StoreLocation {

    /**
     * Whether the database may be one that is not up yet, which is waited for: it is at the other end of a connection.
     */
    boolean mayComeUp();

    /**
     * A database that the store opens itself, with a small connection pool of its own.
     *
     * @param url {@code jdbc:hsqldb:file:PATH}, {@code jdbc:hsqldb:mem:NAME}, {@code jdbc:postgresql:...},
     *     {@code jdbc:mariadb:...} or {@code jdbc:mysql:...}; credentials in it are left out, which a driver would
     *     prefer
     * @param user the database user; for HSQLDB usually {@code SA}
     * @param password may be empty
     */
    record Url(String url, String user, String password) implements StoreLocation {
        public Url {
            url = UrlText.withoutCredentials(requireNonNull(url, "url"));
            requireNonNull(user, "user");
            requireNonNull(password, "password");
        }

        /** The user that a URL itself names, null if it names none. */
        public static @Nullable String userIn(String url) {
            return UrlText.user(url);
        }

        /** The password that a URL itself names, null if it names none. */
        public static @Nullable String passwordIn(String url) {
            return UrlText.password(url);
        }

        /** One text for all ways to write the same embedded database; any other URL as it is, without credentials. */
        public String canonical() {
            return UrlText.canonical(url);
        }

        /**
         * Whether the URL of a server has a user, which its driver would take for a part of the host and quote as such.
         */
        public static boolean hasUserBeforeHost(String url) {
            return UrlSecrets.hasUserBeforeHost(url);
        }

        /**
         * A URL for logs and messages, also one that is none: without values of parameters, and without a user and a
         * password.
         */
        public static String shown(String url) {
            return UrlSecrets.without(url);
        }

        @Override
        public boolean mayComeUp() {
            return !UrlText.isHsqldb(url);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Url[" + shown(url) + ", user=" + user + "]";
        }
    }

    /**
     * The application's own data source. It is never closed here; each pipeline keeps one of its connections for as
     * long as the store is open.
     *
     * @param dataSource of an HSQLDB database in this process, with MVCC transactions and without write delay, or of a
     *     PostgreSQL, MariaDB or MySQL database
     */
    record Given(DataSource dataSource) implements StoreLocation {
        public Given {
            requireNonNull(dataSource, "dataSource");
        }

        @Override
        public boolean mayComeUp() {
            return true;
        }
    }
}

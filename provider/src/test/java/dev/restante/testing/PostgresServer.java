package dev.restante.testing;

import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * PostgreSQL server of a test JVM, which starts at its first use and stops with the JVM. Each caller gets a new
 * database. Most callers get a copy of a database with the current schema, which saves the migrations: a fifth of the
 * time of the PostgreSQL tests. The server needs no installation. If the tests run as root, which PostgreSQL rejects,
 * the server runs in a separate user namespace.
 */
public final class PostgresServer {

    /** Only user, without a password. */
    public static final String USER = "postgres";

    /** User who may only read and write the tables of new databases, which is all that a node needs. */
    private static final String APPLICATION = "application";

    /** Privileges of the application user, including tables that tests create. */
    private static final String GRANT = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "
            + APPLICATION + "; GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO " + APPLICATION
            + "; ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO " + APPLICATION;

    private static final String OBJECT_IN_USE = "55006";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** Number of latest databases that are never dropped. */
    private static final int MAX_OLD_DATABASES = 16;

    private PostgresServer() {}

    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("shared_buffers", "64MB")
                        // This setting is for tests with distributed transactions. Restante does not need it.
                        .setServerConfig("max_prepared_transactions", "20")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
            }
        }
    }

    /** Connection that creates and drops databases. */
    private static final class Administrator {
        static final Connection CONNECTION = connect();

        private static Connection connect() {
            try {
                return Running.SERVER.getPostgresDatabase().getConnection();
            } catch (SQLException e) {
                throw new IllegalStateException("the embedded PostgreSQL can't be reached", e);
            }
        }
    }

    /** Database that contains only the schema. It has no connections, so that it can be copied. */
    private static final class Template {
        static final String NAME = migrated("with_schema");

        /** Options that create a database as a copy of the template. */
        static final String COPY = " TEMPLATE " + NAME + " STRATEGY FILE_COPY";

        private static String migrated(String name) {
            try (Connection connection = DriverManager.getConnection(create(name, ""));
                    Statement statement = connection.createStatement()) {
                new SchemaMigrator(new PostgresDialect(false, false), name, Eventually.PATIENCE_MILLIS)
                        .migrate(connection, 0);
                statement.execute("CREATE ROLE " + APPLICATION + " LOGIN; " + GRANT);
            } catch (SQLException e) {
                throw new IllegalStateException("the schema can't be created", e);
            }
            return name;
        }
    }

    /** Creator of the next database while a test runs. For most of that time the server waits for its disk. */
    private static final class NextDatabase {
        private static final ExecutorService CREATOR = Executors.newSingleThreadExecutor(work -> {
            Thread thread = new Thread(work, "next-database");
            thread.setDaemon(true);
            return thread;
        });
        /** Created databases, used by the creator thread only. */
        private static final Queue<String> OLD_DATABASES = new ArrayDeque<>();

        private static Future<String> next = begin();

        private static Future<String> begin() {
            return CREATOR.submit(() -> {
                String name = nextName();
                String url = create(name, Template.COPY);
                OLD_DATABASES.add(name);
                dropOldest();
                return url;
            });
        }

        /** Drops the oldest database, because hundreds of databases would occupy the disk and the server's workers. */
        private static void dropOldest() {
            String oldest = OLD_DATABASES.size() > MAX_OLD_DATABASES ? OLD_DATABASES.poll() : null;
            if (oldest == null) {
                return;
            }
            try {
                execute("DROP DATABASE " + oldest);
            } catch (SQLException inUse) {
                OLD_DATABASES.add(oldest);
            }
        }

        static synchronized String take() {
            Future<String> taken = next;
            next = begin();
            try {
                return taken.get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException("no new database could be created", e);
            }
        }
    }

    /** Returns the JDBC URL of a new database with an empty store of the current schema. */
    public static String newDatabase() {
        return NextDatabase.take();
    }

    /**
     * Returns the URL of a database of {@link #USER} for a user who may only read and write the tables that the
     * database had when it was new.
     */
    public static String asApplication(String url) {
        return url.replace("user=" + USER, "user=" + APPLICATION);
    }

    /** Returns the URL of such a database for {@link #USER}. Any other URL is returned unchanged. */
    public static String asOwner(String url) {
        return url.startsWith("jdbc:postgresql:") ? url.replace("user=" + APPLICATION, "user=" + USER) : url;
    }

    /** Returns the JDBC URL of a database like {@link #newDatabase}, which stays until it is dropped. */
    public static String newPermanentDatabase() {
        return create(nextName(), Template.COPY);
    }

    /** Drops a database and ends its sessions. A database with a prepared transaction stays. */
    public static void drop(String url) {
        String name = url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
        try {
            execute("DROP DATABASE " + name + " WITH (FORCE)");
        } catch (SQLException e) {
            if (!OBJECT_IN_USE.equals(e.getSQLState())) {
                throw new IllegalStateException("the database " + name + " can't be dropped", e);
            }
        }
    }

    /** Returns the JDBC URL of a new empty database without a schema. */
    public static String newEmptyDatabase() {
        return create(nextName(), "");
    }

    private static String nextName() {
        return "test_" + DATABASES.incrementAndGet();
    }

    private static String create(String name, String options) {
        try {
            execute("CREATE DATABASE " + name + options);
        } catch (SQLException e) {
            throw new IllegalStateException("the database " + name + " can't be created", e);
        }
        return Running.SERVER.getJdbcUrl(USER, name);
    }

    private static void execute(String sql) throws SQLException {
        synchronized (Administrator.CONNECTION) {
            try (Statement statement = Administrator.CONNECTION.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** Declares the last node that opened the store dead, as another node does after a lease has expired. */
    public static void declareLastNodeDead(String url) throws SQLException {
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            for (String table : new String[] {"node", "pipeline"}) {
                statement.execute("UPDATE restante_" + table + " SET alive = FALSE WHERE incarnation = ("
                        + "SELECT max(incarnation) FROM restante_node)");
            }
        }
    }
}

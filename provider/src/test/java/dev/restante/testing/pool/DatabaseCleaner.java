package dev.restante.testing.pool;

import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Cleaner that empties a database and verifies that only its rows had changed. Most tests leave few rows. Their
 * deletion costs the server a hundredth of a new database.
 */
final class DatabaseCleaner implements AutoCloseable {

    /** Highest growth of a database, in bytes, that is still worth deleting. */
    private static final long MOST_BYTES = 32L << 20;

    /** Timeout for the end of the sessions of closed connections. */
    private static final long PATIENCE_MILLIS = 2_000;

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Query of the statements that delete all rows, except the rows with the versions of the schema. */
    private static final String TABLES =
            "SELECT string_agg('DELETE FROM ' || oid::regclass, ';') FROM pg_class WHERE relkind = 'r'"
                    + " AND oid >= 16384 AND relname <> 'restante_schema'";

    /** Statement that inserts the only other rows of a new store. */
    private static final String INSERT_LOCK_ROWS =
            "INSERT INTO restante_setting (name, setting_value) VALUES ('policies', '0'), ('topic-patterns', '')";

    private static final String RESTART =
            "SELECT setval(seqrelid::regclass, seqstart, FALSE) FROM pg_sequence WHERE pg_sequence_last_value(seqrelid)"
                    + " IS NOT NULL";

    /** Query of everything that a test can change in a database, except rows. */
    private static final String FINGERPRINT =
            """
            SELECT md5(string_agg(line, ',' ORDER BY line)) FROM (
            SELECT (oid, relname, relnamespace, relkind, relpersistence, relowner, relrowsecurity, relforcerowsecurity,
              relhastriggers, relacl, reloptions)::text FROM pg_class WHERE oid >= 16384
            UNION ALL SELECT (attrelid, attnum, attname, atttypid, atttypmod, attnotnull, atthasdef, attisdropped,
              attcollation, attstorage, attidentity, attacl, attoptions)::text FROM pg_attribute WHERE attrelid >= 16384
            UNION ALL SELECT (oid, pg_get_expr(adbin, adrelid))::text FROM pg_attrdef
            UNION ALL SELECT (oid, pg_get_constraintdef(oid))::text FROM pg_constraint WHERE oid >= 16384
            UNION ALL SELECT (indexrelid, indisvalid, indisready, pg_get_indexdef(indexrelid))::text
              FROM pg_index WHERE indexrelid >= 16384
            UNION ALL SELECT (oid, tgname, tgenabled)::text FROM pg_trigger
            UNION ALL SELECT (oid, proname, prosrc, proacl)::text FROM pg_proc WHERE oid >= 16384
            UNION ALL SELECT (oid, typname, typowner)::text FROM pg_type WHERE oid >= 16384
            UNION ALL SELECT (oid, nspname, nspowner, nspacl)::text FROM pg_namespace
            UNION ALL SELECT (oid, collname)::text FROM pg_collation WHERE oid >= 16384
            UNION ALL SELECT (oid, rulename, ev_enabled)::text FROM pg_rewrite WHERE oid >= 16384
            UNION ALL SELECT (oid, polname)::text FROM pg_policy
            UNION ALL SELECT (oid, evtname)::text FROM pg_event_trigger
            UNION ALL SELECT (oid, pubname)::text FROM pg_publication
            UNION ALL SELECT (oid, extname)::text FROM pg_extension
            UNION ALL SELECT (oid, stxname)::text FROM pg_statistic_ext
            UNION ALL SELECT (oid, defaclobjtype)::text FROM pg_default_acl
            UNION ALL SELECT (oid, lomowner)::text FROM pg_largeobject_metadata
            UNION ALL SELECT (seqrelid, seqstart, seqincrement, seqmax, seqcache, pg_sequence_last_value(seqrelid))::text
              FROM pg_sequence
            UNION ALL SELECT (setrole, setconfig)::text FROM pg_db_role_setting s JOIN pg_database d
              ON s.setdatabase = d.oid WHERE datname = current_database()
            UNION ALL SELECT (s.*)::text FROM restante_schema s
            ) AS lines (line)""";

    private static final String SIZE = "SELECT pg_database_size(current_database())";

    private static final String SESSIONS =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'";

    private static final String BRANCHES = "SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()";

    /** State of a new database. */
    private record Original(String fingerprint, String delete, long bytes) {}

    /** State of an unused database, accessed by the cleaning thread only. */
    private static @Nullable Original original;

    private final Connection connection;
    private final Statement statement;

    DatabaseCleaner(String url) throws SQLException {
        connection = DriverManager.getConnection(url);
        statement = connection.createStatement();
        statement.execute(
                "SET lock_timeout = '2s'; SET statement_timeout = '10s'; SET session_replication_role = replica");
    }

    private static Original original() throws SQLException {
        Original known = original;
        if (known == null) {
            String url = PostgresServer.newPermanentDatabase();
            try (DatabaseCleaner unused = new DatabaseCleaner(url)) {
                known = new Original(unused.text(FINGERPRINT), unused.text(TABLES), Long.parseLong(unused.text(SIZE)));
            }
            PostgresServer.drop(url);
            original = known;
        }
        return known;
    }

    /** Cleans the database, and returns whether it now equals a new database. */
    boolean clean(int sessionsKept) throws SQLException {
        Original asNew = original();
        if (!awaitSessions(sessionsKept + 1)
                || Long.parseLong(text(SIZE)) > asNew.bytes + MOST_BYTES
                || Integer.parseInt(text(BRANCHES)) > 0) {
            return false;
        }
        statement.execute(asNew.delete);
        statement.execute(INSERT_LOCK_ROWS);
        text(RESTART);
        return asNew.fingerprint.equals(text(FINGERPRINT));
    }

    private boolean awaitSessions(int expected) throws SQLException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (Integer.parseInt(text(SESSIONS)) != expected) {
            if (System.nanoTime() > deadlineNanos) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private String text(String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException("the connection to the embedded PostgreSQL can't be closed", e);
        }
    }
}

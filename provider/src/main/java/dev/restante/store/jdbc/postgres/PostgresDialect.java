package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * SQL dialect of PostgreSQL 14 and later.
 *
 * @param behindPooler true if a pooler gives each transaction another session, so that settings last for one
 *     transaction and LISTEN does not work
 * @param fromApplication true if the connections belong to the application; their sessions then have the name of
 *     Restante only during a transaction of Restante
 */
public record PostgresDialect(boolean behindPooler, boolean fromApplication) implements Dialect {

    /*
     * A suspended node may hold row locks in a transaction, among them the lock that other nodes need to declare it
     * dead. The server therefore ends a session that is idle for this time.
     */
    private static final String IDLE_TIMEOUT = "idle_in_transaction_session_timeout = 5000";

    /*
     * Every statement of a writer has one good plan, along an index, even while the statistics describe an empty table.
     * A generic plan also saves the planning of each execution. See decision 66.
     */
    private static final String[] WRITER_SETTINGS = {
        "SET plan_cache_mode = force_generic_plan",
        "SET enable_seqscan = off",
        "SET enable_hashjoin = off",
        "SET enable_mergejoin = off",
        "SET enable_bitmapscan = off",
        "SET jit = off",
        "SET " + IDLE_TIMEOUT,
    };

    /*
     * A plan made while a table was empty reads the whole table, and the driver keeps it after the table has grown.
     * Without sequential scans the planner assumes a high cost for such a read, for which it would compile the
     * statement.
     */
    private static final List<String> NO_SEQ_SCAN = List.of("enable_seqscan = off", "jit = off");

    private static final String SESSION_NAME = "SET LOCAL application_name = 'restante'";
    private static final FailureCodes FAILURE_CODES = new PostgresFailureCodes();

    /**
     * Key of the lock for migrations: "Rest", and the schema of the store, because all schemas of a database share
     * advisory locks.
     */
    private static final String MIGRATION_LOCK = 0x52657374
            + ", COALESCE((SELECT relnamespace FROM pg_class WHERE oid = to_regclass('restante_schema')),"
            + " (SELECT oid FROM pg_namespace WHERE nspname = current_schema()), 0::oid)::oid::integer";

    /** Idle time after which the server ends the session of a migrating node that has stopped. */
    private static final long MAX_PAUSE_MILLIS = 60_000;

    /** Statement that must come first in a transaction. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private static final String[] RESET_WRITER_SETTINGS = {
        "RESET plan_cache_mode",
        "RESET enable_seqscan",
        "RESET enable_hashjoin",
        "RESET enable_mergejoin",
        "RESET enable_bitmapscan",
        "RESET jit",
        "RESET idle_in_transaction_session_timeout",
        "RESET lock_timeout",
    };

    /** Creates a dialect for stable sessions. */
    public PostgresDialect() {
        this(false, false);
    }

    @Override
    public boolean hasStableSessions() {
        return !behindPooler;
    }

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String schemaFolder() {
        return "postgresql";
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        UnreplicatedCommitCheck.commit(connection);
    }

    /** Matches the last column of the order index, which is an expression so that only the primary key finds ids. */
    @Override
    public String idOrderExpression() {
        return "id + 0";
    }

    @Override
    public String forShare() {
        return " FOR SHARE";
    }

    @Override
    public String longTransactionsSql() {
        return """
                SELECT 'process ' || a.pid || ' of ' || quote_literal(a.application_name) || ', since ' || a.xact_start
                FROM pg_stat_activity a WHERE a.xact_start < clock_timestamp() - INTERVAL '1 second' AND a.pid IN (
                  SELECT pid FROM pg_locks
                  WHERE granted AND (relation = 'restante_entity_presence'::regclass AND mode = 'RowShareLock'
                    OR relation = 'restante_pipeline'::regclass AND mode = 'RowExclusiveLock'))
                ORDER BY a.xact_start LIMIT 3""";
    }

    @Override
    public String clockMillisSql() {
        return "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
    }

    @Override
    public String[] nextEntityId() {
        return new String[] {"SELECT nextval('restante_entity_id')"};
    }

    @Override
    public String[] writerSettings(long lockMillis) {
        return behindPooler ? NOTHING : settings(lockMillis);
    }

    /** Returns the writer settings for one transaction, at the price of a round trip. */
    @Override
    public String[] batchSettings(long lockMillis) {
        if (!behindPooler) {
            return NOTHING;
        }
        return withTransactionStart(
                Stream.of(settings(lockMillis)).map(setting -> setting.replaceFirst("SET", "SET LOCAL")));
    }

    private String[] withTransactionStart(Stream<String> settings) {
        Stream<String> first = fromApplication ? Stream.of(READ_COMMITTED, SESSION_NAME) : Stream.of(READ_COMMITTED);
        return Stream.concat(first, settings).toArray(String[]::new);
    }

    private static String[] settings(long lockMillis) {
        String[] settings = Arrays.copyOf(WRITER_SETTINGS, WRITER_SETTINGS.length + 1);
        settings[WRITER_SETTINGS.length] = "SET lock_timeout = " + lockMillis;
        return settings;
    }

    @Override
    public String[] resetWriterSettings() {
        return behindPooler ? NOTHING : RESET_WRITER_SETTINGS.clone();
    }

    @Override
    public String[] transactionSettings(long lockMillis) {
        return withTransactionStart(
                Stream.concat(Stream.of(IDLE_TIMEOUT, "lock_timeout = " + lockMillis), NO_SEQ_SCAN.stream())
                        .map(setting -> "SET LOCAL " + setting));
    }

    /** Returns settings that allow sequential scans, because they are the fastest way to read a whole table. */
    @Override
    public String[] longReadSettings() {
        return new String[] {"SET LOCAL max_parallel_workers_per_gather = 0", "SET LOCAL enable_seqscan = on"};
    }

    @Override
    public String[] noLockWaitSettings() {
        return new String[] {"SET LOCAL lock_timeout = 20"};
    }

    /** Returns a statement that keeps the lock timeout of the role, the database or the URL, if there is one. */
    @Override
    public String connectionInitSql(long lockMillis) {
        return behindPooler
                ? ""
                : "SELECT set_config('lock_timeout', '" + lockMillis
                        + "', false) WHERE current_setting('lock_timeout') = '0'; SET "
                        + String.join("; SET ", NO_SEQ_SCAN);
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public void lockGroups(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(PostgresBatchSql.LOCK_GROUPS)) {
            PostgresBatchSql.bindGroupLock(lock, 1, entityId);
            lock.executeQuery().close();
        }
    }

    @Override
    public String schemaExistsSql() {
        return "SELECT 1 WHERE to_regclass('restante_schema') IS NOT NULL";
    }

    @Override
    public void beginMigration(Statement statement, long lockMillis) throws SQLException {
        statement.execute("SET LOCAL lock_timeout = " + lockMillis
                + "; SET LOCAL idle_in_transaction_session_timeout = " + MAX_PAUSE_MILLIS);
        statement.execute("SELECT pg_advisory_xact_lock(" + MIGRATION_LOCK + ")");
    }

    @Override
    public boolean autoCommitsSchemaChanges() {
        return false;
    }
}

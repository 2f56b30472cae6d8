package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.database.BornDeliveries;
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
 * PostgreSQL 14 and later.
 *
 * @param pooled whether a pooler gives each transaction to another session, so that nothing can be set for longer, and
 *     nothing is heard
 * @param given whether its connections are the application's, whose sessions bear the name of Restante for as long as a
 *     transaction of Restante lasts
 */
public record PostgresDialect(boolean pooled, boolean given) implements Dialect {

    /*
     * A node that stands still in the middle of a transaction holds row locks, among them the one that others need to
     * declare it dead; its database session, which is idle for so long, is ended by the server.
     */
    private static final String IDLE_LIMIT = "idle_in_transaction_session_timeout = 5000";

    /*
     * Every statement of the writer has one good plan, along an index, whatever the statistics of a table that was
     * empty a second ago say. A generic plan also saves planning with each execution. See decision 66.
     */
    private static final String[] WRITER_SETTINGS = {
        "SET plan_cache_mode = force_generic_plan",
        "SET enable_seqscan = off",
        "SET enable_hashjoin = off",
        "SET enable_mergejoin = off",
        "SET enable_bitmapscan = off",
        "SET jit = off",
        "SET " + IDLE_LIMIT,
    };

    /*
     * A plan that was made while a table was empty reads all of it, and the driver keeps that plan when the table has
     * grown. The price that the planner sets on such a read would let it compile the statement.
     */
    private static final List<String> ALONG_INDEXES = List.of("enable_seqscan = off", "jit = off");

    private static final String NAME = "SET LOCAL application_name = 'restante'";
    private static final String[] NOTHING = {};
    private static final FailureCodes FAILURE_CODES = new PostgresFailureCodes();

    /**
     * Key of the lock for migrations: "Rest", and the schema that has the store or gets it. Advisory locks are shared
     * by all schemas of a database.
     */
    private static final String MIGRATION_LOCK = 0x52657374
            + ", COALESCE((SELECT relnamespace FROM pg_class WHERE oid = to_regclass('restante_schema')),"
            + " (SELECT oid FROM pg_namespace WHERE nspname = current_schema()), 0::oid)::oid::integer";

    /** After so long the server ends the session of one who has begun to migrate and is gone. */
    private static final long LONGEST_PAUSE_MILLIS = 60_000;

    /** Must come first in a transaction. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private static final String[] WRITER_SETTINGS_UNDONE = {
        "RESET plan_cache_mode",
        "RESET enable_seqscan",
        "RESET enable_hashjoin",
        "RESET enable_mergejoin",
        "RESET enable_bitmapscan",
        "RESET jit",
        "RESET idle_in_transaction_session_timeout",
        "RESET lock_timeout",
    };

    /** One whose sessions are its clients' own. */
    public PostgresDialect() {
        this(false, false);
    }

    @Override
    public boolean keepsSessions() {
        return !pooled;
    }

    @Override
    public long mostIdleMillis() {
        return Long.MAX_VALUE;
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
        UncopiedCommits.commit(connection);
    }

    @Override
    public String alongIndex() {
        return "";
    }

    /** Matches the last column of the order index, which is an expression so that only the primary key finds ids. */
    @Override
    public String idInOrder() {
        return "id + 0";
    }

    @Override
    public String forUpdate() {
        return " FOR UPDATE";
    }

    @Override
    public String forUpdateOfFree() {
        return " FOR UPDATE SKIP LOCKED";
    }

    @Override
    public String forShare() {
        return " FOR SHARE";
    }

    @Override
    public String longTransactions() {
        return """
                SELECT 'process ' || a.pid || ' of ' || quote_literal(a.application_name) || ', since ' || a.xact_start
                FROM pg_stat_activity a WHERE a.xact_start < clock_timestamp() - INTERVAL '1 second' AND a.pid IN (
                  SELECT pid FROM pg_locks
                  WHERE granted AND (relation = 'restante_entity_presence'::regclass AND mode = 'RowShareLock'
                    OR relation = 'restante_pipeline'::regclass AND mode = 'RowExclusiveLock'))
                ORDER BY a.xact_start LIMIT 3""";
    }

    @Override
    public String storeMillis() {
        return "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)";
    }

    @Override
    public String[] nextEntityId() {
        return new String[] {"SELECT nextval('restante_entity_id')"};
    }

    @Override
    public String[] writerSettings(long lockMillis) {
        return pooled ? NOTHING : settings(lockMillis);
    }

    /** The same in each transaction, at the price of a round trip. */
    @Override
    public String[] batchSettings(long lockMillis) {
        if (!pooled) {
            return NOTHING;
        }
        return begin(Stream.of(settings(lockMillis)).map(setting -> setting.replaceFirst("SET", "SET LOCAL")));
    }

    private String[] begin(Stream<String> settings) {
        Stream<String> first = given ? Stream.of(READ_COMMITTED, NAME) : Stream.of(READ_COMMITTED);
        return Stream.concat(first, settings).toArray(String[]::new);
    }

    private static String[] settings(long lockMillis) {
        String[] settings = Arrays.copyOf(WRITER_SETTINGS, WRITER_SETTINGS.length + 1);
        settings[WRITER_SETTINGS.length] = "SET lock_timeout = " + lockMillis;
        return settings;
    }

    @Override
    public String[] writerSettingsUndone() {
        return pooled ? NOTHING : WRITER_SETTINGS_UNDONE.clone();
    }

    @Override
    public String[] transactionSettings(long lockMillis) {
        return begin(Stream.concat(Stream.of(IDLE_LIMIT, "lock_timeout = " + lockMillis), ALONG_INDEXES.stream())
                .map(setting -> "SET LOCAL " + setting));
    }

    @Override
    public boolean settingsTurnAutoCommitOff() {
        return false;
    }

    @Override
    public String[] transactionSettingsUndone() {
        return NOTHING;
    }

    @Override
    public boolean takesSeveralStatements() {
        return true;
    }

    /** Where it reads all of a table, the pages in their order are the shortest way. */
    @Override
    public String[] longReadSettings() {
        return new String[] {"SET LOCAL max_parallel_workers_per_gather = 0", "SET LOCAL enable_seqscan = on"};
    }

    @Override
    public String[] hurry() {
        return new String[] {"SET LOCAL lock_timeout = 20"};
    }

    @Override
    public String[] hurryUndone(long lockMillis) {
        return NOTHING;
    }

    /** Where the role, the database or the URL sets a limit of waiting for locks, that holds. */
    @Override
    public String connectionSettings(long lockMillis) {
        return pooled
                ? ""
                : "SELECT set_config('lock_timeout', '" + lockMillis
                        + "', false) WHERE current_setting('lock_timeout') = '0'; SET "
                        + String.join("; SET ", ALONG_INDEXES);
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public BornDeliveries born() {
        return BornDeliveries.NONE;
    }

    @Override
    public void lockGroups(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(PostgresBatchSql.LOCK_GROUPS)) {
            PostgresBatchSql.bindGroupLock(lock, 1, entityId);
            lock.executeQuery().close();
        }
    }

    @Override
    public String findSchema() {
        return "SELECT 1 WHERE to_regclass('restante_schema') IS NOT NULL";
    }

    @Override
    public void beginMigration(Statement statement, long lockMillis) throws SQLException {
        statement.execute("SET LOCAL lock_timeout = " + lockMillis
                + "; SET LOCAL idle_in_transaction_session_timeout = " + LONGEST_PAUSE_MILLIS);
        statement.execute("SELECT pg_advisory_xact_lock(" + MIGRATION_LOCK + ")");
    }

    @Override
    public void endMigration(Statement statement) {}

    @Override
    public boolean commitsSchemaChanges() {
        return false;
    }

    @Override
    public String noteMigration() {
        return "INSERT INTO restante_schema (version, file) VALUES (?, ?)";
    }

    @Override
    public int firstSchemaVersion() {
        return 1;
    }

    @Override
    public String inItsWords(String migration) {
        return migration;
    }

    @Override
    public boolean wasDoneBefore(SQLException failure) {
        return false;
    }

    /** Its own pads nothing. */
    @Override
    public void createCollation(Statement statement) {}
}

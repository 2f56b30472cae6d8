package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.BulkInserter;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import dev.restante.store.jdbc.mariadb.galera.WriterServerConnector;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * SQL dialect of MariaDB 10.6 and later, and of MySQL through its server variant. Settings last for a session, never
 * for one transaction only.
 *
 * @param variant the differences between MariaDB and MySQL
 * @param fromApplication true if the connections belong to the application, which gets back its former settings
 * @param maxPacketBytes the maximum size of a statement with its parameters, in bytes
 * @param writerConnector the connector of a Galera cluster, or null for a single server, also with replicas
 */
public record MariaDbDialect(
        ServerVariant variant,
        boolean fromApplication,
        long maxPacketBytes,
        @Nullable WriterServerConnector writerConnector)
        implements Dialect {

    /** Isolation level of the next transaction only. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private static final String SAVE_LOCK_TIMEOUTS =
            "@restante_lock_wait = @@innodb_lock_wait_timeout, @restante_table_wait = @@lock_wait_timeout, ";

    private static final String RESTORE_LOCK_TIMEOUTS =
            "innodb_lock_wait_timeout = @restante_lock_wait, lock_wait_timeout = @restante_table_wait, ";

    public MariaDbDialect(
            boolean fromApplication, long maxPacketBytes, @Nullable WriterServerConnector writerConnector) {
        this(MariaDbVariant.INSTANCE, fromApplication, maxPacketBytes, writerConnector);
    }

    @Override
    public String name() {
        return variant.name();
    }

    @Override
    public String schemaFolder() {
        return "mariadb";
    }

    /**
     * Waits for the commits of a later writer, which the writer at the time of the connect may not have applied yet.
     */
    @Override
    public void awaitReplication(Connection connection) throws SQLException {
        if (writerConnector != null) {
            new GaleraSession(connection).awaitReplication();
        }
    }

    @Override
    public BulkInserter bulkInserter() {
        return MultiRowInserter.INSTANCE;
    }

    @Override
    public String forShare() {
        return " LOCK IN SHARE MODE";
    }

    /** Returns a query that needs the privilege to see all processes. */
    @Override
    public String longTransactionsSql() {
        return """
                SELECT CONCAT('connection ', trx_mysql_thread_id, ', since ', trx_started) FROM information_schema.innodb_trx
                WHERE trx_started < NOW() - INTERVAL 1 SECOND ORDER BY trx_started LIMIT 3""";
    }

    /** Returns a query for UTC, because local times repeat when summer time ends. */
    @Override
    public String clockMillisSql() {
        return "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000";
    }

    @Override
    public String[] nextEntityId() {
        return variant.nextEntityId();
    }

    /** Rounds up to whole seconds, at least 1, because 0 would mean no wait. */
    static int lockSeconds(long lockMillis) {
        return (int) Math.max(1, (lockMillis + 999) / 1_000);
    }

    /**
     * Returns the settings of a session, among them its idle time in a transaction. A suspended node would otherwise
     * keep row locks that other nodes need to declare it dead.
     */
    private String settings(long lockMillis) {
        return settings(lockSeconds(lockMillis), lockSeconds(lockMillis));
    }

    private String settings(int rowSeconds, int tableSeconds) {
        return "innodb_lock_wait_timeout = " + rowSeconds + ", lock_wait_timeout = " + tableSeconds + ", "
                + variant.idleTimeoutVariable() + " = " + variant.idleSeconds();
    }

    private String saveIdleTimeout() {
        return "@restante_idle = @@" + variant.idleTimeoutVariable() + ", ";
    }

    private String restoreIdleTimeout() {
        return variant.idleTimeoutVariable() + " = @restante_idle";
    }

    /**
     * Returns settings with the shortest wait for table locks. Unlike a row, a table that another session locks or
     * changes is not free again in a moment, and all later batches need it.
     */
    @Override
    public String[] writerSettings(long lockMillis) {
        String settings = settings(lockSeconds(lockMillis), variant.minLockSeconds());
        return fromApplication
                ? new String[] {
                    "SET @restante_isolation = @@" + variant.isolationVariable(),
                    "SET " + SAVE_LOCK_TIMEOUTS + saveIdleTimeout() + settings
                }
                : new String[] {"SET " + settings};
    }

    @Override
    public String[] resetWriterSettings() {
        return fromApplication
                ? new String[] {
                    "SET " + RESTORE_LOCK_TIMEOUTS + restoreIdleTimeout(),
                    "SET " + variant.isolationVariable() + " = @restante_isolation"
                }
                : NOTHING;
    }

    @Override
    public String[] transactionSettings(long lockMillis) {
        return fromApplication
                ? new String[] {READ_COMMITTED, "SET " + SAVE_LOCK_TIMEOUTS + saveIdleTimeout() + settings(lockMillis)}
                : new String[] {"SET " + firstTransactionSettings() + settings(lockMillis)};
    }

    /**
     * Returns the first settings on an internal connection; borrowed connections are checked when they are borrowed.
     */
    private String firstTransactionSettings() {
        return writerConnector == null
                ? "autocommit = 0, " + (variant.endsIdleSessions() ? saveIdleTimeout() : "")
                : "@restante_writer = " + GaleraSession.REQUIRE_WRITER + ", ";
    }

    /**
     * Saves a round trip, because each response tells the driver the current mode. Settings that read a table would
     * begin a transaction in the former mode.
     */
    @Override
    public boolean settingsTurnAutoCommitOff() {
        return !fromApplication && writerConnector == null;
    }

    @Override
    public String[] resetTransactionSettings() {
        if (fromApplication) {
            return new String[] {"SET " + RESTORE_LOCK_TIMEOUTS + restoreIdleTimeout()};
        }
        return variant.endsIdleSessions() ? new String[] {"SET " + restoreIdleTimeout()} : NOTHING;
    }

    @Override
    public boolean supportsMultiStatements() {
        return false;
    }

    @Override
    public String[] noLockWaitSettings() {
        return new String[] {"SET innodb_lock_wait_timeout = " + variant.minLockSeconds()};
    }

    @Override
    public String[] resetLockWaits(long lockMillis) {
        return new String[] {"SET innodb_lock_wait_timeout = " + lockSeconds(lockMillis)};
    }

    /** Returns settings that keep the lock timeouts of the URL. */
    @Override
    public String connectionInitSql(long lockMillis) {
        int seconds = lockSeconds(lockMillis);
        return "SET innodb_lock_wait_timeout = " + unlessSet("innodb_lock_wait_timeout", seconds)
                + ", lock_wait_timeout = " + unlessSet("lock_wait_timeout", seconds);
    }

    private static String unlessSet(String variable, int value) {
        return "CAST(IF(@@SESSION." + variable + " = @@GLOBAL." + variable + ", " + value + ", @@SESSION." + variable
                + ") AS UNSIGNED)";
    }

    @Override
    public long maxIdleMillis() {
        return variant.endsIdleSessions() ? TimeUnit.SECONDS.toMillis(variant.idleSeconds()) : Long.MAX_VALUE;
    }

    @Override
    public FailureCodes failureCodes() {
        return variant.failureCodes();
    }

    @Override
    public void lockGroups(Connection connection, long entityId) throws SQLException {
        boolean unused = Statements.exists(connection, MariaDbBatchSql.LOCK_GROUPS, entityId);
    }

    @Override
    public String schemaExistsSql() {
        return "SELECT 1 FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'restante_schema'";
    }

    /** Takes no lock, because each statement commits and can be repeated, and no lock would hold in a cluster. */
    @Override
    public void beginMigration(Statement statement, long lockMillis) throws SQLException {
        statement.execute(
                "SET @restante_table_wait = @@lock_wait_timeout, lock_wait_timeout = " + lockSeconds(lockMillis));
    }

    @Override
    public void endMigration(Statement statement) throws SQLException {
        statement.execute("SET lock_wait_timeout = @restante_table_wait");
    }

    @Override
    public String recordMigrationSql() {
        return "INSERT IGNORE INTO restante_schema (version, file) VALUES (?, ?)";
    }

    @Override
    public int firstSchemaVersion() {
        return 14;
    }

    @Override
    public String adaptMigration(String sql) {
        return variant.adaptMigration(sql.replace("${collation}", variant.collation())
                .replace("${entity_ids}", variant.createEntityIdSequence()));
    }

    @Override
    public boolean isAlreadyApplied(SQLException failure) {
        return variant.isAlreadyApplied(failure);
    }
}

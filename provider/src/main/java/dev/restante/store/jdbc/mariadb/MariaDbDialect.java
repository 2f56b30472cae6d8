package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.BornDeliveries;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.RowInserts;
import dev.restante.store.jdbc.mariadb.galera.AgreedWriter;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB 10.6 and later, and what speaks like it. What is set holds for a session, and never for a transaction alone.
 *
 * @param idiom what the server says in its own way
 * @param given whether its connections are those of a data source of the application, which get back what was set
 *     before
 * @param mostBytes how much a statement may carry
 * @param writer the server that all nodes write to; null where there is one server, or others follow it
 */
public record MariaDbDialect(Idiom idiom, boolean given, long mostBytes, @Nullable AgreedWriter writer)
        implements Dialect {

    private static final String[] NOTHING = {};

    /** Of the transaction that follows, and no other. */
    private static final String READ_COMMITTED = "SET TRANSACTION ISOLATION LEVEL READ COMMITTED";

    private static final String KEEP_LOCK_WAITS =
            "@restante_lock_wait = @@innodb_lock_wait_timeout, @restante_table_wait = @@lock_wait_timeout, ";

    private static final String LOCK_WAITS_AGAIN =
            "innodb_lock_wait_timeout = @restante_lock_wait, lock_wait_timeout = @restante_table_wait, ";

    /** That of MariaDB itself. */
    public MariaDbDialect(boolean given, long mostBytes, @Nullable AgreedWriter writer) {
        this(MariaDbIdiom.INSTANCE, given, mostBytes, writer);
    }

    @Override
    public String name() {
        return idiom.name();
    }

    @Override
    public String schemaFolder() {
        return "mariadb";
    }

    @Override
    public String alongIndex() {
        return "";
    }

    @Override
    public String idInOrder() {
        return "id";
    }

    /** What was the writer when a connection was opened may not have applied yet what the next one has committed. */
    @Override
    public void awaitOthers(Connection connection) throws SQLException {
        if (writer != null) {
            new GaleraSession(connection).awaitOthers();
        }
    }

    @Override
    public RowInserts inserts() {
        return ManyRowInserts.INSTANCE;
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
        return " LOCK IN SHARE MODE";
    }

    /** The server shows it to users that may see all processes. */
    @Override
    public String longTransactions() {
        return """
                SELECT CONCAT('connection ', trx_mysql_thread_id, ', since ', trx_started) FROM information_schema.innodb_trx
                WHERE trx_started < NOW() - INTERVAL 1 SECOND ORDER BY trx_started LIMIT 3""";
    }

    /** Of UTC, because local times come twice when summer time ends. */
    @Override
    public String storeMillis() {
        return "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000";
    }

    @Override
    public String[] nextEntityId() {
        return idiom.nextEntityId();
    }

    /** Whole seconds; none would be not to wait at all. */
    static int lockSeconds(long lockMillis) {
        return (int) Math.max(1, (lockMillis + 999) / 1_000);
    }

    /**
     * A node that stands still in the middle of a transaction holds row locks, among them the one that others need to
     * declare it dead; its database session, which is idle for so long, is ended by the server.
     */
    private String settings(long lockMillis) {
        return settings(lockSeconds(lockMillis), lockSeconds(lockMillis));
    }

    private String settings(int rowSeconds, int tableSeconds) {
        return "innodb_lock_wait_timeout = " + rowSeconds + ", lock_wait_timeout = " + tableSeconds + ", "
                + idiom.idleTimeout() + " = " + idiom.idleSeconds();
    }

    private String keepIdle() {
        return "@restante_idle = @@" + idiom.idleTimeout() + ", ";
    }

    private String idleAgain() {
        return idiom.idleTimeout() + " = @restante_idle";
    }

    /**
     * For a table that somebody has locked, or is about to change, a batch waits for no longer than it can help: unlike
     * a row it is not free again in a moment, and all that come after need it, too.
     */
    @Override
    public String[] writerSettings(long lockMillis) {
        String settings = settings(lockSeconds(lockMillis), idiom.shortestLockSeconds());
        return given
                ? new String[] {
                    "SET @restante_isolation = @@" + idiom.isolation(), "SET " + KEEP_LOCK_WAITS + keepIdle() + settings
                }
                : new String[] {"SET " + settings};
    }

    @Override
    public String[] writerSettingsUndone() {
        return given
                ? new String[] {
                    "SET " + LOCK_WAITS_AGAIN + idleAgain(), "SET " + idiom.isolation() + " = @restante_isolation"
                }
                : NOTHING;
    }

    @Override
    public String[] transactionSettings(long lockMillis) {
        return given
                ? new String[] {READ_COMMITTED, "SET " + KEEP_LOCK_WAITS + keepIdle() + settings(lockMillis)}
                : new String[] {"SET " + begin() + settings(lockMillis)};
    }

    /** Connections of a given data source are looked at when they are taken. */
    private String begin() {
        return writer == null
                ? "autocommit = 0, " + (idiom.endsIdleSessions() ? keepIdle() : "")
                : "@restante_writer = " + GaleraSession.REQUIRE_WRITER + ", ";
    }

    /**
     * In one round trip; the server tells the driver with each answer which mode is on. Not in one that reads a table,
     * which begins a transaction in the former mode.
     */
    @Override
    public boolean settingsTurnAutoCommitOff() {
        return !given && writer == null;
    }

    @Override
    public String[] transactionSettingsUndone() {
        if (given) {
            return new String[] {"SET " + LOCK_WAITS_AGAIN + idleAgain()};
        }
        return idiom.endsIdleSessions() ? new String[] {"SET " + idleAgain()} : NOTHING;
    }

    @Override
    public boolean takesSeveralStatements() {
        return false;
    }

    @Override
    public boolean keepsSessions() {
        return true;
    }

    @Override
    public String[] batchSettings(long lockMillis) {
        return NOTHING;
    }

    @Override
    public String[] longReadSettings() {
        return NOTHING;
    }

    @Override
    public String[] hurry() {
        return new String[] {"SET innodb_lock_wait_timeout = " + idiom.shortestLockSeconds()};
    }

    @Override
    public String[] hurryUndone(long lockMillis) {
        return new String[] {"SET innodb_lock_wait_timeout = " + lockSeconds(lockMillis)};
    }

    /** Where the URL sets it, that holds. */
    @Override
    public String connectionSettings(long lockMillis) {
        int seconds = lockSeconds(lockMillis);
        return "SET innodb_lock_wait_timeout = " + unlessSet("innodb_lock_wait_timeout", seconds)
                + ", lock_wait_timeout = " + unlessSet("lock_wait_timeout", seconds);
    }

    private static String unlessSet(String variable, int value) {
        return "CAST(IF(@@SESSION." + variable + " = @@GLOBAL." + variable + ", " + value + ", @@SESSION." + variable
                + ") AS UNSIGNED)";
    }

    @Override
    public long mostIdleMillis() {
        return idiom.endsIdleSessions() ? TimeUnit.SECONDS.toMillis(idiom.idleSeconds()) : Long.MAX_VALUE;
    }

    @Override
    public FailureCodes failureCodes() {
        return idiom.failureCodes();
    }

    @Override
    public BornDeliveries born() {
        return BornDeliveries.NONE;
    }

    @Override
    public void lockGroups(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(MariaDbBatchSql.LOCK_GROUPS)) {
            lock.setLong(1, entityId);
            lock.executeQuery().close();
        }
    }

    @Override
    public String findSchema() {
        return "SELECT 1 FROM information_schema.TABLES"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'restante_schema'";
    }

    /** Each of its statements commits, and can be repeated: it needs no lock, and none would hold in a cluster. */
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
    public boolean commitsSchemaChanges() {
        return true;
    }

    @Override
    public String noteMigration() {
        return "INSERT IGNORE INTO restante_schema (version, file) VALUES (?, ?)";
    }

    @Override
    public int firstSchemaVersion() {
        return 14;
    }

    @Override
    public String inItsWords(String migration) {
        return idiom.inItsWords(
                migration.replace("${collation}", idiom.collation()).replace("${entity_ids}", idiom.createEntityIds()));
    }

    @Override
    public boolean wasDoneBefore(SQLException failure) {
        return idiom.wasDoneBefore(failure);
    }

    /** It has one that pads nothing. */
    @Override
    public void createCollation(Statement statement) {}
}

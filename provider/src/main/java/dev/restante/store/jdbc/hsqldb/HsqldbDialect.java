package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Uninterrupted;
import dev.restante.store.jdbc.database.BornDeliveries;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** HSQLDB 2.7: CACHED tables, multi-version transaction control. */
public record HsqldbDialect() implements Dialect {

    private static final String[] NOTHING = {};
    private static final FailureCodes FAILURE_CODES = new HsqldbFailureCodes();
    private static final BornDeliveries BORN = new BornTable();

    private static final ReentrantLock MIGRATING = new ReentrantLock();

    @Override
    public String name() {
        return "HSQLDB";
    }

    @Override
    public String schemaFolder() {
        return "hsqldb";
    }

    @Override
    public String alongIndex() {
        return " USING INDEX";
    }

    @Override
    public String idInOrder() {
        return "id";
    }

    @Override
    public String forUpdate() {
        return "";
    }

    /** Nobody else is there: a dead incarnation was another process, whose transactions have ended with it. */
    @Override
    public String forUpdateOfFree() {
        return "";
    }

    @Override
    public String forShare() {
        return "";
    }

    @Override
    public String longTransactions() {
        return "";
    }

    @Override
    public String storeMillis() {
        return "CALL UNIX_MILLIS()";
    }

    @Override
    public String[] nextEntityId() {
        return new String[] {"CALL NEXT VALUE FOR restante_entity_id"};
    }

    @Override
    public String[] writerSettings(long lockMillis) {
        return NOTHING;
    }

    @Override
    public String[] writerSettingsUndone() {
        return NOTHING;
    }

    @Override
    public String[] transactionSettings(long lockMillis) {
        return NOTHING;
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

    @Override
    public boolean keepsSessions() {
        return true;
    }

    @Override
    public long mostIdleMillis() {
        return Long.MAX_VALUE;
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
        return NOTHING;
    }

    @Override
    public String[] hurryUndone(long lockMillis) {
        return NOTHING;
    }

    /** Its statements wait for locks as long as others have them; see {@code OutsideThreads}. */
    @Override
    public String connectionSettings(long lockMillis) {
        return "";
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public BornDeliveries born() {
        return BORN;
    }

    /** Nobody else is there. */
    @Override
    public void lockGroups(Connection connection, long entityId) {}

    @Override
    public String findSchema() {
        return "SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'RESTANTE_SCHEMA' AND TABLE_SCHEMA = CURRENT_SCHEMA";
    }

    /** Nobody else is there but in this JVM. */
    @Override
    public void beginMigration(Statement statement, long lockMillis) throws SQLException {
        if (!Uninterrupted.lock(MIGRATING, TimeUnit.MILLISECONDS.toNanos(lockMillis))) {
            throw new SQLTransientException(
                    "another thread of this JVM has been changing a schema for " + lockMillis + " ms", "40001");
        }
    }

    @Override
    public void endMigration(Statement statement) {
        if (MIGRATING.isHeldByCurrentThread()) {
            MIGRATING.unlock();
        }
    }

    @Override
    public boolean commitsSchemaChanges() {
        return true;
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

    /** That of our text columns: without padding. The database's own is not ours to change. */
    @Override
    public void createCollation(Statement statement) throws SQLException {
        boolean exists;
        try (ResultSet rows = statement.executeQuery(
                "SELECT 1 FROM INFORMATION_SCHEMA.COLLATIONS WHERE COLLATION_NAME = 'RESTANTE_TEXT' AND COLLATION_SCHEMA = CURRENT_SCHEMA")) {
            exists = rows.next();
        }
        if (!exists) {
            statement.execute("CREATE COLLATION restante_text FOR SQL_TEXT FROM SQL_TEXT NO PAD");
        }
    }
}

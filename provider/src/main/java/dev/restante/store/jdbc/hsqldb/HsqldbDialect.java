package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.Uninterruptibles;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.DirectDeliveryTable;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SQL dialect of HSQLDB 2.7 with CACHED tables and MVCC transactions. No setting limits the wait of a statement for
 * locks; see {@code NonTransactionalExecutor}.
 */
public record HsqldbDialect() implements Dialect {

    private static final int OBJECT_NOT_FOUND = -5501;
    private static final FailureCodes FAILURE_CODES = new HsqldbFailureCodes();
    private static final DirectDeliveryTable DIRECT_DELIVERIES = new HsqldbDirectDeliveryTable();

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
    public String useIndexHint() {
        return " USING INDEX";
    }

    @Override
    public String forUpdate() {
        return "";
    }

    /**
     * Needs no clause, because no other process has the store open, and the transactions of a dead incarnation have
     * ended with its process.
     */
    @Override
    public String forUpdateSkipLocked() {
        return "";
    }

    @Override
    public String forShare() {
        return "";
    }

    @Override
    public String clockMillisSql() {
        return "CALL UNIX_MILLIS()";
    }

    @Override
    public String[] nextEntityId() {
        return new String[] {"CALL NEXT VALUE FOR restante_entity_id"};
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public DirectDeliveryTable directDeliveries() {
        return DIRECT_DELIVERIES;
    }

    /** Does nothing, because no other process has the store open. */
    @Override
    public void lockGroups(Connection connection, long entityId) {}

    @Override
    public String schemaExistsSql() {
        return "SELECT 1 FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_NAME = 'RESTANTE_SCHEMA' AND TABLE_SCHEMA = CURRENT_SCHEMA";
    }

    /** Locks within this JVM only, because no other process has the store open. */
    @Override
    public void beginMigration(Statement statement, long lockMillis) throws SQLException {
        if (!Uninterruptibles.lock(MIGRATING, TimeUnit.MILLISECONDS.toNanos(lockMillis))) {
            throw new SQLTransientException(
                    "Another thread of this JVM has been changing a schema for " + lockMillis + " ms", "40001");
        }
    }

    @Override
    public void endMigration(Statement statement) {
        if (MIGRATING.isHeldByCurrentThread()) {
            MIGRATING.unlock();
        }
    }

    @Override
    public boolean isAlreadyApplied(SQLException failure) {
        return failure.getErrorCode() == OBJECT_NOT_FOUND;
    }

    /**
     * Creates a collation without padding for text columns, because Restante does not change the collation of the
     * database.
     */
    @Override
    public void createCollation(Statement statement) throws SQLException {
        if (!Statements.exists(
                statement.getConnection(),
                "SELECT 1 FROM INFORMATION_SCHEMA.COLLATIONS WHERE COLLATION_NAME = 'RESTANTE_TEXT' AND COLLATION_SCHEMA = CURRENT_SCHEMA")) {
            statement.execute("CREATE COLLATION restante_text FOR SQL_TEXT FROM SQL_TEXT NO PAD");
        }
    }
}

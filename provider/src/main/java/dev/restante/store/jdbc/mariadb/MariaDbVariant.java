package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/** Server variant for MariaDB: SQL texts, server variables and failure codes in which MariaDB differs from MySQL. */
final class MariaDbVariant implements ServerVariant {

    static final MariaDbVariant INSTANCE = new MariaDbVariant();

    private static final FailureCodes FAILURE_CODES = new MariaDbFailureCodes();

    /** Error codes of a rename that has been made before: the new name exists, or the old name does not. */
    private static final Set<Integer> ALREADY_APPLIED = Set.of(1050, 1054, 1060, 1146, 1176);

    private MariaDbVariant() {}

    @Override
    public String name() {
        return "MariaDB";
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public String collation() {
        return "utf8mb4_nopad_bin";
    }

    /** Returns a sequence without cache, because a Galera server would keep cached numbers to itself. */
    @Override
    public String createEntityIdSequence() {
        return "CREATE SEQUENCE IF NOT EXISTS restante_entity_id NOCACHE ENGINE=InnoDB";
    }

    /** Returns false, because MariaDB has IF NOT EXISTS for schema changes. */
    @Override
    public boolean isAlreadyApplied(SQLException failure) {
        return ALREADY_APPLIED.contains(failure.getErrorCode());
    }

    @Override
    public String forShareSkipLocked() {
        return " LOCK IN SHARE MODE SKIP LOCKED";
    }

    @Override
    public String[] nextEntityId() {
        return new String[] {"SELECT NEXT VALUE FOR restante_entity_id"};
    }

    /** Returns the name that all versions know; the other name exists since 11.1. */
    @Override
    public String isolationVariable() {
        return "tx_isolation";
    }

    @Override
    public String idleTimeoutVariable() {
        return "idle_transaction_timeout";
    }

    @Override
    public int idleSeconds() {
        return 5;
    }

    @Override
    public boolean endsIdleSessions() {
        return false;
    }

    @Override
    public int minLockSeconds() {
        return 0;
    }

    @Override
    public String inTransaction() {
        return "@@in_transaction";
    }

    /**
     * Returns true, because MariaDB takes the lock when it plans the statement, which {@code MariaDbConcurrencyTest}
     * verifies.
     */
    @Override
    public boolean locksInSubqueriesFirst() {
        return true;
    }

    @Override
    public ResultSet upsertReturning(ReturningUpsert upsert, StatementCache statements) throws SQLException {
        PreparedStatement told = statements.prepare(upsert.insertSql() + " RETURNING " + upsert.resultColumns());
        upsert.rowBinder().bind(told);
        return told.executeQuery();
    }
}

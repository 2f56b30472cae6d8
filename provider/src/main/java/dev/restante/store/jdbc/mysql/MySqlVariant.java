package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.mariadb.ReturningUpsert;
import dev.restante.store.jdbc.mariadb.ServerVariant;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.regex.Pattern;

/** Server variant for MySQL 8 and later, which replaces the {@code RETURNING} and the sequences that MariaDB has. */
final class MySqlVariant implements ServerVariant {

    static final MySqlVariant INSTANCE = new MySqlVariant();

    private static final FailureCodes FAILURE_CODES = new MySqlFailureCodes();

    private static final int IN_TRANSACTION = 1568;

    /** Duplicate column, duplicate index, or nothing to drop. */
    private static final Set<Integer> ALREADY_APPLIED = Set.of(1050, 1054, 1060, 1061, 1091, 1146, 1176);

    /** Conditions of schema changes that MySQL does not support. */
    private static final Pattern CONDITIONS = Pattern.compile(
            "(?i)((?:ADD|DROP)\\s+(?:COLUMN|INDEX|KEY)|CREATE\\s+(?:UNIQUE\\s+)?INDEX)\\s+IF\\s+(?:NOT\\s+)?EXISTS");

    private MySqlVariant() {}

    @Override
    public String name() {
        return "MySQL";
    }

    @Override
    public FailureCodes failureCodes() {
        return FAILURE_CODES;
    }

    @Override
    public String collation() {
        return "utf8mb4_0900_bin";
    }

    @Override
    public String createEntityIdSequence() {
        return "CREATE TABLE IF NOT EXISTS restante_entity_id (id BIGINT AUTO_INCREMENT PRIMARY KEY) ENGINE=InnoDB";
    }

    @Override
    public String adaptMigration(String sql) {
        return CONDITIONS.matcher(sql).replaceAll("$1");
    }

    @Override
    public boolean isAlreadyApplied(SQLException failure) {
        return ALREADY_APPLIED.contains(failure.getErrorCode());
    }

    /**
     * Waits for other locks. MariaDB, which understands all other statements of this variant, has no
     * {@code FOR SHARE SKIP LOCKED}.
     */
    @Override
    public String forShareSkipLocked() {
        return " LOCK IN SHARE MODE";
    }

    /** Uses the AUTO_INCREMENT counter, which advances even if the transaction is rolled back. */
    @Override
    public String[] nextEntityId() {
        return new String[] {
            "INSERT INTO restante_entity_id (id) VALUES (NULL)",
            "DELETE FROM restante_entity_id WHERE id = LAST_INSERT_ID()",
            "SELECT LAST_INSERT_ID()"
        };
    }

    @Override
    public String isolationVariable() {
        return "transaction_isolation";
    }

    @Override
    public String idleTimeoutVariable() {
        return "wait_timeout";
    }

    /**
     * Returns a time that is shorter than a lease, after which the node would be declared dead, and long enough to open
     * few sessions.
     */
    @Override
    public int idleSeconds() {
        return 10;
    }

    @Override
    public boolean endsIdleSessions() {
        return true;
    }

    @Override
    public int minLockSeconds() {
        return 1;
    }

    @Override
    public String inTransaction() {
        return "FALSE";
    }

    /** Sets the isolation level of the next transaction, which MySQL rejects within a transaction. */
    @Override
    public boolean isInTransaction(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
            return false;
        } catch (SQLException e) {
            if (e.getErrorCode() == IN_TRANSACTION) {
                return true;
            }
            throw e;
        }
    }

    /** Returns false, because the order is not documented. */
    @Override
    public boolean locksInSubqueriesFirst() {
        return false;
    }

    @Override
    public ResultSet upsertReturning(ReturningUpsert upsert, StatementCache statements) throws SQLException {
        PreparedStatement inserted = statements.prepare(upsert.insertSql());
        upsert.rowBinder().bind(inserted);
        inserted.executeUpdate();
        PreparedStatement found =
                statements.prepare("SELECT " + upsert.resultColumns() + upsert.selectSuffix() + " FOR UPDATE");
        upsert.keyBinder().bind(found);
        return found.executeQuery();
    }
}

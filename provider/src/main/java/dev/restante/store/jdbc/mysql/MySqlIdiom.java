package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.mariadb.Idiom;
import dev.restante.store.jdbc.mariadb.KeyedInsert;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.regex.Pattern;

/** MySQL 8 and later, which has neither {@code RETURNING} nor sequences. */
final class MySqlIdiom implements Idiom {

    static final MySqlIdiom INSTANCE = new MySqlIdiom();

    private static final FailureCodes FAILURE_CODES = new MySqlFailureCodes();

    private static final int IN_TRANSACTION = 1568;

    /** A column, an index, or nothing to drop. */
    private static final Set<Integer> DONE_BEFORE = Set.of(1060, 1061, 1091);

    /** Conditions of table changes, which MySQL does not know. */
    private static final Pattern CONDITIONS = Pattern.compile(
            "(?i)((?:ADD|DROP)\\s+(?:COLUMN|INDEX|KEY)|CREATE\\s+(?:UNIQUE\\s+)?INDEX)\\s+IF\\s+(?:NOT\\s+)?EXISTS");

    private MySqlIdiom() {}

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
    public String createEntityIds() {
        return "CREATE TABLE IF NOT EXISTS restante_entity_id (id BIGINT AUTO_INCREMENT PRIMARY KEY) ENGINE=InnoDB";
    }

    @Override
    public String inItsWords(String migration) {
        return CONDITIONS.matcher(migration).replaceAll("$1");
    }

    @Override
    public boolean wasDoneBefore(SQLException failure) {
        return DONE_BEFORE.contains(failure.getErrorCode());
    }

    /** Waits for others: MariaDB, which understands all other statements, has no word for this one. */
    @Override
    public String forShareOfFree() {
        return " LOCK IN SHARE MODE";
    }

    /** The counter goes on, whether its rows stay or not, and whatever becomes of the transaction. */
    @Override
    public String[] nextEntityId() {
        return new String[] {
            "INSERT INTO restante_entity_id (id) VALUES (NULL)",
            "DELETE FROM restante_entity_id WHERE id = LAST_INSERT_ID()",
            "SELECT LAST_INSERT_ID()"
        };
    }

    @Override
    public String isolation() {
        return "transaction_isolation";
    }

    @Override
    public String idleTimeout() {
        return "wait_timeout";
    }

    /** Shorter than a lease, after which others declare the node dead; so long that few sessions are opened anew. */
    @Override
    public int idleSeconds() {
        return 10;
    }

    @Override
    public boolean endsIdleSessions() {
        return true;
    }

    @Override
    public int shortestLockSeconds() {
        return 1;
    }

    @Override
    public String inTransaction() {
        return "FALSE";
    }

    /** Only the transaction that follows can be given an isolation, so whoever is in one is refused. */
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

    /** Nothing says when it is done. */
    @Override
    public boolean locksInSubqueriesFirst() {
        return false;
    }

    @Override
    public ResultSet tell(KeyedInsert insert, StatementCache statements) throws SQLException {
        PreparedStatement inserted = statements.get(insert.insert());
        insert.rows().bind(inserted);
        inserted.executeUpdate();
        PreparedStatement found = statements.get("SELECT " + insert.columns() + insert.found() + " FOR UPDATE");
        insert.keys().bind(found);
        return found.executeQuery();
    }
}

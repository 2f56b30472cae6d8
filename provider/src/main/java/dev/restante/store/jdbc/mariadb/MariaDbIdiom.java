package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** MariaDB, whose statements the others are compared with. */
final class MariaDbIdiom implements Idiom {

    static final MariaDbIdiom INSTANCE = new MariaDbIdiom();

    private static final FailureCodes FAILURE_CODES = new MariaDbFailureCodes();

    private MariaDbIdiom() {}

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

    /** One that keeps numbers ready would give those of a Galera server to nobody else. */
    @Override
    public String createEntityIds() {
        return "CREATE SEQUENCE IF NOT EXISTS restante_entity_id NOCACHE ENGINE=InnoDB";
    }

    @Override
    public String inItsWords(String migration) {
        return migration;
    }

    /** It can be told to do nothing then. */
    @Override
    public boolean wasDoneBefore(SQLException failure) {
        return false;
    }

    @Override
    public String forShareOfFree() {
        return " LOCK IN SHARE MODE SKIP LOCKED";
    }

    @Override
    public String[] nextEntityId() {
        return new String[] {"SELECT NEXT VALUE FOR restante_entity_id"};
    }

    /** The other name is known since 11.1. */
    @Override
    public String isolation() {
        return "tx_isolation";
    }

    @Override
    public String idleTimeout() {
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
    public int shortestLockSeconds() {
        return 0;
    }

    @Override
    public String inTransaction() {
        return "@@in_transaction";
    }

    /** It would have said so. */
    @Override
    public boolean isInTransaction(Connection connection) {
        return false;
    }

    /** It is done when the statement is planned, of which {@code MariaDbConcurrencyTest} makes sure. */
    @Override
    public boolean locksInSubqueriesFirst() {
        return true;
    }

    @Override
    public ResultSet tell(KeyedInsert insert, StatementCache statements) throws SQLException {
        PreparedStatement told = statements.get(insert.insert() + " RETURNING " + insert.columns());
        insert.rows().bind(told);
        return told.executeQuery();
    }
}

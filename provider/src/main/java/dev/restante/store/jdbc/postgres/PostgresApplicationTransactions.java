package dev.restante.store.jdbc.postgres;

import dev.restante.model.DeliveryRef;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Application transactions on PostgreSQL, identified by the server's transaction id and tracked by pg_xact_status. */
final class PostgresApplicationTransactions extends JdbcApplicationTransactions {

    /** SQLSTATEs for a table that does not exist or that this user must not read. */
    private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "42501");

    /** Expression for the server run and the table, whose text does not depend on the time zone of the session. */
    private static final String SERVER_KEY_SQL =
            "concat_ws('/', current_database(), 'restante_pipeline'::regclass::oid,"
                    + " EXTRACT(EPOCH FROM pg_postmaster_start_time()))";

    private static final String CURRENT = "SELECT pg_current_xact_id()::text, current_setting('transaction_isolation'),"
            + " (SELECT bool_and(alive) FROM restante_pipeline WHERE incarnation = ?), " + SERVER_KEY_SQL;

    private static final String REMAINING = "SELECT id FROM restante_delivery WHERE id = ANY(?::bigint[])";

    /*
     * Another server, or the restarted server, gives the id to another transaction or has not reached it yet. There, a
     * transaction that is not prepared has ended.
     */
    private static final String STATE = "CASE WHEN " + SERVER_KEY_SQL + " = ? THEN pg_xact_status(?::xid8)"
            + " WHEN EXISTS (SELECT FROM pg_prepared_xacts WHERE transaction = ?::xid8::xid) THEN 'in progress' END";

    private static final String STATUS = "SELECT " + STATE + ", ARRAY(" + REMAINING + ")";

    private static final String NEXT = NoSeqScanSql.wrap("SELECT " + STATE + ", ARRAY(" + REMAINING
            + "), current_setting('transaction_isolation'), pg_current_xact_id()::text, " + SERVER_KEY_SQL);

    private static final String NUMBER = "SELECT pg_current_xact_id_if_assigned()::text";

    private static final String REMOVE = NoSeqScanSql.wrap(DeliveryRows.DELETE_FENCED);

    private static final String REMOVE_WITH_MESSAGE = NoSeqScanSql.wrap("WITH gone AS (" + DeliveryRows.DELETE_FENCED
            + " RETURNING message) DELETE FROM restante_message m USING gone WHERE m.id = ANY(ARRAY[gone.message])");

    /**
     * Handle of an application transaction.
     *
     * @param serverKey the server run and the table to which the transaction id belongs
     */
    record PostgresTransactionHandle(String transactionId, String serverKey) implements Ticket {}

    PostgresApplicationTransactions(Database database) {
        super(database);
    }

    @Override
    protected CurrentTransaction findCurrent(
            Connection connection, long incarnation, @Nullable TransactionQuery formerQuery) throws SQLException {
        CurrentTransaction found = formerQuery == null ? first(connection, incarnation) : next(connection, formerQuery);
        PostgresTransactionHandle ticket = (PostgresTransactionHandle) found.ticket();
        boolean goesOn = formerQuery != null && formerQuery.ticket().equals(ticket);
        // Open Liberty reports auto-commit also in its own transactions; a second query shows whether the transaction
        // goes on.
        if (!goesOn && connection.getAutoCommit() && !ticket.transactionId().equals(number(connection))) {
            throw autoCommitMode();
        }
        return found;
    }

    /** Returns the id of the current transaction, or null if the statement is a transaction by itself. */
    private static @Nullable String number(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NUMBER);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    private CurrentTransaction first(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CURRENT)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                boolean alive = row.getBoolean(3);
                boolean known = !row.wasNull() && isStoreLocation(row.getString(4));
                requireJoinable(row.getString(2), known ? alive : null, incarnation);
                return new CurrentTransaction(
                        new PostgresTransactionHandle(row.getString(1), row.getString(4)), TransactionOutcome.OPEN);
            }
        }
    }

    @Override
    protected boolean isNoSuchTable(SQLException failure) {
        return NO_SUCH_TABLE.contains(String.valueOf(failure.getSQLState()));
    }

    @Override
    protected BatchStatements statements(Connection connection) {
        return new PostgresBatchStatements(connection);
    }

    @Override
    protected Object locationKey(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + SERVER_KEY_SQL);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    /**
     * Reads the current transaction and the outcome of the former one, without another check of the store location and
     * of the node.
     */
    private CurrentTransaction next(Connection connection, TransactionQuery formerQuery) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            bind(select, connection, formerQuery);
            NoSeqScanSql.execute(select);
            try (ResultSet row = select.getResultSet()) {
                row.next();
                checkIsolation(row.getString(3));
                return new CurrentTransaction(
                        new PostgresTransactionHandle(row.getString(4), row.getString(5)), outcome(row));
            }
        }
    }

    private static void bind(PreparedStatement select, Connection connection, TransactionQuery query)
            throws SQLException {
        PostgresTransactionHandle ticket = (PostgresTransactionHandle) query.ticket();
        select.setString(1, ticket.serverKey());
        select.setString(2, ticket.transactionId());
        select.setString(3, ticket.transactionId());
        select.setArray(
                4, connection.createArrayOf("bigint", query.deliveryIds().toArray()));
    }

    private static TransactionOutcome outcome(ResultSet row) throws SQLException {
        ApplicationTransactionState state = state(row.getString(1));
        return state == ApplicationTransactionState.OPEN
                ? TransactionOutcome.OPEN
                : new TransactionOutcome(state, Set.of((Long[]) row.getArray(2).getArray()));
    }

    /**
     * Queries a committed transaction again if deliveries seem to remain, because the query may have read them before
     * the state.
     */
    @Override
    public TransactionOutcome outcome(TransactionQuery query) {
        return database().read("The outcome of a transaction of the application cannot be read", connection -> {
            TransactionOutcome outcome = queryOutcome(connection, query);
            boolean sure = outcome.state() == ApplicationTransactionState.OPEN
                    || outcome.state() == ApplicationTransactionState.ROLLED_BACK
                    || outcome.remainingDeliveries().isEmpty();
            return sure ? outcome : queryOutcome(connection, query);
        });
    }

    private static TransactionOutcome queryOutcome(Connection connection, TransactionQuery query) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(STATUS)) {
            bind(select, connection, query);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return outcome(row);
            }
        }
    }

    /** Returns the state for a status, which is null once the server has forgotten the transaction. */
    private static ApplicationTransactionState state(@Nullable String status) {
        if (status == null) {
            return ApplicationTransactionState.ENDED;
        }
        return switch (status) {
            case "in progress" -> ApplicationTransactionState.OPEN;
            case "committed" -> ApplicationTransactionState.COMMITTED;
            default -> ApplicationTransactionState.ROLLED_BACK;
        };
    }

    @Override
    protected boolean deleteFenced(Connection connection, DeliveryRef ref) throws SQLException {
        try (PreparedStatement remove =
                connection.prepareStatement(ref.onlyDelivery() ? REMOVE_WITH_MESSAGE : REMOVE)) {
            remove.setLong(1, ref.id());
            remove.setLong(2, ref.owner());
            remove.setInt(3, ref.acquisitionCount());
            NoSeqScanSql.execute(remove);
            return remove.getUpdateCount() == 1;
        }
    }
}
